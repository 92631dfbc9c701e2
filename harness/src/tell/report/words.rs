//! Words, texts and colours that several formats share.

use crate::record::run_record::{AdapterNote, RunRecord, Standing, Tally};
use crate::tell::report::answers::Answered;
use illformed_judge::cause::Severity;
use illformed_judge::named_enum;
use illformed_judge::shown::{Style, escape_controls, fit, reason, shown_input, thousands, wrapped};
use serde_json::Value;
use std::fmt::Write;

/// The widest line of a report in a terminal, in columns.
pub(crate) const WIDTH: usize = 80;

/// `1 case`, `2 cases`, `2,000 entries`.
pub fn counted(number: usize, noun: &str) -> String {
    let stem = noun.strip_suffix('y').filter(|stem| !stem.ends_with(['a', 'e', 'o', 'u']));
    match stem {
        Some(stem) => either(number, noun, &format!("{stem}ies")),
        None => either(number, noun, &format!("{noun}s")),
    }
}

/// `number` with commas between its thousands, and the words for one or for several.
pub(crate) fn either(number: usize, one: &str, several: &str) -> String {
    format!("{} {}", grouped(number), if number == 1 { one } else { several })
}

/// `number` with commas between its thousands.
pub(crate) fn grouped(number: usize) -> String {
    thousands(number as u64)
}

/// The words of each part whose number is not 0.
pub(crate) fn present<const N: usize>(parts: [(usize, String); N]) -> Vec<String> {
    parts.into_iter().filter(|(number, _)| *number > 0).map(|(_, words)| words).collect()
}

/// ` and 3 more`, or nothing if `left` is 0.
pub(crate) fn and_more(left: usize) -> String {
    if left == 0 { String::new() } else { format!(" and {left} more") }
}

/// A line for each adapter that could not be asked, and why.
pub(crate) fn unasked(absent: &[AdapterNote], broken: &[AdapterNote], style: Style) -> String {
    let mut text = String::new();
    for (word, notes) in [(style.doubtful("absent"), absent), (style.bad("broken"), broken)] {
        for AdapterNote { adapter, why } in notes {
            let _ = writeln!(text, "{word} {}: {}", escape_controls(adapter), reason(why));
        }
    }
    text
}

/// `text` without controls, in at most `width` characters.
pub(crate) fn fitted(text: &str, width: usize) -> String {
    fit(&escape_controls(text), width)
}

/// `text` in lines of at most `width` characters behind an indent of `indent` columns, which is `head` in the first line.
/// Nothing without a text.
pub(crate) fn hanging(head: &str, indent: usize, text: &str, width: usize) -> String {
    if text.is_empty() {
        return String::new();
    }
    let rows: Vec<String> = wrapped(text, width).iter().map(|row| row.trim_end().to_owned()).collect();
    format!("{head}{}\n", rows.join(&format!("\n{:indent$}", "")))
}

/// A heading of up to 12 columns with `words` beside it in 67 columns, or nothing without words.
pub(crate) fn paragraph(heading: &str, words: &str, style: Style) -> String {
    hanging(&(style.faint(&format!("{heading:<12}")) + " "), 13, words, 67)
}

/// The input of the case of that number, as it was sent.
pub(crate) fn sent(record: &RunRecord, case: usize) -> String {
    shown_input(&record.input(case))
}

/// `accepts-surrogate` as `AcceptsSurrogate`.
pub(crate) fn in_one_word(name: &str) -> String {
    name.split('-').map(|word| word[..1].to_uppercase() + &word[1..]).collect()
}

/// `value` in words: those of a list, and nothing quoted.
pub(crate) fn json_words(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(words) => words.iter().map(json_words).collect::<Vec<_>>().join(" "),
        Value::Bool(_) | Value::Number(_) | Value::Object(_) => value.to_string(),
    }
}

/// `text` in a URI: a `%` and two digits for each byte that is no letter, no digit, and none of `kept`.
pub(crate) fn percent_encoded(text: &str, kept: &[u8]) -> String {
    let mut encoded = String::new();
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || kept.contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            let _ = write!(encoded, "%{byte:02X}");
        }
    }
    encoded
}

/// The reasons for which cases were not judged, each with how many there are.
pub(crate) const fn unjudged_parts(tally: &Tally) -> [(usize, &'static str); 5] {
    [
        (tally.declined, "declined by the adapter"),
        (tally.not_asked, "not asked"),
        (tally.not_applicable, "not applicable"),
        (tally.unspecified, "undefined by the standard"),
        (tally.no_policy, "without a replacement policy that the claim or the standard defines"),
    ]
}

named_enum! {
    /// How good or bad something is: a colour in the terminal; by its name a class of HTML elements, which script and style
    /// know.
    pub enum Tone {
        Good = "good",
        Doubtful = "doubtful",
        Bad = "bad",
        Faint = "faint",
    }
}

impl Tone {
    pub(crate) fn paint(self, style: Style, text: &str) -> String {
        match self {
            Self::Good => style.good(text),
            Self::Doubtful => style.doubtful(text),
            Self::Bad => style.bad(text),
            Self::Faint => style.faint(text),
        }
    }
}

impl From<Standing> for Tone {
    fn from(standing: Standing) -> Self {
        match standing {
            Standing::Passed | Standing::PassedInPart => Self::Good,
            Standing::Imprecise | Standing::Outdated | Standing::Tolerated | Standing::Accepted => {
                Self::Doubtful
            }
            Standing::Failed => Self::Bad,
            Standing::NotJudged | Standing::NoClaim => Self::Faint,
        }
    }
}

impl From<Answered> for Tone {
    fn from(answered: Answered) -> Self {
        match answered {
            Answered::Right => Self::Good,
            Answered::Imprecise => Self::Doubtful,
            Answered::Wrong => Self::Bad,
            Answered::NotAsked => Self::Faint,
        }
    }
}

impl From<Severity> for Tone {
    fn from(severity: Severity) -> Self {
        match severity {
            Severity::Critical | Severity::Wrong => Self::Bad,
            Severity::Imprecise => Self::Doubtful,
        }
    }
}
