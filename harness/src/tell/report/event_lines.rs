//! The events of a run as they happen: JSON, one a line. The only format that is written during the run.

use crate::record::json_text::compact;
use crate::record::run_record::{
    AdapterNote, CauseRecord, DecoderRecord, MOST_OF_WORD, RunRecord, Tally, cut,
};
use illformed_judge::case::Plan;
use illformed_judge::cause::{Cause, Severity};
use illformed_judge::claim::{Claim, DecoderInfo};
use illformed_judge::judge::{Judged, Response, VerdictKind};
use illformed_judge::shown::FailureWords;
use serde::Serialize;
use std::io::{self, BufWriter, Write};
use std::sync::{Mutex, PoisonError};

/// The version of the lines; harness/schema/events.schema.json describes them.
const SCHEMA: u32 = 1;

/// How many bytes may wait to be written.
const WAITING: usize = 1 << 16;

#[derive(Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
enum EventLine<'a> {
    RunStarted {
        schema: u32,
        tool: &'a str,
        version: &'a str,
        suite: &'a str,
        cases: usize,
    },
    AdapterAbsent(&'a AdapterNote),
    AdapterBroken(&'a AdapterNote),
    DecoderStarted {
        decoder: &'a str,
        implementation: &'a str,
        version: &'a str,
        api: &'a str,
        claim: &'a Claim,
        judged_by: &'static str,
    },
    Finding {
        decoder: &'a str,
        case: String,
        input: String,
        verdict: &'static str,
        detail: String,
        expected: Option<String>,
        observed: Option<String>,
    },
    /// Another judgement of a case, after it was asked again.
    Corrected {
        decoder: &'a str,
        case: String,
        was: &'a str,
        verdict: &'static str,
        detail: &'a str,
    },
    DecoderFinished {
        decoder: &'a str,
        tally: &'a Tally,
        causes: Vec<CauseLine>,
    },
    Interrupted,
    RunFinished {
        complete: bool,
        exit_codes: &'a [u8],
        took_ms: u64,
    },
}

/// A cause of a decoder's failures.
#[derive(Serialize)]
struct CauseLine {
    id: Cause,
    severity: Severity,
    cases: usize,
    /// The case that shows it best.
    example: String,
}

/// Writes what happens in a run of a plan, in whole lines: whenever the run ends, the last one is not torn. Lines are written
/// when a decoder begins or ends, and before 64 KiB of them wait. Decoders that are asked at the same time take turns: each
/// line about a decoder names it.
pub struct EventLines<'a, W: Write> {
    plan: &'a Plan<'a>,
    /// Where they go, and why that takes no more. A `BufWriter` never splits what it gets at once.
    sink: Mutex<(BufWriter<W>, io::Result<()>)>,
}

/// Writes what happens to one decoder.
pub struct DecoderEvents<'a, W: Write> {
    lines: &'a EventLines<'a, W>,
    decoder: String,
    by_claim: bool,
}

impl<'a, W: Write> EventLines<'a, W> {
    /// Says at once that the run began.
    pub fn new(plan: &'a Plan<'a>, writer: W) -> Self {
        let lines = Self { plan, sink: Mutex::new((BufWriter::with_capacity(WAITING, writer), Ok(()))) };
        lines.write(&EventLine::RunStarted {
            schema: SCHEMA,
            tool: "illformed",
            version: env!("CARGO_PKG_VERSION"),
            suite: plan.suite.name(),
            cases: plan.cases.len(),
        });
        lines
    }

    /// Says that a decoder of `adapter` is about to be asked. The run goes on if it cannot be written; the error comes from
    /// [`finish`](Self::finish).
    pub fn decoder(&self, adapter: &str, info: &DecoderInfo) -> DecoderEvents<'_, W> {
        let by_claim = info.claim.profile.is_some();
        let decoder = format!("{adapter}/{}", info.name);
        self.write(&EventLine::DecoderStarted {
            decoder: &decoder,
            implementation: &cut(&info.implementation, MOST_OF_WORD),
            version: &cut(&info.version, MOST_OF_WORD),
            api: &cut(&info.api, MOST_OF_WORD),
            claim: &info.claim,
            judged_by: if by_claim { "claim" } else { "rfc3629" },
        });
        DecoderEvents { lines: self, decoder, by_claim }
    }

    /// Says which adapters were not asked and that the run is over, and what could not be written.
    pub fn finish(self, record: &RunRecord) -> io::Result<()> {
        record.absent.iter().for_each(|note| self.write(&EventLine::AdapterAbsent(note)));
        record.broken.iter().for_each(|note| self.write(&EventLine::AdapterBroken(note)));
        let footer = &record.footer;
        if !footer.complete {
            self.write(&EventLine::Interrupted);
        }
        self.write(&EventLine::RunFinished {
            complete: footer.complete,
            exit_codes: &footer.exit_codes,
            took_ms: record.took_ms,
        });
        self.sink.into_inner().unwrap_or_else(PoisonError::into_inner).1
    }

    fn write(&self, line: &EventLine<'_>) {
        let may_wait = matches!(line, EventLine::Finding { .. } | EventLine::Corrected { .. });
        // Unicode knows three more ends of lines than JSON escapes: they are escaped, too.
        let line = compact(line) + "\n";
        let mut sink = self.sink.lock().unwrap_or_else(PoisonError::into_inner);
        let (writer, outcome) = &mut *sink;
        if outcome.is_ok() {
            *outcome = writer.write_all(line.as_bytes());
        }
        if outcome.is_ok() && !may_wait {
            *outcome = writer.flush();
        }
    }
}

impl<W: Write> DecoderEvents<'_, W> {
    pub fn case(&self, case: usize, judged: &Judged, response: Option<&Response>) {
        let judgement = if self.by_claim { &judged.claim } else { &judged.shown };
        let verdict = &judgement.verdict;
        if verdict.is_bad() {
            let planned = &self.lines.plan.cases[case];
            let words = FailureWords::of(judgement, response);
            self.lines.write(&EventLine::Finding {
                decoder: &self.decoder,
                case: planned.id.to_string(),
                input: planned.input().to_string(),
                verdict: verdict.name(),
                detail: words.detail,
                expected: words.expected,
                observed: response.is_some().then_some(words.observed),
            });
        }
    }

    pub fn correct(&self, case: usize, [was, shown_was]: [VerdictKind; 2], why: &str) {
        let was = if self.by_claim { was } else { shown_was };
        self.lines.write(&EventLine::Corrected {
            decoder: &self.decoder,
            case: self.lines.plan.cases[case].id.to_string(),
            was: was.name(),
            verdict: VerdictKind::Flaky.name(),
            detail: why,
        });
    }

    /// Says that all was asked, and what came of it.
    pub fn finish(self, record: &DecoderRecord) {
        let outcomes = record.judged_outcomes();
        let of_cause = |cause: &CauseRecord| CauseLine {
            id: cause.id,
            severity: cause.severity,
            cases: cause.cases.len(),
            example: self.lines.plan.cases[cause.example].id.to_string(),
        };
        let causes = outcomes.causes.iter().map(of_cause).collect();
        let (decoder, tally) = (self.decoder.as_str(), &outcomes.tally);
        self.lines.write(&EventLine::DecoderFinished { decoder, tally, causes });
    }
}
