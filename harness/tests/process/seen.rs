//! Runs a row, from its cases to the record of the run.

use crate::row::{MARKED, Row};
use crate::shell::program;
use crate::waiting::{PIDS, PROMPT, eventually, left_behind};
use illformed::ask::adapter::Adapter;
use illformed::ask::adapter::process::ProcessAdapter;
use illformed::record::run::{FinishedDecoder, Observer, RunOptions, run};
use illformed::record::run_record::{DecoderRecord, DecoderRecorder, RunFacts, RunRecord, recorded};
use illformed_judge::case::{Case, Plan};
use illformed_judge::claim::DecoderInfo;
use illformed_judge::judge::{Judged, Response, VerdictKind};
use illformed_vectors::Suite;
use std::collections::BTreeMap;
use std::fs;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// The size of a record, in bytes, that no text of an adapter may exceed. Without such texts it has a tenth of that.
const MOST_OF_RECORD: usize = 1_000_000;

/// What a decoder shows when cases are asked again in fresh processes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Reasked {
    #[default]
    Same,
    /// A failure that depends on earlier cases.
    Depends,
    /// Answers that differ from time to time.
    Unstable,
    /// Either, by chance.
    Any,
    /// Nothing: it cannot be asked another sequence of cases.
    Never,
}

pub(crate) struct Seen {
    /// Why it could not be asked; empty if it could.
    pub(crate) broken: String,
    /// The id and the verdict of each case.
    pub(crate) cases: Vec<(String, String)>,
    pub(crate) reasked: Reasked,
    pub(crate) exit_codes: Vec<u8>,
    pub(crate) stderr: String,
    /// How many processes of it were started.
    pub(crate) starts: usize,
    /// Its processes that still run.
    pub(crate) left: Vec<String>,
    record_bytes: usize,
    took: Duration,
}

/// Records a decoder, and the verdict of each case with its window.
struct DetailObserver<'a> {
    recorder: DecoderRecorder<'a>,
    details: &'a Mutex<BTreeMap<usize, String>>,
}

impl Observer for DetailObserver<'_> {
    type Seen = DecoderRecord;

    fn case(&mut self, case: usize, judged: &Judged, response: Option<&Response>, window: &[usize]) {
        let verdict = &judged.claim.verdict;
        let outstanding = match window {
            [first, .., last] => format!(", cases {first} to {last}"),
            _ => String::new(),
        };
        self.details.lock().expect("nobody panicked").insert(case, format!("{verdict}{outstanding}"));
        self.recorder.case(case, judged, response, window);
    }

    fn correct(&mut self, case: usize, was: [VerdictKind; 2], why: &str) {
        self.recorder.correct(case, was, why);
    }

    fn finish(self, finished: &FinishedDecoder) -> DecoderRecord {
        self.recorder.finish(finished)
    }
}

impl Seen {
    pub(crate) fn of(row: &Row) -> Self {
        let folder = TempDir::new().expect("there is room for a folder");
        let start = Instant::now();
        let plan = Plan { suite: Suite::embedded(), cases: (row.cases)() };
        let program = program(&row.body, folder.path());
        let adapter: Box<dyn Adapter> = Box::new(ProcessAdapter::command(program, row.supervision.clone()));
        let options = RunOptions {
            repeat: row.repeat,
            asks_again: row.reasked != Reasked::Never,
            interrupted: Arc::clone(&row.supervision.interrupted),
            ..RunOptions::default()
        };
        let facts = RunFacts::default();
        let details = Mutex::new(BTreeMap::new());
        let watch = |adapter: &str, command: &[String], info: &DecoderInfo| DetailObserver {
            recorder: DecoderRecorder::new(&plan, &facts, adapter, command, info),
            details: &details,
        };
        let outcome = thread::scope(|scope| {
            if row.is_interrupted {
                scope.spawn(|| {
                    eventually("what the user waits for", || folder.path().join("waits").exists());
                    // What the adapter wrote before that may still be on its way.
                    eventually("the cases before it", || {
                        details.lock().expect("nobody panicked").len() >= MARKED
                    });
                    options.interrupted.store(true, Ordering::Relaxed);
                });
            }
            run(&plan, &[adapter], &options, &watch)
        });
        let stderr = outcome.asked.iter().map(|(_, diagnostics)| diagnostics.as_str()).collect();
        let mut record = recorded(&plan, facts, outcome, 0);
        record.finalize();
        let details = details.into_inner().expect("nobody panicked");
        let left = left_behind(folder.path());
        let pids = fs::read_to_string(folder.path().join(PIDS)).unwrap_or_default();
        let decoder = record.decoders.first();
        Self {
            broken: record.broken.iter().map(|note| note.why.clone()).collect::<Vec<_>>().join("; "),
            cases: verdicts(&plan.cases, decoder, &details),
            reasked: decoder.map_or(Reasked::Same, reasked),
            exit_codes: record.footer.exit_codes.clone(),
            stderr,
            starts: pids.lines().count(),
            left,
            record_bytes: size(&record),
            took: start.elapsed(),
        }
    }

    /// What took more than it may, and less than `least`.
    pub(crate) fn excess(&self, least: Duration) -> Option<String> {
        let Self { record_bytes, took, .. } = self;
        if !(least..PROMPT).contains(took) {
            return Some(format!("took {took:?}"));
        }
        (*record_bytes > MOST_OF_RECORD).then(|| format!("the record has {record_bytes} bytes"))
    }
}

/// `pass`, or the verdict and its cause. Behind a cause in the record is what the record shortens: the line that broke the
/// protocol, the limit, the window.
fn verdicts(
    cases: &[Case<'_>],
    decoder: Option<&DecoderRecord>,
    details: &BTreeMap<usize, String>,
) -> Vec<(String, String)> {
    let mut verdicts = vec!["nothing".to_owned(); cases.len()];
    for group in decoder.iter().flat_map(|decoder| &decoder.by_claim.groups) {
        for case in group.cases.iter() {
            let name = group.verdict.name();
            verdicts[case] = match (&group.cause, details.get(&case)) {
                (None, _) => name.to_owned(),
                (Some(cause), Some(detail)) if detail.starts_with(cause) => format!("{name}: {detail}"),
                (Some(cause), _) => format!("{name}: {cause}"),
            };
        }
    }
    cases.iter().map(|case| case.id.to_string()).zip(verdicts).collect()
}

fn reasked(decoder: &DecoderRecord) -> Reasked {
    match &decoder.asked_again {
        Some(again) if again.unstable => Reasked::Unstable,
        Some(again) if !again.dependences.is_empty() => Reasked::Depends,
        _ => Reasked::Same,
    }
}

fn size(record: &RunRecord) -> usize {
    serde_json::to_vec(record).map_or(usize::MAX, |json| json.len())
}
