//! From a decoder that can be asked to what it is.

use crate::ask::adapter::Session;
use crate::record::run_record::Tool;
use crate::search::identify::identification::{Identification, Identified, Outcome};
use crate::search::identify::subject::{Subject, shown_word};
use crate::search::identify::{lossy, strict};
use illformed_judge::claim::Kind;
use illformed_vectors::hex;
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// One of how many words is asked a second time.
const ASKED_AGAIN: usize = 61;

/// What the decoder number `number` of `session` is, which is called `decoder`, `adapter/decoder`. `progress` is told how many words were asked.
pub fn identify(
    session: &mut dyn Session,
    decoder: &str,
    number: usize,
    interrupted: &AtomicBool,
    progress: &mut dyn FnMut(usize),
) -> Identified {
    let began = Instant::now();
    let mut subject = Subject::new(session, number, interrupted, progress);
    let identified = match subject.claim.kind {
        Kind::Count { .. } => {
            let why = "it neither refuses nor gives text: all it says is a number".to_owned();
            Some((Outcome::Stopped { why, is_interrupted: false, so_far: None }, 0, None))
        }
        Kind::Lossy { .. } => lossy::identified(&mut subject),
        Kind::Strict { .. } => strict::identified(&mut subject),
    };
    let unstable =
        identified.as_ref().and_then(|(outcome, ..)| subject.unstable(ASKED_AGAIN, &examples(outcome)));
    let (outcome, asked_for_name, found) = match (unstable, identified) {
        (Some((word, answers)), _) => {
            let outcome =
                Outcome::Unstable { input: shown_word(&word), answers: answers.map(|seen| seen.words(true)) };
            (outcome, 0, None)
        }
        (None, Some(identified)) if subject.stopped.is_none() => identified,
        // It may end while it is asked again, too.
        (None, _) => (stopped(&subject), 0, None),
    };
    let info = subject.info();
    let identification = Identification {
        kind: "illformed-identification",
        schema: 1,
        tool: Tool { name: "illformed".to_owned(), version: env!("CARGO_PKG_VERSION").to_owned() },
        decoder: decoder.to_owned(),
        implementation: info.implementation.clone(),
        version: info.version.clone(),
        asked_for_name,
        asked: subject.asked,
        not_asked: subject.unasked(),
        took_ms: began.elapsed().as_millis() as u64,
        outcome,
    };
    Identified { identification, found, answers: subject.into_answers() }
}

/// The inputs that are shown as differences.
fn examples(outcome: &Outcome) -> BTreeSet<Vec<u8>> {
    let Outcome::Unknown { rows, .. } = outcome else { return BTreeSet::new() };
    rows.iter().filter_map(|row| hex::decode(&row.example)).collect()
}

fn stopped(subject: &Subject<'_>) -> Outcome {
    let why = subject.stopped.clone().unwrap_or_else(|| "nothing could be asked".to_owned());
    let is_interrupted = subject.interrupted.load(Ordering::Relaxed);
    let so_far = (subject.asked > 0).then(|| match subject.claim.kind {
        Kind::Lossy { .. } => lossy::so_far(subject),
        Kind::Strict { .. } | Kind::Count { .. } => Some(strict::so_far(subject)),
    });
    Outcome::Stopped { why, is_interrupted, so_far: so_far.flatten() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::adapter::Adapter;
    use crate::ask::adapter::in_process::{InProcessAdapter, InProcessDecoder};
    use illformed_judge::claim::{Claim, Profile};
    use illformed_judge::observation::{Observation, Text};
    use std::sync::atomic::AtomicUsize;

    static INTERRUPTED: AtomicBool = AtomicBool::new(false);
    static EMPTY_WORDS: AtomicUsize = AtomicUsize::new(0);

    /// Takes bytes below 80. The search is interrupted when the empty word is asked for the second time.
    fn interrupted_late() -> Vec<InProcessDecoder> {
        let decode = |bytes: &[u8]| {
            if bytes.is_empty() && EMPTY_WORDS.fetch_add(1, Ordering::Relaxed) == 1 {
                INTERRUPTED.store(true, Ordering::Relaxed);
            }
            if bytes.is_ascii() { Observation::accept(Text::None) } else { Observation::reject(None, None) }
        };
        vec![InProcessDecoder::one_shot("one", "", Claim::validate(Profile::Rfc3629), decode)]
    }

    #[test]
    fn a_decoder_that_could_not_be_asked_again_has_no_name() {
        let adapter = InProcessAdapter::new("late", "", "", interrupted_late);
        let mut session = adapter.open().expect("it is in this process");
        let found = identify(&mut *session, "late/one", 0, &INTERRUPTED, &mut |_| {});
        let outcome = found.identification.outcome;
        assert!(matches!(&outcome, Outcome::Stopped { is_interrupted: true, .. }), "{outcome:?}");
    }
}
