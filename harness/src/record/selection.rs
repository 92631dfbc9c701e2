//! What a user selects of a run: which cases, and what else its answers may depend on.

use crate::ask::adapter::process::Supervision;
use crate::ask::nearest::{did_you_mean, near_vectors};
use crate::ask::selection::{Globs, SelectionError};
use crate::record::digest::suite_digest;
use crate::record::run_record::RunFacts;
use crate::record::security::is_security;
use illformed_judge::case::{CaseId, Depth, Plan};
use illformed_judge::expected::{Resolutions, Ruling};
use illformed_vectors::{Suite, smoke_vectors};
use std::collections::{BTreeSet, HashSet};
use std::fmt::Display;
use std::path::PathBuf;
use std::time::Duration;

/// The implementation whose failures count in a survey.
const OWN: &str = "illformed-codec";

/// What a user selects, flag by flag of `illformed run`.
#[derive(Debug, Clone, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own on the command line")]
pub struct Selection {
    pub adapter: Vec<String>,
    /// Globs of `adapter/decoder`.
    pub decoder: Vec<String>,
    pub only: Vec<String>,
    /// The first case, by its id.
    pub from: Option<String>,
    /// The last case, by its id.
    pub to: Option<String>,
    /// Rulings on open questions, as `QUESTION=accept` or `QUESTION=reject`.
    pub resolve: Vec<String>,
    /// Whether all cases are derived.
    pub deep: bool,
    /// Whether only vectors about attacks are asked.
    pub security: bool,
    /// Whether only the smoke vectors are asked, without derived cases.
    pub smoke: bool,
    /// Whether inputs end at a guard page.
    pub guard: bool,
    /// The folder of the vectors, if they are not the built-in ones.
    pub suite: Option<PathBuf>,
    /// How often each case is asked.
    pub repeat: usize,
    /// Seconds that an adapter may take for an answer.
    pub timeout: f64,
    /// MiB of memory that an adapter may use.
    pub max_memory: u64,
    /// Whether only failures of this project's codec count.
    pub survey: bool,
}

impl Selection {
    /// The groups of the cases that are selected, if the flags name them: a glob as far as its slash. `None` for all.
    pub fn groups(&self) -> Option<BTreeSet<&str>> {
        fn group(id: &str) -> Option<&str> {
            id.split_once('/').map(|(group, _)| group)
        }
        if self.only.is_empty() {
            return self.smoke.then(|| smoke_vectors().filter_map(group).collect());
        }
        let is_plain = |group: &&str| !group.contains(['*', '?', '[']);
        self.only.iter().map(|glob| group(glob).filter(is_plain)).collect()
    }

