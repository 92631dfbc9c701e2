//! Records a run.

use crate::ask::adapter::Adapter;
use crate::record::run::{
    AskedAdapter, FinishedDecoder, JudgedCase, Observer, RunOptions, RunOutcome, StartedDecoder, run,
};
use crate::record::run_record::asked::is_well_formed;
use crate::record::run_record::cut::{MOST_OF_DIAGNOSTICS, MOST_OF_TEXT, MOST_OF_WORD, cut, cut_to_end};
use crate::record::run_record::outcome_recorder::OutcomeRecorder;
use crate::record::run_record::record::{
    AdapterNote, CaseRecord, DecoderRecord, Footer, GroupRecord, KIND, RunRecord, SCHEMA, SuiteRecord, Tool,
    VectorRecord, least_severity,
};
use crate::record::run_record::{Asked, Certificate, ExitReason, Outcomes, Platform, SweptRecord, Tally};
use illformed_codec::Profile;
use illformed_judge::case::Plan;
use illformed_judge::cause::Severity;
use illformed_judge::claim::Claim;
use illformed_vectors::Origin;
use std::collections::{BTreeMap, BTreeSet};
use std::{mem, ptr};

/// The facts of a run that its outcomes do not show: suite, selection, limits and start.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RunFacts {
    pub suite_digest: String,
    pub selection: Vec<String>,
    /// In a survey, the implementation whose failures alone count.
    pub survey_of_all_but: Option<String>,
    /// The least severity that makes the run fail; `None` for the least there is.
    pub fail_on: Option<Severity>,
    pub began_at: u64,
    /// What decoders were asked besides their cases, by `<adapter>/<decoder>`.
    pub swept: BTreeMap<String, SweptRecord>,
}

/// Records a run: a part for each decoder, and then the whole.
#[derive(Debug)]
pub struct Recorder<'a> {
    record: RunRecord,
    plan: &'a Plan<'a>,
    swept: BTreeMap<String, SweptRecord>,
}

#[derive(Debug)]
pub struct DecoderRecorder<'a> {
    record: DecoderRecord,
    plan: &'a Plan<'a>,
    profile: Profile,
    by_claim: OutcomeRecorder<'a>,
    /// `None` if its claim is to follow RFC 3629 without reserve, so that both judgements are one.
    by_rfc3629: Option<OutcomeRecorder<'a>>,
}

