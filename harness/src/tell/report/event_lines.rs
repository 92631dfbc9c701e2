//! The events of a run as they happen: JSON, one a line. The only format that listens.

use crate::record::json_text::compact;
use crate::record::run::RunEvent;
use crate::record::run_record::{MOST_OF_TEXT, MOST_OF_WORD, RunRecord, Tally, cut};
use illformed_judge::case::Plan;
use illformed_judge::cause::{Cause, FoundCause, Severity};
use illformed_judge::claim::ClaimRecord;
use illformed_judge::judge::{Judged, Response, VerdictKind, excerpts};
use illformed_judge::shown::{detail, expected_notation};
use serde::Serialize;
use std::io::{self, Write};

/// The version of the lines; harness/schema/events.schema.json describes them.
const SCHEMA: u32 = 1;

/// How many bytes may wait to be written.
const WAITING: usize = 1 << 16;

#[derive(Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
enum Line<'a> {
    RunStarted {
        schema: u32,
        tool: &'a str,
        version: &'a str,
        suite: &'a str,
        cases: usize,
    },
    AdapterAbsent {
        adapter: &'a str,
        why: &'a str,
    },
    AdapterBroken {
        adapter: &'a str,
        why: &'a str,
    },
    DecoderStarted {
        decoder: &'a str,
        implementation: &'a str,
        version: &'a str,
        api: &'a str,
        claim: ClaimRecord,
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
        detail: String,
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

impl CauseLine {
    fn of(plan: &Plan<'_>, found: &FoundCause) -> Self {
        let (id, severity) = (found.cause, found.cause.severity());
        Self {
            id,
            severity,
            cases: found.cases.len(),
            example: plan.cases[found.example.case].id.to_string(),
        }
    }
}

/// Listens to a run of a plan, and writes whole lines: whenever the run ends, the last one is not torn. Lines are written
/// when a decoder begins or ends, and before 64 KiB of them wait.
pub struct EventLines<'a, W: Write> {
    plan: &'a Plan<'a>,
    writer: W,
    waiting: Vec<u8>,
    decoder: String,
    by_claim: bool,
    tally: Tally,
    failed: Option<io::Error>,
}

impl<'a, W: Write> EventLines<'a, W> {
    /// A listener, which says at once that the run began.
    pub fn new(plan: &'a Plan<'a>, writer: W) -> Self {
        let mut lines = Self {
            plan,
            writer,
            waiting: Vec::new(),
            decoder: String::new(),
            by_claim: true,
            tally: Tally::default(),
            failed: None,
        };
        lines.say(&Line::RunStarted {
            schema: SCHEMA,
            tool: "illformed",
            version: env!("CARGO_PKG_VERSION"),
            suite: plan.suite.name(),
            cases: plan.cases.len(),
        });
        lines.flush();
        lines
    }

    /// Takes an event. The run goes on if it cannot be written; the error comes from [`finish`](Self::finish).
    pub fn take(&mut self, event: &RunEvent<'_>) {
        match event {
            RunEvent::AdapterAbsent { adapter, why } => {
                self.say(&Line::AdapterAbsent { adapter, why: &cut(why, MOST_OF_TEXT) });
            }
            RunEvent::AdapterBroken { adapter, why } => {
                self.say(&Line::AdapterBroken { adapter, why: &cut(why, MOST_OF_TEXT) });
            }
            RunEvent::DecoderStarted { adapter, decoder, .. } => {
                self.decoder = format!("{adapter}/{}", decoder.name);
                self.tally = Tally::default();
                let claim = ClaimRecord::from(&decoder.claim);
                self.by_claim = claim.is_judged();
                let name = self.decoder.clone();
                self.say(&Line::DecoderStarted {
                    decoder: &name,
                    implementation: &cut(&decoder.implementation, MOST_OF_WORD),
                    version: &cut(&decoder.version, MOST_OF_WORD),
                    api: &cut(&decoder.api, MOST_OF_WORD),
                    claim,
                    judged_by: if self.by_claim { "claim" } else { "rfc3629" },
                });
            }
            RunEvent::CaseJudged { case, judged, response, .. } => {
                return self.judged(*case, judged, *response);
            }
            RunEvent::DecoderFinished { causes: [by_claim, by_rfc3629], .. } => {
                let (name, tally) = (std::mem::take(&mut self.decoder), std::mem::take(&mut self.tally));
                let causes = if self.by_claim { by_claim } else { by_rfc3629 };
                let causes = causes.iter().map(|found| CauseLine::of(self.plan, found)).collect();
                self.say(&Line::DecoderFinished { decoder: &name, tally: &tally, causes });
            }
            RunEvent::CaseCorrected { case, was, judged } => return self.corrected(*case, *was, judged),
            RunEvent::AskingAgain | RunEvent::AdapterFinished { .. } => return,
            RunEvent::Interrupted => self.say(&Line::Interrupted),
        }
        self.flush();
    }

    /// Says that the run is over, and what could not be written.
    pub fn finish(mut self, record: &RunRecord) -> io::Result<()> {
        let footer = &record.footer;
        self.say(&Line::RunFinished {
            complete: footer.complete,
            exit_codes: &footer.exit_codes,
            took_ms: record.took_ms,
        });
        self.flush();
        self.failed.map_or(Ok(()), Err)
    }

    fn judged(&mut self, case: usize, judged: &Judged, response: Option<&Response>) {
        let (judgement, wrong) = if self.by_claim {
            (&judged.claim, judged.wrong.as_deref())
        } else {
            (&judged.shown, judged.shown_wrong.as_deref())
        };
        let verdict = &judgement.verdict;
        self.tally.add(verdict.kind());
        if verdict.is_bad() {
            let planned = &self.plan.cases[case];
            let name = self.decoder.clone();
            let given = response.map(ToString::to_string).unwrap_or_default();
            let wanted = expected_notation(wrong);
            let (cut_wanted, cut_given) = excerpts(wanted.as_deref().unwrap_or_default(), &given);
            self.say(&Line::Finding {
                decoder: &name,
                case: planned.id.to_string(),
                input: planned.vector.input.to_string(),
                verdict: verdict.name(),
                detail: excerpts(&detail(verdict, wrong, response), "").0,
                expected: wanted.is_some().then_some(cut_wanted),
                observed: response.is_some().then_some(cut_given),
            });
        }
    }

    fn corrected(&mut self, case: usize, [was, shown_was]: [VerdictKind; 2], judged: &Judged) {
        let (was, judgement) = if self.by_claim { (was, &judged.claim) } else { (shown_was, &judged.shown) };
        self.tally.remove(was);
        self.tally.add(judgement.verdict.kind());
        let name = self.decoder.clone();
        self.say(&Line::Corrected {
            decoder: &name,
            case: self.plan.cases[case].id.to_string(),
            was: was.name(),
            verdict: judgement.verdict.name(),
            detail: judgement.verdict.to_string(),
        });
    }

    fn say(&mut self, line: &Line<'_>) {
        // Unicode knows three more ends of lines than JSON escapes: they are escaped, too.
        let text = compact(line);
        if self.waiting.len() + text.len() >= WAITING {
            self.flush();
        }
        self.waiting.extend(text.as_bytes());
        self.waiting.push(b'\n');
    }

    fn flush(&mut self) {
        if self.failed.is_none() {
            let written = self.writer.write_all(&self.waiting).and_then(|()| self.writer.flush());
            self.failed = written.err();
        }
        self.waiting.clear();
    }
}
