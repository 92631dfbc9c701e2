//! What a user selects of a run: which cases, and what else its answers may depend on.

use crate::ask::adapter::process::Supervision;
use crate::ask::nearest::{did_you_mean, near_vectors};
use crate::ask::selection::Globs;
use crate::cli::args::SuiteArguments;
use crate::cli::decoders::DecoderArguments;
use crate::cli::error::CliError;
use crate::cli::help::{BASELINES, CASES, LIMITS};
use crate::cli::sweep::sweep_names;
use crate::record::run_record::{RunFacts, SWEEP_GROUP};
use crate::record::security::is_security;
use clap::Args;
use illformed_judge::case::{CaseId, Depth, Plan};
use illformed_judge::complete::{default_part, default_suite};
use illformed_judge::expected::Ruling;
use illformed_vectors::{Suite, smoke_vectors};
use std::borrow::Cow;
use std::collections::{BTreeSet, HashSet};
use std::fmt::Display;
use std::path::Path;

/// The implementation whose failures count in a survey.
const OWN: &str = "illformed-codec";

/// What a user selects, flag by flag of `illformed run`.
#[derive(Debug, Args)]
#[command(next_display_order = None)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own on the command line")]
pub(crate) struct Selection {
    #[command(flatten)]
    pub(crate) decoders: DecoderArguments,
    /// Derive all cases, not only the most informative.
    ///
    /// By default each vector of bytes that was written by hand is also asked in two chunks, cut at each place; if it has
    /// at most 6 bytes, cut at each set of places; byte by byte; if it has at most 4, with empty chunks around both parts;
    /// and before other text on the same object; those of generated groups are asked in one such way each. Vectors with the flag `block-probe` also stand from four bytes before
    /// the end of a block of 8, 16, 32, 64 and 128 bytes to behind it: after ASCII with 0, 16 and 64 bytes of ASCII behind
    /// them, after characters of two, three and four bytes with 0 and 64. They stand around byte 256, 500, 1,000 and 4,096
    /// too, in one call and in chunks, cut before chunks of 16, 256 and 4,096 bytes, and behind rows of what text ends at, such as NUL;
    /// they are repeated up to 1,001 times; those that stand for a kind also 4,097 times, and
    /// some around byte 65,536 and 65,537 times. They stand directly before and after CR, LF, blanks, NUL, U+FEFF,
    /// noncharacters, each kind of error and characters that share a byte with them; and on one object after others and up
    /// to 256 times.
    ///
    /// With --deep they stand at each of the places from 0 to 130, after each kind of character, with each tail; sets of
    /// places go to 8 bytes, empty chunks have no limit, and generated groups are asked in all ways; the long inputs and the company are those of
    /// all lengths; all scalar values are asked, 1,024 at a time, and each surrogate alone.
    #[arg(long, help_heading = CASES, hide_short_help = true)]
    pub(crate) deep: bool,
    /// Start with this case of the selected ones.
    ///
    /// With --to it repeats the cases that were outstanding when an adapter broke.
    #[arg(long, value_name = "ID", help_heading = CASES, hide_short_help = true)]
    pub(crate) from: Option<String>,
    /// Crash a decoder that reads past the end of its input.
    ///
    /// A guard page follows each input. Only for decoders of this program (`codec`, `std` and the other crates), each in its own process, and only on Unix.
    /// Every chunk ends at an unreadable page. Every input of one call is also asked at an offset, 0 to 63, of an aligned
    /// block, with other bytes behind it. A decoder that reads too far, or answers differently there, crashes.
    #[arg(long, help_heading = LIMITS, hide_short_help = true)]
    pub(crate) guard: bool,
    /// Ask only cases whose id matches; repeatable.
    ///
    /// A pattern without `@` selects vectors with all that is derived from them; one with `@` selects derived cases:
    /// `overlong/*`, `script/*`, `*@split=1`. With `@-` at its end it selects vectors alone, without what is derived.
    #[arg(long, value_name = "GLOB", help_heading = CASES)]
    pub(crate) only: Vec<String>,
    /// Ask each case N times; different answers are `flaky`.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1000), help_heading = CASES, hide_short_help = true)]
    pub(crate) repeat: u32,
    /// Rule on a question that a standard leaves open.
    ///
    /// `rfc2279-surrogate=accept` or `=reject`: is a three-byte form of D800..DFFF well-formed under RFC 2279?
    #[arg(long, value_name = "QUESTION=RULING", value_parser = ["rfc2279-surrogate=accept", "rfc2279-surrogate=reject"], help_heading = CASES, hide_short_help = true)]
    pub(crate) resolve: Option<String>,
    /// Ask only vectors about attacks; list repeated incidents.
    ///
    /// These are vectors with a critical flag and those that replay an incident of vectors/incidents.json, with all cases
    /// derived from them. The report ends with the incidents that a decoder would repeat.
    #[arg(long, help_heading = CASES)]
    pub(crate) security: bool,
    /// Ask only the few vectors that detect the most faults.
    ///
    /// `workshop mutants --smoke` computes them. No cases are derived from them.
    #[arg(long, conflicts_with = "suite", help_heading = CASES)]
    pub(crate) smoke: bool,
    #[command(flatten)]
    pub(crate) suite: SuiteArguments,
    /// Sweep families of inputs, such as `positions`; `all`, `none`.
    ///
    /// A sweep asks a whole family of inputs, millions of them; the report says what a pass proves. `scalars`: each scalar value.
    /// `widths`: each sequence of widths of characters in 16 bytes. `neighbours`: special characters beside each other and before an error. `long`: text
    /// of up to 4,200 bytes, with and without an error. `runs`: a part several times within ASCII. `mixtures`: errors between
    /// text of two kinds, and two errors apart. `short`: all strings of at most three bytes. `positions`: each transition of the
    /// grammar at each position of inputs of up to 130 bytes.
    ///
    /// Functions of --library, and decoders of this program that --decoder names in full, are swept unless cases or a suite are
    /// selected or it is a survey: that takes a validator some ten seconds, and a converter up to a minute. With --deep all decoders are swept; those that take a request for each input get smaller families, except `states`, which a survey makes smaller too.
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = sweep_names(), help_heading = CASES, hide_short_help = true)]
    pub(crate) sweep: Vec<String>,
    /// Fail only for failures of this project's own codec.
    ///
    /// Failures of other decoders are reported, and the run ends with 0. Baselines count as without it, and a broken
    /// adapter still ends the run with 3.
    #[arg(long, help_heading = BASELINES, hide_short_help = true)]
    pub(crate) survey: bool,
    /// End with this case of the selected ones.
    #[arg(long, value_name = "ID", help_heading = CASES, hide_short_help = true)]
    pub(crate) to: Option<String>,
}

