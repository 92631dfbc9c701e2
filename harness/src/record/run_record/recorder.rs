//! Turns the events of a run into its record.

use crate::record::run::{DetailsFn, RunEvent};
use crate::record::run_record::asked::WellFormed;
use crate::record::run_record::correction::CorrectedCase;
use crate::record::run_record::cut::{MOST_OF_DIAGNOSTICS, MOST_OF_TEXT, MOST_OF_WORD, cut, cut_to_end};
use crate::record::run_record::finding_choice::{FindingChoice, MostVectors, details_of, is_unreserved};
use crate::record::run_record::grouping::GroupIndex;
use crate::record::run_record::observed::ObservedIndex;
use crate::record::run_record::outcomes::{Given, Outcomes};
use crate::record::run_record::record::{
    AdapterNote, CaseRecord, DecoderRecord, Footer, GroupRecord, KIND, Platform, RunRecord, SCHEMA,
    SuiteRecord, Tool, VectorRecord, least_severity,
};
use crate::record::run_record::{Asked, ExitReason, Tally};
use illformed_codec::Profile;
use illformed_judge::case::Plan;
use illformed_judge::cause::Severity;
use illformed_judge::judge::{Judgement, VerdictKind};
use illformed_vectors::{Origin, Suite};
use std::collections::BTreeSet;

/// What the record says and the events do not.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RunFacts {
    /// SHA-256 of the suite, as hex.
    pub suite_digest: String,
    pub selection: Vec<String>,
    /// In a survey, the implementation whose failures alone count.
    pub survey_of_all_but: Option<String>,
    /// The least severity that makes the run fail; `None` for the least there is.
    pub fail_on: Option<Severity>,
    pub began_at: u64,
}

/// Listens to a run.
#[derive(Debug)]
pub struct Recorder<'a> {
    record: RunRecord,
    plan: &'a Plan<'a>,
    most: MostVectors,
    /// Which findings of the decoder at hand are kept, once there is one.
    findings: Option<FindingChoice>,
    /// Where the groups of its outcomes stand, by its claim and by RFC 3629.
    groups: GroupIndex,
    shown_groups: GroupIndex,
    /// Where what it gave stands in the judgement that counts.
    observed: ObservedIndex,
    well_formed: WellFormed,
    /// The number of the first decoder of the adapter at hand.
    adapter_begins: usize,
    /// Cases of the decoder at hand that are judged otherwise, with the verdicts that were recorded.
    corrections: Vec<(usize, [VerdictKind; 2], [Judgement; 2])>,
}

impl<'a> Recorder<'a> {
    /// A recorder of a run of `plan`.
    pub fn new(plan: &'a Plan<'a>, facts: RunFacts) -> Self {
        let mut vectors: Vec<VectorRecord> = Vec::new();
        let mut cases = Vec::new();
        for case in &plan.cases {
            // The cases of a vector stand together.
            if vectors.last().is_none_or(|last| last.id != case.vector.id.as_str()) {
                vectors.push(VectorRecord {
                    id: case.vector.id.to_string(),
                    input: case.vector.input.clone(),
                    comment: case.vector.comment.clone(),
                    flags: case.vector.flags.clone(),
                    refs: case.vector.refs.clone(),
                });
            }
            let recipe = case.id.recipe.map_or_else(String::new, |recipe| recipe.to_string());
            cases.push(CaseRecord { vector: vectors.len() - 1, recipe });
        }
        let in_plan: BTreeSet<&str> = plan.cases.iter().map(|case| case.vector.id.group()).collect();
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
            platform: Platform {
                os: std::env::consts::OS.to_owned(),
                arch: std::env::consts::ARCH.to_owned(),
                locale: "C.UTF-8".to_owned(),
            },
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
        Self {
            record,
            plan,
            most: MostVectors::of(plan.suite),
            findings: None,
            groups: GroupIndex::default(),
            shown_groups: GroupIndex::default(),
            observed: ObservedIndex::default(),
            well_formed: WellFormed::default(),
            adapter_begins: 0,
            corrections: Vec::new(),
        }
    }

    /// Which details of a run of `suite` a recorder keeps: with this for [`RunOptions::details`] the record is the same.
    ///
    /// [`RunOptions::details`]: crate::record::run::RunOptions::details
    pub fn details(suite: &Suite) -> DetailsFn {
        details_of(suite)
    }

