//! Every expectation of a suite, checked against sources that share no code.

use crate::expected::{read_input, reading_events, segments};
use crate::oracle::{Opinion, Oracle};
use illformed_codec::{Event, Profile};
use illformed_vectors::{Expectation, Input, Origin, Place, Suite, Vector};
use std::collections::HashMap;
use std::fmt;

/// How many sources must have an opinion of each expectation.
const SOURCES_NEEDED: usize = 2;

/// Something wrong with a file of vectors.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LintFinding {
    /// The file, the line and the pointer.
    pub place: Place,
    /// The id of the vector, if it is about one.
    pub vector: Option<String>,
    /// The profile, if it is about one.
    pub profile: Option<Profile>,
    /// What is wrong, as a lower-case fragment.
    pub reason: String,
}

impl fmt::Display for LintFinding {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: ", self.place)?;
        if let Some(vector) = &self.vector {
            formatter.write_str(vector)?;
            if let Some(profile) = self.profile {
                write!(formatter, " under {profile}")?;
            }
            formatter.write_str(": ")?;
        }
        formatter.write_str(&self.reason)
    }
}

/// Everything that is wrong with the vectors of `suite`, by the opinion of `oracles`.
pub fn lint(suite: &Suite, oracles: &[Oracle]) -> Vec<LintFinding> {
    let mut findings = Vec::new();
    // A written vector may be generated as well, since each generated group is whole; nothing else may occur twice.
    let mut inputs: HashMap<(&Input, bool), &str> = HashMap::new();
    for (file, number, vector) in numbered(suite) {
        let mut wrong = |key: &str, reason: String| {
            let place = suite.place_of_vector(file, number, key);
            findings.push(LintFinding { place, vector: Some(vector.id.to_string()), profile: None, reason });
        };
        let origin = &suite.files()[file].origin;
        let written = *origin == Origin::Written;
        if *origin != Origin::Complete
            && let Some(other) = inputs.insert((&vector.input, written), vector.id.as_str())
        {
            let key = if matches!(vector.input, Input::Bytes(_)) { "bytes" } else { "calls" };
            wrong(key, format!("the same input as {other}"));
        }
        for (profile, expectation) in &vector.also {
            if *expectation == vector.rfc3629 {
                let key = format!("also/{profile}");
                wrong(&key, format!("`also` repeats the rfc3629 expectation for {profile}"));
            }
        }
        findings.extend(contradictions(suite, (file, number, vector), oracles, |_| true));
    }
    findings
}

/// What `oracles` say against the expectations of a vector under the profiles that `asks` wants. The numbers are those of
/// [`numbered`].
pub(crate) fn contradictions(
    suite: &Suite,
    (file, number, vector): (usize, usize, &Vector),
    oracles: &[Oracle],
    asks: impl Fn(Profile) -> bool,
) -> Vec<LintFinding> {
    let asked = Profile::ALL.iter().copied().filter(|profile| asks(*profile));
    let reasons = asked.flat_map(|profile| {
        let reasons = check(vector, vector.expectation(profile), profile, oracles);
        reasons.into_iter().map(move |reason| (profile, reason))
    });
    let finding = |(profile, reason): (Profile, String)| {
        let differs = vector.also.contains_key(&profile);
        let key = if differs { format!("also/{profile}") } else { "rfc3629".to_owned() };
        let place = suite.place_of_vector(file, number, &key);
        LintFinding { place, vector: Some(vector.id.to_string()), profile: Some(profile), reason }
    };
    reasons.map(finding).collect()
}

/// The vectors of `suite`, each with the number of its file and its number in the file.
pub fn numbered(suite: &Suite) -> impl Iterator<Item = (usize, usize, &Vector)> {
    suite.files().iter().enumerate().flat_map(|(file, contents)| {
        contents.vectors.iter().enumerate().map(move |(number, vector)| (file, number, vector))
    })
}