impl Selection {
    /// The groups of the cases that are selected, if the flags name them: a glob as far as its slash. `None` for all.
    pub(crate) fn groups(&self) -> Option<BTreeSet<&str>> {
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
    pub(crate) fn plan<'suite>(&self, suite: &'suite Suite) -> Result<Plan<'suite>, String> {
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
            let is_selected = is_smoke(id)
                && about_attacks.as_ref().is_none_or(|ids| ids.contains(id.vector.as_str()))
                && (only.is_empty() || only.select_case(&id.to_string(), id.vector.as_str()));
            // What a sweep found is asked whatever is selected.
            is_selected || id.vector.group() == SWEEP_GROUP
        });
        // A case that is named in full is asked, whether or not it is usually derived, unless another flag leaves it out.
        if !self.security && !self.smoke {
            let named = self.only.iter().filter_map(|text| text.parse::<CaseId>().ok());
            named.filter_map(|id| Plan::find(suite, &id)).for_each(|case| plan.insert(case));
            let cases = plan.cases.iter().map(|case| (case.id.to_string(), case.vector.id.as_str()));
            only.check_cases(cases, suite.vectors().map(|vector| vector.id.as_str()))?;
        } else if plan.cases.is_empty() {
            return Err("--security or --smoke leaves none of these cases".to_owned());
        }
        self.cut(&mut plan)?;
        Ok(plan)
    }

    /// Takes the cases before `from` and behind `to` out of `plan`.
    fn cut(&self, plan: &mut Plan<'_>) -> Result<(), String> {
        let place = |flag: &str, id: &String| {
            let place = plan.cases.iter().position(|case| case.id.to_string() == *id);
            place.ok_or_else(|| {
                let vectors: BTreeSet<&str> = plan.cases.iter().map(|case| case.vector.id.as_str()).collect();
                let near = did_you_mean(&near_vectors(id, &Vec::from_iter(vectors)));
                format!("{flag} {id}: no selected case of that id{near}")
            })
        };
        let to = self.to.as_ref().map(|id| place("--to", id)).transpose()?;
        let from = self.from.as_ref().map(|id| place("--from", id)).transpose()?;
        plan.cases.truncate(to.map_or(usize::MAX, |to| to + 1));
        plan.cases.drain(..from.unwrap_or(0).min(plan.cases.len()));
        if plan.cases.is_empty() && (from.is_some() || to.is_some()) {
            return Err("--to names a case before that of --from".to_owned());
        }
        Ok(())
    }

    /// Whether cases or a suite are selected, so that not all is asked.
    pub(crate) fn is_part(&self) -> bool {
        let is_narrowed = self.security || self.smoke || self.from.is_some() || self.to.is_some();
        is_narrowed || !self.only.is_empty() || self.suite.suite.is_some()
    }

    /// The ruling on the one question that is open.
    pub(crate) fn ruling(&self) -> Option<Ruling> {
        let (_, ruling) = self.resolve.as_ref()?.split_once('=')?;
        Some(if ruling == "accept" { Ruling::Accept } else { Ruling::Reject })
    }

    /// What the record of a run that began then, in seconds since 1970, says of the selection.
    pub(crate) fn facts(&self, began_at: u64) -> RunFacts {
        let survey_of_all_but = self.survey.then(|| OWN.to_owned());
        RunFacts { selection: self.words(), survey_of_all_but, began_at, ..RunFacts::default() }
    }

    /// The words of the command line that make it, without what is so by default.
    fn words(&self) -> Vec<String> {
        let DecoderArguments { adapter, decoder, .. } = &self.decoders;
        [
            flag("--security", self.security),
            flag("--smoke", self.smoke),
            values("--adapter", adapter),
            values("--decoder", decoder),
            values("--only", &self.only),
            values("--from", &self.from),
            values("--to", &self.to),
            values("--resolve", &self.resolve),
            flag("--deep", self.deep),
            flag("--guard", self.guard),
            values("--sweep", &self.sweep),
            values("--suite", self.suite.suite.as_ref().map(|suite| suite.display())),
            values("--repeat", Some(self.repeat).filter(|repeat| *repeat > 1)),
            self.decoders.limits(),
        ]
        .concat()
    }
}

