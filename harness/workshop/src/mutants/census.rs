//! Which vectors kill which mutants.

use crate::mutants::{Mutant, mutants};
use illformed::ask::adapter::Adapter;
use illformed::ask::adapter::in_process::{InProcessAdapter, InProcessDecoder};
use illformed::record::run::{FinishedDecoder, Observer, RunOptions, run};
use illformed_judge::case::{CaseId, Plan};
use illformed_judge::judge::{Judged, Response};
use illformed_vectors::{Origin, Suite, VectorId};
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// The outcome of all mutants.
#[derive(Clone)]
pub struct Census {
    /// Each mutant that was asked for, by name.
    pub rows: Vec<CensusRow>,
}

/// The outcome of one mutant. The written vectors are asked first; what is generated is asked of those that
/// survive, and then what is derived.
#[derive(Clone)]
pub struct CensusRow {
    pub mutant: Mutant,
    /// What kills a decoder that shows all it can.
    pub showing_all: Killers,
    /// What kills one that says accepted or rejected, and no more.
    pub by_answer: Killers,
    /// What kills one that shows its replacements instead of its first error, or the reverse. Only
    /// [`Smoke`](crate::mutants::Smoke) asks for that, and of those mutants alone that one input betrays.
    pub shown_otherwise: Killers,
}

/// The cases that a decoder fails.
#[derive(Clone, Default)]
pub struct Killers {
    /// The first, in the plan's order.
    pub first: Option<CaseId>,
    /// The vectors of all, in the plan's order.
    pub vectors: Vec<VectorId>,
}

/// What a decoder of a mutant shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Showing {
    All,
    Answer,
    Otherwise,
}

impl CensusRow {
    /// Whether it is as its entry says: killed, or equivalent and not killed.
    pub const fn is_as_declared(&self) -> bool {
        self.showing_all.first.is_some() != self.mutant.equivalent.is_some()
    }

    /// Whether a single input reveals the fault when all is reported: its name begins with `m`.
    pub fn is_of_one_input(&self) -> bool {
        self.mutant.name.starts_with('m')
    }

    /// The vector that alone kills it, if one does.
    pub fn only_vector(&self) -> Option<&VectorId> {
        match self.showing_all.vectors.as_slice() {
            [only] => Some(only),
            _ => None,
        }
    }

    /// The group whose vectors alone kill it, if one's do.
    pub fn only_group(&self) -> Option<&str> {
        let killers = &self.showing_all.vectors;
        let group = killers.first()?.group();
        killers.iter().all(|vector| vector.group() == group).then_some(group)
    }
}

impl Census {
    /// Asks the mutants whose name `wants` all of `suite` and what is derived from it, through the ordinary run.
    pub fn take(suite: &Suite, wants: impl Fn(&str) -> bool) -> Self {
        let mut census = Self::new(wants);
        let written: HashSet<&str> = suite
            .files()
            .iter()
            .filter(|file| file.origin == Origin::Written)
            .map(|file| file.group.as_str())
            .collect();
        // 0: what is written; 1: what is generated; 2: what is derived. Each is asked of those that survive the one
        // before, so that the many cases of the last two are asked of few.
        let stage = |id: &CaseId| match id.recipe {
            Some(_) => 2,
            None => usize::from(!written.contains(id.vector.group())),
        };
        for number in 0..3 {
            let names = |showing| move |row: &CensusRow| decoder_name(&row.mutant, showing);
            let survivors =
                census.rows.iter().filter(|row| row.showing_all.first.is_none()).map(names(Showing::All));
            let by_answer = census.rows.iter().filter(|row| row.by_answer.first.is_none());
            let survivors = survivors.chain(by_answer.map(names(Showing::Answer))).collect();
            census.ask(&Plan::selected(suite, |id| stage(id) == number), survivors);
        }
        census
    }

    /// Asks all mutants the vectors of `suite` alone: those that one input betrays in all ways, the others for their
    /// answer.
    pub(super) fn for_smoke(suite: &Suite) -> Self {
        let mut census = Self::new(|_| true);
        let names = |row: &CensusRow| -> Vec<String> {
            let showing = |showing: &Showing| row.is_of_one_input() || *showing == Showing::Answer;
            let all = Showing::ALL.into_iter().filter(showing);
            all.map(|showing| decoder_name(&row.mutant, showing)).collect()
        };
        let decoders = census.rows.iter().flat_map(names).collect();
        census.ask(&Plan::selected(suite, |id| id.recipe.is_none()), decoders);
        census
    }