    /// The selected cases of `suite`, which are at least one if a flag names any.
    pub fn plan<'suite>(&self, suite: &'suite Suite) -> Result<Plan<'suite>, SelectionError> {
        let only = Globs::parse("--only", &self.only)?;
        let depth = if self.deep { Depth::Deep } else { Depth::Usual };
        let about_attacks: Option<HashSet<&str>> = self.security.then(|| {
            let vectors = suite.vectors().filter(|vector| is_security(suite, vector));
            vectors.map(|vector| vector.id.as_str()).collect()
        });
        let smoke: Option<HashSet<&str>> = self.smoke.then(|| smoke_vectors().collect());
        let is_smoke = |id: &CaseId| {
            smoke.as_ref().is_none_or(|smoke| id.recipe.is_none() && smoke.contains(id.vector.as_str()))
        };
        let mut plan = Plan::of_depth(suite, depth, |id: &CaseId| {
            is_smoke(id)
                && about_attacks.as_ref().is_none_or(|ids| ids.contains(id.vector.as_str()))
                && (only.is_empty() || only.select_case(&id.to_string(), id.vector.as_str()))
        });
        // A case that is named in full is asked, whether or not it is usually derived, unless another flag leaves it out.
        if !self.security && !self.smoke {
            let named = self.only.iter().filter_map(|text| text.parse::<CaseId>().ok());
            named.filter_map(|id| Plan::find(suite, &id)).for_each(|case| plan.insert(case));
        }
        if plan.cases.is_empty() && self.security && only.is_empty() {
            return Err(SelectionError("--security: no vector of this suite is about attacks".to_owned()));
        }
        if !self.security && !self.smoke {
            let cases = plan.cases.iter().map(|case| (case.id.to_string(), case.vector.id.as_str()));
            only.check_cases("--only", cases, suite.vectors().map(|vector| vector.id.as_str()))?;
        } else if plan.cases.is_empty() && !only.is_empty() {
            let only = self.only.join(" ");
            return Err(SelectionError(format!(
                "--only {only}: --security or --smoke leaves none of these cases"
            )));
        }
        self.cut(&mut plan)?;
        Ok(plan)
    }

    /// Takes the cases before `from` and behind `to` out of `plan`.
    fn cut(&self, plan: &mut Plan<'_>) -> Result<(), SelectionError> {
        let place = |flag: &str, id: &String| {
            let place = plan.cases.iter().position(|case| case.id.to_string() == *id);
            place.ok_or_else(|| {
                let vectors: BTreeSet<&str> = plan.cases.iter().map(|case| case.vector.id.as_str()).collect();
                let near = near_vectors(id, &Vec::from_iter(vectors));
                let near = did_you_mean(&near.iter().map(String::as_str).collect::<Vec<_>>());
                SelectionError(format!("{flag} {id}: no selected case of that id{near}"))
            })
        };
        let to = self.to.as_ref().map(|id| place("--to", id)).transpose()?;
        let from = self.from.as_ref().map(|id| place("--from", id)).transpose()?;
        plan.cases.truncate(to.map_or(usize::MAX, |to| to + 1));
        plan.cases.drain(..from.unwrap_or(0).min(plan.cases.len()));
        if plan.cases.is_empty() && (from.is_some() || to.is_some()) {
            return Err(SelectionError("--to names a case before that of --from".to_owned()));
        }
        Ok(())
    }

    /// The rulings on open questions.
    pub fn resolutions(&self) -> Result<Resolutions, SelectionError> {
        let parse = |text: &String| {
            let wrong = |reason: String| SelectionError(format!("--resolve {text}: {reason}"));
            let (question, ruling) = text
                .split_once('=')
                .ok_or_else(|| wrong("expected QUESTION=accept or QUESTION=reject".to_owned()))?;
            let question = question.parse().map_err(|error| wrong(format!("{error}")))?;
            let ruling = match ruling {
                "accept" => Ruling::Accept,
                "reject" => Ruling::Reject,
                other => return Err(wrong(format!("unknown ruling `{other}`, expected accept or reject"))),
            };
            Ok((question, ruling))
        };
        self.resolve.iter().map(parse).collect::<Result<_, _>>().map(Resolutions)
    }

    /// What the record of a run that began then, in seconds since 1970, says of the selection from `suite`.
    pub fn facts(&self, suite: &Suite, began_at: u64) -> RunFacts {
        let survey_of_all_but = self.survey.then(|| OWN.to_owned());
        let (suite_digest, selection) = (suite_digest(suite), self.words());
        RunFacts { suite_digest, selection, survey_of_all_but, fail_on: None, began_at }
    }

    /// The words of the command line that make it, without what is so by default.
    fn words(&self) -> Vec<String> {
        let by_default = Supervision::default();
        let is_other_limit = Duration::from_secs_f64(self.timeout) != by_default.answer_limit;
        let is_other_memory = self.max_memory != by_default.max_memory_mib;
        [
            flag("--security", self.security),
            flag("--smoke", self.smoke),
            values("--adapter", &self.adapter),
            values("--decoder", &self.decoder),
            values("--only", &self.only),
            values("--from", &self.from),
            values("--to", &self.to),
            values("--resolve", &self.resolve),
            flag("--deep", self.deep),
            flag("--guard", self.guard),
            values("--suite", self.suite.as_ref().map(|suite| suite.display())),
            values("--repeat", Some(self.repeat).filter(|repeat| *repeat > 1)),
            values("--timeout", Some(self.timeout).filter(|_| is_other_limit)),
            values("--max-memory", Some(self.max_memory).filter(|_| is_other_memory)),
        ]
        .concat()
    }
}

fn flag(name: &str, is_given: bool) -> Vec<String> {
    if is_given { vec![name.to_owned()] } else { Vec::new() }
}

fn values<T: Display>(name: &str, values: impl IntoIterator<Item = T>) -> Vec<String> {
    values.into_iter().map(|value| format!("{name} {value}")).collect()
}
