//! Answers in words.

use crate::expected::{Expected, ExpectedFailure, ExpectedSegment};
use crate::judge::Response;
use crate::observation::{Answer, CallOutcome, Observation, Text};
use crate::shown::input::joined_calls;
use crate::shown::thousands;

/// How many characters of a text are named; those that are repeated count once.
const NAMED: usize = 6;

/// Characters that are repeated to so many are written once.
const LEAST_REPEATED: usize = 8;

/// Where there are so many segments, only the first that differs is shown.
const LEAST_SEGMENTS: usize = 4;

/// What is expected and what came, in words that differ where the two do: by call, with bars between the calls, where only
/// the calls differ; of long texts from the first difference on.
pub(crate) fn answer_words(expected: &Expected, response: &Response) -> (String, String) {
    let Response::Observed(observation) = response else {
        return (expected_answer(expected), given_answer(response));
    };
    if expected.segments.len() >= LEAST_SEGMENTS {
        let segments = (expected_segments(expected), given_segments(expected, observation));
        let mut pairs = segments.0.iter().zip(&segments.1).enumerate();
        if let Some((number, (expected, given))) = pairs.find(|(_, (one, other))| one != other) {
            let place = if number == 0 {
                "before the first reset".to_owned()
            } else {
                format!("after reset {number}")
            };
            return (format!("{place} {expected}"), given.clone());
        }
    }
    let whole = (expected_answer(expected), given_segments(expected, observation).join(AFTER_RESET));
    // Where the two already differ before the first ` and `, nothing more has to be shown.
    let [named, other_named] =
        [&whole.0, &whole.1].map(|words| words.split(" and ").next().unwrap_or_default());
    // An end that comes too early may be told as either.
    let ends_early =
        expected.segments.iter().any(|segment| segment.failure.is_some_and(|failure| failure.incomplete));
    let is_either = || ends_early && other_named.replace("incomplete", "an error") == named;
    // An answer without a length is not wrong for that.
    let is_without_len = named.strip_prefix(other_named).is_some_and(|rest| rest.starts_with(", length "));
    if named != other_named && !is_without_len && !is_either() {
        return whole;
    }
    let calls = (expected_calls(expected), given_calls(expected, observation));
    if calls.0.len() > 1 {
        let joined = (joined_calls(&calls.0), joined_calls(&calls.1));
        if joined.0 != joined.1 {
            return joined;
        }
    }
    let texts = expected.segments.iter().flat_map(|segment| &segment.calls).map(Option::as_ref);
    match (joined(texts), joined(given_texts(observation))) {
        (Some(expected), Some(given)) => {
            from_difference(&code_words(&expected), &code_words(&given)).unwrap_or(whole)
        }
        _ => whole,
    }
}

/// The words of two texts from the first that differs on; `None` if none does.
fn from_difference(expected: &[String], given: &[String]) -> Option<(String, String)> {
    let same = expected.iter().zip(given).take_while(|(one, other)| one == other).count();
    let from = |words: &[String]| {
        let rest = if words.len() == same { "the end".to_owned() } else { folded(&words[same..], NAMED) };
        if same == 0 { rest } else { format!("{rest} after {} characters", thousands(same as u64)) }
    };
    (same < expected.len().max(given.len())).then(|| (from(expected), from(given)))
}

/// What each call should do, in words, with `~` for a reset.
fn expected_calls(expected: &Expected) -> Vec<String> {
    let of_segment = |segment: &ExpectedSegment| {
        let failed = segment.failure.map(|failure| failure.call);
        let call = |number: usize| {
            let text = segment.calls.get(number).map(|text| text.as_ref().map_or("…".to_owned(), call_words));
            call_text(text, failed == Some(number))
        };
        (0..segment.call_count).map(call).collect::<Vec<_>>()
    };
    expected.segments.iter().map(of_segment).collect::<Vec<_>>().join(&"~".to_owned())
}

