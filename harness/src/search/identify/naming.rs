//! From a decoder that can be asked to what it is.

use crate::ask::adapter::Session;
use crate::record::run_record::Tool;
use crate::search::identify::identification::{Identification, Identified, Outcome};
use crate::search::identify::subject::{Subject, shown_word};
use crate::search::identify::{lossy, strict};
use illformed_judge::claim::Kind;
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
        Kind::Lossy { .. } => {
            lossy::identified(&mut subject).map(|(outcome, probes, found)| (outcome, probes, Some(found)))
        }
        Kind::Strict { .. } => {
            strict::identified(&mut subject).map(|(outcome, probes, found)| (outcome, probes, Some(found)))
        }
    };
    let unstable = if identified.is_some() { subject.unstable(ASKED_AGAIN) } else { None };
    let (outcome, asked_for_name, found) = match (unstable, identified) {
        (Some((word, answers)), _) => {
            let outcome =
                Outcome::Unstable { input: shown_word(&word), answers: answers.map(|seen| seen.words(true)) };
            (outcome, 0, None)
        }
        (None, Some(identified)) => identified,
        (None, None) => (stopped(&subject), 0, None),
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

fn stopped(subject: &Subject<'_>) -> Outcome {
    let why = subject.stopped.clone().unwrap_or_else(|| "nothing could be asked".to_owned());
    let is_interrupted = subject.interrupted.load(Ordering::Relaxed);
    let so_far = (subject.asked > 0).then(|| match subject.claim.kind {
        Kind::Lossy { .. } => lossy::so_far(subject),
        Kind::Strict { .. } | Kind::Count { .. } => Some(strict::so_far(subject)),
    });
    Outcome::Stopped { why, is_interrupted, so_far: so_far.flatten() }
}