/// What is wrong with one expectation.
fn check(vector: &Vector, expectation: &Expectation, profile: Profile, oracles: &[Oracle]) -> Vec<String> {
    let asks = raises_question(&vector.input, profile);
    let readings = match (expectation, asks) {
        (Expectation::Unspecified(question), false) => {
            return vec![format!("marked {question}, but nothing in it raises that question")];
        }
        (Expectation::Unspecified(_), true) => return Vec::new(),
        (Expectation::Specified(_), true) => {
            return vec![
                "holds an encoded surrogate, on which the standard is silent: unspecified".to_owned(),
            ];
        }
        (Expectation::Specified(readings), false) => readings,
    };
    let mut wrong = Vec::new();
    for (number, ((bytes, finished), reading)) in segments(&vector.input).zip(readings).enumerate() {
        let events: Vec<Event> = reading_events(reading, profile).collect();
        let place = if readings.len() > 1 { format!("segment {number}: ") } else { String::new() };
        if let Some(reason) = tiling_fault(&events, reading.pending, bytes.len()) {
            wrong.push(format!("{place}{reason}"));
            continue;
        }
        let mut sources = 0;
        let mut timed: Option<(&str, Vec<Option<usize>>)> = None;
        for oracle in oracles {
            let Some(mut opinion) = (oracle.read)(&bytes, profile) else { continue };
            sources += 1;
            let pending = if finished { 0 } else { opinion.take_pending() };
            if !opinion.agrees_with(&events) || pending != reading.pending {
                wrong.push(format!("{place}{} reads {}", oracle.name, describe(&opinion, pending)));
            }
            // No vector stores when an event is known: the oracles are held to each other.
            match (&timed, opinion.decided_by) {
                (Some((other, expected)), Some(decided_by)) if decided_by != *expected => {
                    let [ours, theirs] = [&decided_by, expected].map(|decided_by| prefixes(decided_by));
                    wrong.push(format!(
                        "{place}{} is certain of the events after {ours} bytes, {other} after {theirs}",
                        oracle.name
                    ));
                }
                (None, Some(decided_by)) => timed = Some((oracle.name, decided_by)),
                _ => {}
            }
        }
        if sources < SOURCES_NEEDED {
            wrong.push(format!(
                "{place}only {sources} source(s) for this expectation, {SOURCES_NEEDED} are needed"
            ));
        }
    }
    wrong
}

/// Whether the standard is silent on something in `input`: under RFC 2279, an encoded surrogate, complete or cut.
fn raises_question(input: &Input, profile: Profile) -> bool {
    profile == Profile::Rfc2279 && read_input(input, profile, None).is_err()
}

/// The reason, as a lower-case fragment, if `events` and the `pending` bytes behind them do not tile a segment of `len` bytes.
pub fn tiling_fault(events: &[Event], pending: usize, len: usize) -> Option<String> {
    let mut at = 0;
    for event in events {
        if event.at() != at {
            return Some(format!("the expectation does not tile the bytes at offset {at}"));
        }
        at = event.end();
    }
    let covered = at + pending;
    (covered != len).then(|| format!("the expectation covers {covered} bytes, there are {len}"))
}

/// `1 3 end`: how much of the input each event needs.
fn prefixes(decided_by: &[Option<usize>]) -> String {
    let words = decided_by.iter().map(|end| end.map_or("end".to_owned(), |end| end.to_string()));
    words.collect::<Vec<_>>().join(" ")
}

fn describe(opinion: &Opinion, pending: usize) -> String {
    let mut words: Vec<String> = opinion
        .events
        .iter()
        .map(|event| match event {
            Event::Code { value, .. } => format!("{value:04x}"),
            Event::Error { at, len, kind } if opinion.knows_kinds => format!("[{at},{len},{kind}]"),
            Event::Error { at, len, .. } => format!("[{at},{len}]"),
        })
        .collect();
    if pending > 0 {
        words.push(format!("pending {pending}"));
    }
    if words.is_empty() { "nothing".to_owned() } else { words.join(" ") }
}