impl DecoderArguments {
    /// The words of the command line that make its limits, without what is so by default.
    pub(crate) fn limits(&self) -> Vec<String> {
        let by_default = Supervision::default();
        let timeout = Some(self.timeout).filter(|timeout| *timeout != by_default.answer_limit);
        let max_memory = Some(self.max_memory).filter(|memory| *memory != by_default.max_memory_mib);
        [
            values("--timeout", timeout.map(|timeout| timeout.as_secs_f64())),
            values("--max-memory", max_memory),
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

/// The suite in the folder `dir`, or the built-in one with the complete suite.
pub fn load_suite(dir: Option<&Path>) -> Result<Cow<'static, Suite>, CliError> {
    match dir {
        Some(dir) => Ok(Cow::Owned(Suite::read_dir(dir)?)),
        None => Ok(Cow::Borrowed(default_suite())),
    }
}

/// The same for a run of `selection`, without what it leaves out, where that is quickly known: to read all takes longer
/// than to ask one vector.
pub(crate) fn load_selected(selection: &Selection) -> Result<Cow<'static, Suite>, CliError> {
    if selection.suite.suite.is_none()
        && let Some(groups) = selection.groups()
    {
        let part = default_part(|group| groups.contains(group));
        // What is wrong with a selection is said with the names of all.
        if selection.plan(&part).is_ok() {
            return Ok(Cow::Owned(part));
        }
    }
    load_suite(selection.suite.suite.as_deref())
}
