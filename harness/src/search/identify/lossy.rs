//! A decoder that replaces errors: which texts it gives.

use crate::search::identify::identification::{IdentifiedRow, Outcome};
use crate::search::identify::probes::narrowed;
use crate::search::identify::subject::{Seen, Subject};
use illformed_codec::{ErrorKind, Policy, Profile, REPLACEMENT, decode_lossy, events};
use illformed_judge::shown::shown_bytes;
use illformed_vectors::{CompleteFile, Input, Suite, hex};
use std::fmt::Write;

/// The most inputs that are told.
const MOST_ROWS: usize = 8;

/// What a decoder that replaces errors may be.
#[derive(Debug, Clone, Copy)]
struct Model {
    profile: Profile,
    policy: Policy,
    strips_bom: bool,
    /// Whether what is cut at the end leaves no trace.
    drops_end: bool,
    /// What stands for an error where others have U+FFFD.
    replacement: u32,
}

impl Model {
    fn text(self, word: &[u8]) -> Vec<u32> {
        let bom = b"\xEF\xBB\xBF";
        let word = word.strip_prefix(bom).filter(|_| self.strips_bom).unwrap_or(word);
        let cut = events(word, self.profile)
            .last()
            .filter(|event| self.drops_end && event.error_kind() == Some(ErrorKind::Incomplete));
        let word = &word[..cut.map_or(word.len(), |event| event.at())];
        // A character U+FFFD of the input stays one.
        let replaced: Vec<u32> = decode_lossy(word, self.profile, self.policy).collect();
        if self.replacement == REPLACEMENT || word.windows(3).any(|bytes| bytes == b"\xEF\xBF\xBD") {
            return replaced;
        }
        replaced.into_iter().map(|code| if code == REPLACEMENT { self.replacement } else { code }).collect()
    }

    /// `utf8/maximal-subpart/bom-keep`.
    fn code(self) -> String {
        let format = if self.profile == Profile::Rfc3629 { "utf8" } else { self.profile.name() };
        let bom = if self.strips_bom { "bom-strip" } else { "bom-keep" };
        let end = if self.drops_end { "/end-drop" } else { "" };
        format!("{format}/{}/{bom}{end}", self.policy)
    }

    fn about(self) -> String {
        let mut about = format!("{} with the replacement policy {}", self.profile, self.policy);
        if self.replacement != REPLACEMENT {
            let _ = write!(about, ", U+{:04X} in the place of U+FFFD", self.replacement);
        }
        if self.drops_end {
            about += ", and what is cut at the end leaves no trace";
        }
        about
    }
}

/// What `subject` is, and how many words it took to find the name.
pub(super) fn identified(subject: &mut Subject<'_>) -> Option<(Outcome, usize)> {
    let mut text_of = |word: &[u8]| {
        subject.ask_one(word).map(|seen| match seen {
            Seen::Accepted(text) => text,
            Seen::Refused | Seen::Unasked => None,
        })
    };
    // FF is ill-formed in every version: what it becomes is what stands for an error.
    let replacement = match text_of(b"\xFF")?.as_deref() {
        Some([one]) if *one != 0xFF && *one < 0xD800 => *one,
        _ => REPLACEMENT,
    };
    let models: Vec<Model> = Profile::ALL
        .iter()
        .flat_map(|profile| Policy::ALL.iter().map(move |policy| (*profile, *policy)))
        .filter(|(_, policy)| *policy != Policy::Fatal)
        .flat_map(|(profile, policy)| {
            [(false, false), (true, false), (false, true), (true, true)]
                .map(|(strips_bom, drops_end)| Model { profile, policy, strips_bom, drops_end, replacement })
        })
        .collect();
    let (left, probed) = narrowed(models.clone(), |model, word| model.text(word), |word| text_of(word))?;
    let probes = probed.len() + 1;
    let built_in = Suite::embedded().vectors().filter_map(|vector| match &vector.input {
        Input::Bytes(bytes) => Some(bytes.clone()),
        Input::Calls(_) => None,
    });
    let tests = CompleteFile::embedded().tests().into_iter().map(|test| test.bytes);
    subject.ask(built_in.chain(tests))?;
    let disagreeing = |subject: &Subject<'_>, model: &Model| -> Vec<Vec<u8>> {
        let differs = |(word, seen): &(&[u8], &Seen)| match seen {
            Seen::Accepted(Some(text)) => *text != model.text(word),
            Seen::Refused => true,
            Seen::Accepted(None) | Seen::Unasked => false,
        };
        let mut words: Vec<Vec<u8>> =
            subject.known().filter(differs).map(|(word, _)| word.to_vec()).collect();
        words.sort_by_key(|word| (word.len(), word.clone()));
        words
    };
    if let Some(model) = left.iter().find(|model| disagreeing(subject, model).is_empty()) {
        let words = subject.asked();
        return Some((
            Outcome::Named {
                code: model.code(),
                about: model.about(),
                domain: format!(
                    "The text of each of {words} inputs is the expected one, of every vector and of the complete suite \
                     among them. Decoders that differ elsewhere are not excluded: `illformed run` asks for more."
                ),
            },
            probes,
        ));
    }
    let nearest = models.iter().min_by_key(|model| disagreeing(subject, model).len())?;
    let mut rows = Vec::new();
    let differing = disagreeing(subject, nearest);
    for word in differing.iter().take(MOST_ROWS) {
        let given = match subject.ask_one(word)? {
            Seen::Accepted(Some(text)) => code_points(&text),
            _ => "an error".to_owned(),
        };
        rows.push(IdentifiedRow {
            difference: format!("gives {given}"),
            strings: shown_bytes(word),
            what: format!("where {} gives {}", nearest.code(), code_points(&nearest.text(word))),
            count: 1,
            example: hex::encode(word),
        });
    }
    Some((
        Outcome::Unknown {
            nearest: nearest.code(),
            about: nearest.about(),
            rows,
            has_more_rows: differing.len() > MOST_ROWS,
            states: None,
        },
        probes,
    ))
}

fn code_points(text: &[u32]) -> String {
    let words: Vec<String> = text.iter().map(|code| format!("U+{code:04X}")).collect();
    if words.is_empty() { "nothing".to_owned() } else { words.join(" ") }
}