    /// Before anybody is asked.
    fn new(wants: impl Fn(&str) -> bool) -> Self {
        let wanted = mutants().into_iter().filter(|mutant| wants(mutant.name));
        let row = |mutant| CensusRow {
            mutant,
            showing_all: Killers::default(),
            by_answer: Killers::default(),
            shown_otherwise: Killers::default(),
        };
        Self { rows: wanted.map(row).collect() }
    }

    /// Asks these decoders all of `plan`, and enters what kills them.
    fn ask(&mut self, plan: &Plan<'_>, decoders: BTreeSet<String>) {
        if decoders.is_empty() || plan.cases.is_empty() {
            return;
        }
        let mut rows = BTreeMap::new();
        for (number, row) in self.rows.iter().enumerate() {
            rows.extend(Showing::ALL.map(|showing| (decoder_name(&row.mutant, showing), (number, showing))));
        }
        let options = RunOptions {
            wants_decoder: Box::new(move |name| {
                decoders.contains(name.strip_prefix("mutants/").unwrap_or(name))
            }),
            // A mutant keeps nothing from one case to the next.
            asks_again: false,
            ..RunOptions::default()
        };
        let adapter: Box<dyn Adapter> =
            Box::new(InProcessAdapter::new("mutants", "mutants", env!("CARGO_PKG_VERSION"), all_decoders));
        let outcome = run(plan, &[adapter], &options, &|_, _, info| Failed {
            decoder: info.name.clone(),
            cases: Vec::new(),
        });
        for Failed { decoder, cases } in outcome.decoders() {
            let Some((number, showing)) = rows.get(&decoder) else { continue };
            let row = &mut self.rows[*number];
            let killers = match showing {
                Showing::All => &mut row.showing_all,
                Showing::Answer => &mut row.by_answer,
                Showing::Otherwise => &mut row.shown_otherwise,
            };
            for id in cases.iter().map(|case| &plan.cases[*case].id) {
                killers.first.get_or_insert_with(|| id.clone());
                if killers.vectors.last() != Some(&id.vector) {
                    killers.vectors.push(id.vector.clone());
                }
            }
        }
    }

    /// Those that no case kills, though their entry does not say so, or that are killed though it says that they cannot.
    pub fn undeclared(&self) -> impl Iterator<Item = &CensusRow> {
        self.rows.iter().filter(|row| !row.is_as_declared())
    }
}

/// The numbers of the cases that a decoder fails.
struct Failed {
    decoder: String,
    cases: Vec<usize>,
}

impl Observer for Failed {
    type Seen = Self;

    fn case(&mut self, case: usize, judged: &Judged, _: Option<&Response>, _: &[usize]) {
        if judged.claim.verdict.is_bad() {
            self.cases.push(case);
        }
    }

    fn finish(self, _: &FinishedDecoder) -> Self {
        self
    }
}

/// What the names of the decoders that only answer end with.
pub(super) const ANSWERING: &str = "-answer";

/// What the names of those end with that show their replacements instead of their first error, or the reverse.
const OTHERWISE: &str = "-otherwise";

impl Showing {
    const ALL: [Self; 3] = [Self::All, Self::Answer, Self::Otherwise];
}

/// The name of the decoder of a mutant that shows so much.
fn decoder_name(mutant: &Mutant, showing: Showing) -> String {
    let ending = match showing {
        Showing::All => "",
        Showing::Answer => ANSWERING,
        Showing::Otherwise => OTHERWISE,
    };
    format!("{}{ending}", mutant.name)
}

fn all_decoders() -> Vec<InProcessDecoder> {
    let decoders = |mutant: &Mutant| {
        let mut otherwise = mutant.shown_otherwise().decoder();
        otherwise.info.name = decoder_name(mutant, Showing::Otherwise);
        [mutant.decoder(), mutant.answering(), otherwise]
    };
    mutants().iter().flat_map(decoders).collect()
}
