//! Records a run.

use crate::ask::adapter::{Adapter, OpenFailure};
use crate::record::run::{FinishedDecoder, Observer, RunOptions, RunOutcome, run};
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
use illformed_judge::claim::DecoderInfo;
use illformed_judge::judge::{Judged, Response, VerdictKind};
use illformed_vectors::Origin;
use std::collections::{BTreeMap, BTreeSet};
use std::ptr;

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

/// Records what comes of one decoder.
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
    let outcome = run(plan, adapters, options, &|adapter, command, info| {
        DecoderRecorder::new(plan, &facts, adapter, command, info)
    });
    let mut record = recorded(plan, facts, outcome, 0);
    let reasons = record.finalize();
    (record, reasons)
}

/// The record of a run of `plan` that came to `outcome` in so many milliseconds. It is yet to be finalized.
pub fn recorded(
    plan: &Plan<'_>,
    facts: RunFacts,
    outcome: RunOutcome<DecoderRecord>,
    took_ms: u64,
) -> RunRecord {
    let (vectors, cases) = asked_cases(plan);
    // The vectors of a group stand together.
    let of_groups = vectors.chunk_by(|one, next| one.id.group() == next.id.group());
    let in_plan: BTreeSet<&str> = of_groups.map(|vectors| vectors[0].id.group()).collect();
    let groups = plan.suite.files().iter().filter(|file| in_plan.contains(file.group.as_str()));
    let groups = groups.map(|file| GroupRecord {
        name: file.group.clone(),
        about: file.about.clone(),
        complete: file.origin == Origin::Complete,
    });
    let suite = SuiteRecord {
        name: plan.suite.name().to_owned(),
        digest: facts.suite_digest,
        groups: groups.collect(),
    };
    let mut decoders: Vec<DecoderRecord> = Vec::new();
    for (mut of_adapter, diagnostics) in outcome.asked {
        if let Some(first) = of_adapter.first_mut() {
            first.diagnostics = cut_to_end(&diagnostics, MOST_OF_DIAGNOSTICS).into_owned();
        }
        decoders.append(&mut of_adapter);
    }
    let (mut absent, mut broken) = (Vec::new(), Vec::new());
    for (adapter, failure) in outcome.not_opened {
        let (notes, why) = match failure {
            OpenFailure::Absent(why) => (&mut absent, why),
            OpenFailure::Broken(why) => (&mut broken, why),
        };
        notes.push(AdapterNote { adapter, why: cut(&why, MOST_OF_TEXT).into_owned() });
    }
    let implementations: BTreeSet<&str> =
        decoders.iter().map(|decoder| decoder.implementation.as_str()).collect();
    let footer = Footer {
        complete: !outcome.is_interrupted,
        decoders: decoders.len(),
        implementations: implementations.len(),
        cases: cases.len(),
        tally: Tally::of_groups(decoders.iter().flat_map(|decoder| &decoder.by_claim.groups)),
        ..Footer::default()
    };
    let mut record = RunRecord {
        kind: KIND.to_owned(),
        schema: SCHEMA,
        tool: Tool { name: "illformed".to_owned(), version: env!("CARGO_PKG_VERSION").to_owned() },
        platform: Platform::here(),
        began_at: facts.began_at,
        took_ms,
        suite,
        selection: facts.selection,
        survey_of_all_but: facts.survey_of_all_but,
        fail_on: facts.fail_on.unwrap_or_else(least_severity),
        vectors,
        cases,
        decoders: Vec::new(),
        absent,
        broken,
        missed_baselines: Vec::new(),
        footer,
    };
    for decoder in decoders.iter_mut().filter(|decoder| decoder.claim.profile.is_some()) {
        decoder.certificate = Some(Certificate::of(&record, decoder));
    }
    record.decoders = decoders;
    record
}

/// The vectors of `plan` as the record has them, and its cases, each with the number of its vector.
fn asked_cases(plan: &Plan<'_>) -> (Vec<VectorRecord>, Vec<CaseRecord>) {
    // The cases of a vector stand together.
    let by_vector = || plan.cases.chunk_by(|one, next| ptr::eq(one.vector, next.vector));
    let mut vectors = Vec::with_capacity(by_vector().count());
    let mut cases = Vec::with_capacity(plan.cases.len());
    for of_vector in by_vector() {
        for case in of_vector {
            cases.push(CaseRecord { vector: vectors.len(), recipe: case.id.recipe });
        }
        let vector = of_vector[0].vector;
        vectors.push(VectorRecord {
            id: vector.id.clone(),
            input: vector.input.clone(),
            comment: vector.comment.clone(),
            flags: vector.flags.clone(),
            refs: vector.refs.clone(),
        });
    }
    (vectors, cases)
}

impl<'a> DecoderRecorder<'a> {
    /// A recorder of a decoder of `adapter` that is asked the cases of `plan`; `command` brings it in, if the user gave one.
    pub fn new(
        plan: &'a Plan<'a>,
        facts: &RunFacts,
        adapter: &str,
        command: &[String],
        info: &DecoderInfo,
    ) -> Self {
        let claim = &info.claim;
        let word = |text: &str| cut(text, MOST_OF_WORD).into_owned();
        let record = DecoderRecord {
            adapter: adapter.to_owned(),
            command: command.to_vec(),
            decoder: info.name.clone(),
            implementation: word(&info.implementation),
            version: word(&info.version),
            api: word(&info.api),
            claim: claim.clone(),
            replacement: None,
            asked: Asked::default(),
            by_claim: Outcomes::default(),
            by_rfc3629: None,
            diagnostics: String::new(),
            asked_again: None,
            swept: facts.swept.get(&format!("{adapter}/{}", info.name)).cloned(),
            certificate: None,
            baseline: None,
        };
        let is_judged = record.claim.profile.is_some();
        Self {
            record,
            plan,
            profile: claim.profile.unwrap_or(Profile::Rfc3629),
            by_claim: OutcomeRecorder::new(plan.suite, is_judged),
            by_rfc3629: (!claim.is_unreserved()).then(|| OutcomeRecorder::new(plan.suite, !is_judged)),
        }
    }
}

impl Observer for DecoderRecorder<'_> {
    type Seen = DecoderRecord;

    fn case(&mut self, case: usize, judged: &Judged, response: Option<&Response>, window: &[usize]) {
        if let Some(is_well_formed) = is_well_formed(&self.plan.cases[case], self.profile) {
            // What claims no profile is looked at as it is shown.
            let judgement = if self.record.claim.profile.is_some() { &judged.claim } else { &judged.shown };
            self.record.asked.add(is_well_formed, judgement.verdict.kind());
        }
        let id = &self.plan.cases[case].id;
        self.by_claim.push((case, id), &judged.claim, response, window);
        if let Some(by_rfc3629) = &mut self.by_rfc3629 {
            by_rfc3629.push((case, id), &judged.shown, response, window);
        }
    }

    fn correct(&mut self, case: usize, _: [VerdictKind; 2], why: &str) {
        self.by_claim.correct(case, why);
        if let Some(by_rfc3629) = &mut self.by_rfc3629 {
            by_rfc3629.correct(case, why);
        }
    }

    fn finish(self, finished: &FinishedDecoder) -> DecoderRecord {
        DecoderRecord {
            asked_again: finished.asked_again.clone(),
            replacement: finished.replacement.clone(),
            by_claim: self.by_claim.finish(&finished.causes[0]),
            by_rfc3629: self.by_rfc3629.map(|shown| shown.finish(&finished.causes[1])),
            ..self.record
        }
    }
}