/// Asks `adapters` the cases of `plan`, and records it.
pub fn record_run(
    plan: &Plan<'_>,
    adapters: &[Box<dyn Adapter>],
    options: &RunOptions,
    facts: RunFacts,
) -> (RunRecord, Vec<ExitReason>) {
    let recorder = Recorder::new(plan, facts);
    let outcome = run(plan, adapters, options, &|started: &StartedDecoder<'_>| recorder.decoder(started));
    recorder.finish(outcome, 0)
}

impl<'a> Recorder<'a> {
    /// A recorder of a run of `plan`.
    pub fn new(plan: &'a Plan<'a>, facts: RunFacts) -> Self {
        let mut vectors: Vec<VectorRecord> = Vec::new();
        let mut cases = Vec::with_capacity(plan.cases.len());
        let mut in_plan: BTreeSet<&str> = BTreeSet::new();
        // The cases of a vector stand together.
        for of_vector in plan.cases.chunk_by(|one, next| ptr::eq(one.vector, next.vector)) {
            let vector = of_vector[0].vector;
            in_plan.insert(vector.id.group());
            for case in of_vector {
                let recipe = case.id.recipe.map_or_else(String::new, |recipe| recipe.to_string());
                cases.push(CaseRecord { vector: vectors.len(), recipe });
            }
            vectors.push(VectorRecord {
                id: vector.id.to_string(),
                input: vector.input.clone(),
                comment: vector.comment.clone(),
                flags: vector.flags.clone(),
                refs: vector.refs.clone(),
            });
        }
        let groups = plan.suite.files().iter().filter(|file| in_plan.contains(file.group.as_str()));
        let groups = groups.map(|file| GroupRecord {
            name: file.group.clone(),
            about: file.about.clone(),
            complete: file.origin == Origin::Complete,
        });
        let groups = groups.collect();
        let record = RunRecord {
            kind: KIND.to_owned(),
            schema: SCHEMA,
            tool: Tool { name: "illformed".to_owned(), version: env!("CARGO_PKG_VERSION").to_owned() },
            platform: Platform::here(),
            began_at: facts.began_at,
            took_ms: 0,
            suite: SuiteRecord { name: plan.suite.name().to_owned(), digest: facts.suite_digest, groups },
            selection: facts.selection,
            survey_of_all_but: facts.survey_of_all_but,
            fail_on: facts.fail_on.unwrap_or_else(least_severity),
            vectors,
            cases,
            decoders: Vec::new(),
            absent: Vec::new(),
            broken: Vec::new(),
            missed_baselines: Vec::new(),
            footer: Footer { complete: true, ..Footer::default() },
        };
        Self { record, plan, swept: facts.swept }
    }

    pub fn decoder(&self, started: &StartedDecoder<'_>) -> DecoderRecorder<'_> {
        let StartedDecoder { adapter, command, info } = started;
        let claim = &info.claim;
        let word = |text: &str| cut(text, MOST_OF_WORD).into_owned();
        let record = DecoderRecord {
            adapter: (*adapter).to_owned(),
            command: command.to_vec(),
            decoder: info.name.clone(),
            implementation: word(&info.implementation),
            version: word(&info.version),
            api: word(&info.api),
            claim: claim.into(),
            replacement: None,
            asked: Asked::default(),
            by_claim: Outcomes::default(),
            by_rfc3629: None,
            diagnostics: String::new(),
            asked_again: None,
            swept: self.swept.get(&format!("{adapter}/{}", info.name)).cloned(),
            certificate: None,
            baseline: None,
        };
        let is_judged = record.claim.is_judged();
        DecoderRecorder {
            record,
            plan: self.plan,
            profile: claim.profile.unwrap_or(Profile::Rfc3629),
            by_claim: OutcomeRecorder::new(self.plan.suite, is_judged),
            by_rfc3629: (!is_unreserved(claim)).then(|| OutcomeRecorder::new(self.plan.suite, !is_judged)),
        }
    }

    /// The record of a run that came to `outcome` in so many milliseconds, and why it does not end with 0.
    pub fn finish(self, outcome: RunOutcome<DecoderRecord>, took_ms: u64) -> (RunRecord, Vec<ExitReason>) {
        let mut record = self.record;
        record.took_ms = took_ms;
        for adapter in outcome.adapters {
            match adapter {
                AskedAdapter::Absent { adapter, why } => record.absent.push(note(adapter, &why)),
                AskedAdapter::Broken { adapter, why } => record.broken.push(note(adapter, &why)),
                AskedAdapter::Asked { mut decoders, diagnostics } => {
                    if let Some(first) = decoders.first_mut() {
                        first.diagnostics = cut_to_end(&diagnostics, MOST_OF_DIAGNOSTICS).into_owned();
                    }
                    record.decoders.extend(decoders);
                }
            }
        }
        let implementations: BTreeSet<&str> =
            record.decoders.iter().map(|decoder| decoder.implementation.as_str()).collect();
        let mut tally = Tally::default();
        record.decoders.iter().for_each(|decoder| tally.merge(&decoder.by_claim.tally));
        record.footer = Footer {
            complete: !outcome.is_interrupted,
            decoders: record.decoders.len(),
            implementations: implementations.len(),
            cases: record.cases.len(),
            tally,
            ..Footer::default()
        };
        let mut decoders = mem::take(&mut record.decoders);
        for decoder in decoders.iter_mut().filter(|decoder| decoder.claim.is_judged()) {
            decoder.certificate = Some(Certificate::of(&record, decoder));
        }
        record.decoders = decoders;
        let reasons = record.finalize();
        (record, reasons)
    }
}

impl Observer for DecoderRecorder<'_> {
    type Seen = DecoderRecord;

    fn case(&mut self, judged_case: &JudgedCase<'_>) {
        let JudgedCase { case, judged, .. } = *judged_case;
        if let Some(is_well_formed) = is_well_formed(&self.plan.cases[case], self.profile) {
            // What claims no profile is looked at as it is shown.
            let judgement = if self.record.claim.is_judged() { &judged.claim } else { &judged.shown };
            self.record.asked.add(is_well_formed, judgement.verdict.kind());
        }
        let id = &self.plan.cases[case].id;
        self.by_claim.push(judged_case, id, &judged.claim, judged.wrong.as_deref());
        if let Some(by_rfc3629) = &mut self.by_rfc3629 {
            by_rfc3629.push(judged_case, id, &judged.shown, judged.shown_wrong.as_deref());
        }
    }

    fn finish(self, finished: &FinishedDecoder) -> DecoderRecord {
        DecoderRecord {
            asked_again: finished.asked_again.clone(),
            replacement: finished.replacement.as_ref().map(Into::into),
            by_claim: self.by_claim.finish(finished, 0),
            by_rfc3629: self.by_rfc3629.map(|shown| shown.finish(finished, 1)),
            ..self.record
        }
    }
}

/// Whether RFC 3629 is all that is claimed.
fn is_unreserved(claim: &Claim) -> bool {
    claim.profile == Some(Profile::Rfc3629) && claim.refuses.is_empty()
}

fn note(adapter: String, why: &str) -> AdapterNote {
    AdapterNote { adapter, why: cut(why, MOST_OF_TEXT).into_owned() }
}