/// What each call did, likewise.
fn given_calls(expected: &Expected, observation: &Observation) -> Vec<String> {
    let call = |outcome: &CallOutcome| match outcome {
        CallOutcome::Done(text) => call_text(Some(call_words(text)), false),
        CallOutcome::Failed(text) => call_text(text.as_ref().map(call_words), true),
        CallOutcome::NotMade => "-".to_owned(),
    };
    let of_segment =
        |(_, (_, calls)): (_, (usize, &[CallOutcome]))| calls.iter().map(call).collect::<Vec<_>>();
    expected.with_calls(observation).map(of_segment).collect::<Vec<_>>().join(&"~".to_owned())
}

/// The words for the text of a call, none where it is empty.
fn call_words(text: &Text) -> String {
    if text.is_empty() { String::new() } else { text_words(text, NAMED) }
}

fn call_text(text: Option<String>, fails: bool) -> String {
    match (text.unwrap_or_default().as_str(), fails) {
        ("", false) => "-".to_owned(),
        ("", true) => "an error".to_owned(),
        (text, false) => text.to_owned(),
        (text, true) => format!("{text}, an error"),
    }
}

/// What is expected, in words: `an error at byte 0, length 1`, `U+0041 U+FFFD`.
///
/// Of an input of several segments, each has its words; of several calls, the call of an error is named.
pub(crate) fn expected_answer(expected: &Expected) -> String {
    expected_segments(expected).join(AFTER_RESET)
}

/// What stands between the words of two segments.
const AFTER_RESET: &str = "; after a reset ";

fn expected_segments(expected: &Expected) -> Vec<String> {
    let of_segment = |segment: &ExpectedSegment| match segment.failure {
        Some(ExpectedFailure { call, at, len, .. }) => error(at, len, (call, segment.call_count)),
        None => match joined(segment.calls.iter().map(Option::as_ref)) {
            Some(text) => text_words(&text, NAMED),
            None if segment.undocumented.is_none() => "text that is left open".to_owned(),
            None => "the text, with something in the place of each error".to_owned(),
        },
    };
    expected.segments.iter().map(of_segment).collect()
}

/// What came, in words: `U+0000`, `an error at byte 1, length 2`, `no answer in 1000 ms`.
pub fn given_answer(response: &Response) -> String {
    answer(response, true, NAMED)
}

/// What came, by segment as [`expected_answer`] has it.
fn given_segments(expected: &Expected, observation: &Observation) -> Vec<String> {
    if expected.segments.len() < 2 {
        return vec![observation_words(observation, true, NAMED)];
    }
    let of_segment = |(_, (first, calls)): (_, (usize, &[CallOutcome]))| {
        let Some(failed) = calls.iter().position(|call| matches!(call, CallOutcome::Failed(_))) else {
            let text = joined(calls.iter().filter_map(CallOutcome::text).map(Some));
            return text.map_or_else(|| "accepted".to_owned(), |text| text_words(&text, NAMED));
        };
        // What is said of an error is said of the first.
        let is_first = observation.call == Some(first + failed);
        let Observation { at, len, .. } = *observation;
        error(at.filter(|_| is_first), len.filter(|_| is_first), (failed, calls.len()))
    };
    expected.with_calls(observation).map(of_segment).collect()
}

/// The same without the length of an error, since decoders that find the same error give different lengths, or none; and
/// the whole of it, however long its text is, to tell answers apart.
pub fn brief_answer(response: &Response) -> (String, String) {
    (answer(response, false, NAMED), answer(response, false, usize::MAX))
}

/// The words of `response`, with at most so many characters of its text.
fn answer(response: &Response, with_len: bool, most: usize) -> String {
    match response {
        Response::Observed(observation) => observation_words(observation, with_len, most),
        _ => response.to_string(),
    }
}

fn observation_words(observation: &Observation, with_len: bool, most: usize) -> String {
    let Observation { answer, at, len, call, calls } = observation;
    match answer {
        Answer::Reject => error(*at, len.filter(|_| with_len), (call.unwrap_or_default(), calls.len())),
        Answer::Incomplete => format!("incomplete{}", place(*at, len.filter(|_| with_len))),
        Answer::Accept => joined(given_texts(observation))
            .map_or_else(|| "accepted".to_owned(), |text| text_words(&text, most)),
    }
}

/// The texts of all calls.
fn given_texts(observation: &Observation) -> impl Iterator<Item = Option<&Text>> {
    observation.calls.iter().filter_map(CallOutcome::text).map(Some)
}