    pub fn take(&mut self, event: &RunEvent<'_>) {
        match event {
            RunEvent::AdapterAbsent { adapter, why } => self.record.absent.push(note(adapter, why)),
            RunEvent::AdapterBroken { adapter, why } => self.record.broken.push(note(adapter, why)),
            RunEvent::DecoderStarted { adapter, command, decoder } => {
                let claim = &decoder.claim;
                let shown = (!is_unreserved(claim)).then(Outcomes::default);
                let profile = claim.profile.unwrap_or(Profile::Rfc3629);
                self.well_formed.claim(self.plan, profile);
                self.findings = Some(FindingChoice::new(&self.most, claim));
                (self.groups, self.shown_groups, self.observed) = Default::default();
                let word = |text: &str| cut(text, MOST_OF_WORD).into_owned();
                self.record.decoders.push(DecoderRecord {
                    adapter: (*adapter).to_owned(),
                    command: command.to_vec(),
                    decoder: decoder.name.clone(),
                    implementation: word(&decoder.implementation),
                    version: word(&decoder.version),
                    api: word(&decoder.api),
                    claim: (&decoder.claim).into(),
                    replacement: None,
                    asked: Asked::default(),
                    by_claim: Outcomes::default(),
                    by_rfc3629: shown,
                    diagnostics: String::new(),
                    asked_again: None,
                    baseline: None,
                });
            }
            RunEvent::CaseJudged { case, judged, response, window } => {
                let Some(decoder) = self.record.decoders.last_mut() else { return };
                let (case, id) = (*case, &self.plan.cases[*case].id);
                if let Some(is_well_formed) = self.well_formed.of(case) {
                    // What claims no profile is looked at as it is shown.
                    let judgement = if decoder.claim.is_judged() { &judged.claim } else { &judged.shown };
                    decoder.asked.add(is_well_formed, judgement.verdict.kind());
                }
                let given = Given { response: *response, window };
                let findings = self.findings.as_mut();
                let [is_finding, is_shown_finding] =
                    findings.map_or([false; 2], |findings| findings.keeps(id, judged));
                let (judgement, wrong) = (&judged.claim, judged.wrong.as_deref());
                let unclaimed = !decoder.claim.is_judged();
                let index = (!unclaimed).then_some(&mut self.observed);
                decoder.by_claim.push(case, judgement, wrong, given, (&mut self.groups, index), is_finding);
                if let Some(shown) = &mut decoder.by_rfc3629 {
                    let wrong = judged.shown_wrong.as_deref();
                    let judgement = &judged.shown;
                    let index = unclaimed.then_some(&mut self.observed);
                    let places = (&mut self.shown_groups, index);
                    shown.push(case, judgement, wrong, given, places, is_shown_finding);
                }
            }
            RunEvent::AskingAgain => {}
            RunEvent::CaseCorrected { case, was, judged } => {
                self.corrections.push((*case, *was, [judged.claim.clone(), judged.shown.clone()]));
            }
            RunEvent::DecoderFinished { replacement, asked_again, causes: [by_claim, by_rfc3629] } => {
                self.correct();
                let Some(decoder) = self.record.decoders.last_mut() else { return };
                decoder.asked_again.clone_from(asked_again);
                decoder.replacement = replacement.as_ref().map(Into::into);
                decoder.by_claim.causes = by_claim.iter().map(Into::into).collect();
                if let Some(shown) = &mut decoder.by_rfc3629 {
                    shown.causes = by_rfc3629.iter().map(Into::into).collect();
                }
            }
            RunEvent::AdapterFinished { diagnostics } => {
                // Those since the last adapter are of this one; another may have the same name.
                if let Some(first) = self.record.decoders.get_mut(self.adapter_begins) {
                    first.diagnostics = cut_to_end(diagnostics, MOST_OF_DIAGNOSTICS).into_owned();
                }
                self.adapter_begins = self.record.decoders.len();
            }
            RunEvent::Interrupted => self.record.footer.complete = false,
        }
    }

    /// Corrects what was recorded of the decoder at hand.
    fn correct(&mut self) {
        let corrections = std::mem::take(&mut self.corrections);
        let Some(decoder) = self.record.decoders.last_mut().filter(|_| !corrections.is_empty()) else {
            return;
        };
        let by = |which: usize| {
            let corrected = corrections.iter().map(|(case, was, judgements)| CorrectedCase {
                case: *case,
                was: was[which],
                judgement: &judgements[which],
            });
            corrected.collect::<Vec<_>>()
        };
        let keeps_observed = decoder.claim.is_judged();
        decoder.by_claim.correct(&by(0), keeps_observed);
        if let Some(shown) = &mut decoder.by_rfc3629 {
            shown.correct(&by(1), !keeps_observed);
        }
    }

    pub fn finish(mut self, took_ms: u64) -> (RunRecord, Vec<ExitReason>) {
        self.correct();
        let record = &mut self.record;
        record.took_ms = took_ms;
        let implementations: BTreeSet<&str> =
            record.decoders.iter().map(|decoder| decoder.implementation.as_str()).collect();
        let mut tally = Tally::default();
        record.decoders.iter().for_each(|decoder| tally.merge(&decoder.by_claim.tally));
        record.footer.implementations = implementations.len();
        record.footer.decoders = record.decoders.len();
        record.footer.cases = record.cases.len();
        record.footer.tally = tally;
        let reasons = record.finalize();
        (self.record, reasons)
    }
}

fn note(adapter: &str, why: &str) -> AdapterNote {
    AdapterNote { adapter: adapter.to_owned(), why: cut(why, MOST_OF_TEXT).into_owned() }
}