fn error(at: Option<usize>, len: Option<usize>, (call, calls): (usize, usize)) -> String {
    let number = |number: usize| thousands(number as u64);
    let call = if calls > 1 {
        format!(", in call {} of {}", number(call + 1), number(calls))
    } else {
        String::new()
    };
    format!("an error{}{call}", place(at, len))
}

/// Where an error is and how long it is, as far as that was said. Who gives no offset gives no length.
fn place(at: Option<usize>, len: Option<usize>) -> String {
    let Some(at) = at else { return String::new() };
    let len = len.map_or_else(String::new, |len| format!(", length {}", thousands(len as u64)));
    format!(" at byte {}{len}", thousands(at as u64))
}

/// The texts as one; `None` if one is not defined.
fn joined<'a>(mut texts: impl Iterator<Item = Option<&'a Text>>) -> Option<Text> {
    let first = texts.next()??.clone();
    texts.try_fold(first, |mut all, text| {
        all.append(text?);
        Some(all)
    })
}

fn text_words(text: &Text, most: usize) -> String {
    match text {
        Text::None => "accepted".to_owned(),
        Text::Count(1) => "1 character".to_owned(),
        Text::Count(count) => format!("{} characters", thousands(*count)),
        Text::Utf8(_) | Text::Utf16(_) | Text::Utf32(_) => folded(&code_words(text), most),
    }
}

/// At most `most` words, of which those that are repeated count once, and how many more there are.
fn folded(words: &[String], most: usize) -> String {
    if words.is_empty() {
        return "no text".to_owned();
    }
    let mut shown: Vec<String> = Vec::new();
    let mut left = words.len();
    for same in words.chunk_by(|one, next| one == next) {
        let is_run = same.len() >= LEAST_REPEATED;
        let terms = if is_run { vec![format!("{}*{}", same[0], same.len())] } else { same.to_vec() };
        for term in terms {
            if shown.len() == most {
                return format!("{} and {} more", shown.join(" "), thousands(left as u64));
            }
            shown.push(term);
            left -= if is_run { same.len() } else { 1 };
        }
    }
    shown.join(" ")
}

/// A word for each code point of a text, and for bytes that are part of none.
fn code_words(text: &Text) -> Vec<String> {
    text.characters(0).map(|character| text.name(character)).collect()
}

#[cfg(test)]
mod tests {
    use super::answer_words;
    use crate::expected::{Expected, ExpectedSegment};
    use crate::judge::Response;
    use crate::observation::{CallOutcome, Observation, Text};

    #[test]
    fn what_is_expected_and_what_came_are_never_told_in_the_same_words() {
        let utf32 = |text: &str| Text::Utf32(text.chars().map(u32::from).collect());
        let long = |end: &str| "ab".repeat(2000) + end;
        let run = |len: usize| "a".repeat(len);
        let late = |one: &str, other: &str| {
            format!("{one} after 4,000 characters, not {other} after 4,000 characters")
        };
        let (one, two) = ("\u{FFFD}", "\u{FFFD}\u{FFFD}");
        let table: [(&[&str], &[&str], &str); 5] = [
            (&[one, one, ""], &["", two, ""], "- | U+FFFD U+FFFD | -, not U+FFFD | U+FFFD | -"),
            (&[&run(4095)], &[&run(4098)], "U+0061*4098, not U+0061*4095"),
            (&[&long("中")], &[&long(one)], &late("U+FFFD", "U+4E2D")),
            // Of two answers to the same input the one that is told may be right.
            (&["a"], &["a"], "U+0061, not U+0061"),
            (&[&long("")], &[&long("b")], &late("U+0062", "the end")),
        ];
        for (expected, given, told) in table {
            let calls = expected.iter().map(|text| Some(utf32(text))).collect();
            let segment = ExpectedSegment { call_count: expected.len(), calls, ..ExpectedSegment::default() };
            let expected = Expected { segments: vec![segment] };
            let calls = given.iter().map(|text| CallOutcome::Done(utf32(text))).collect();
            let observation = Observation { calls, ..Observation::accept(Text::None) };
            let (expected, given) = answer_words(&expected, &Response::Observed(observation));
            assert_eq!(format!("{given}, not {expected}"), told);
        }
    }
}
