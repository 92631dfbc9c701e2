//! Which vectors kill which mutants.

use crate::adapter::Adapter;
use crate::adapter::in_process::{InProcessAdapter, InProcessDecoder};
use crate::case::{CaseId, Plan};
use crate::run::{RunEvent, RunOptions, run};
use crate::zoo::{Mutant, mutants};
use illformed_vectors::{Suite, VectorId};

/// What became of the mutants.
#[derive(Clone)]
pub struct Census {
    /// Each mutant that was asked for, by name.
    pub rows: Vec<CensusRow>,
}

/// What became of one mutant.
#[derive(Clone)]
pub struct CensusRow {
    /// The mutant.
    pub mutant: Mutant,
    /// The first case, in the plan's order, that a decoder which shows all it can fails.
    pub first: Option<CaseId>,
    /// The first case that a decoder which says accepted or rejected, and no more, fails.
    pub first_by_answer: Option<CaseId>,
    /// The vectors of which such cases are, in the plan's order.
    pub killers: Vec<VectorId>,
}

impl CensusRow {
    /// Whether it is as its entry says: killed, or equivalent and not killed.
    pub const fn is_as_declared(&self) -> bool {
        self.first.is_some() != self.mutant.equivalent.is_some()
    }

    /// The vector that alone kills it, if one does.
    pub fn only_vector(&self) -> Option<&VectorId> {
        match self.killers.as_slice() {
            [only] => Some(only),
            _ => None,
        }
    }

    /// The group whose vectors alone kill it, if one's do.
    pub fn only_group(&self) -> Option<&str> {
        let group = self.killers.first()?.group();
        self.killers.iter().all(|vector| vector.group() == group).then_some(group)
    }
}

impl Census {
    /// Asks the mutants whose name `wants` all of `suite` and what is derived from it, through the ordinary run.
    pub fn take(suite: &Suite, wants: impl Fn(&str) -> bool + Sync + 'static) -> Self {
        let plan = Plan::everything(suite);
        let of_decoder = |name: &str| name.strip_suffix(ANSWERING).unwrap_or(name).to_owned();
        let rows = mutants().into_iter().filter(|mutant| wants(mutant.name));
        let rows =
            rows.map(|mutant| CensusRow { mutant, first: None, first_by_answer: None, killers: Vec::new() });
        let mut rows: Vec<CensusRow> = rows.collect();
        let options = RunOptions {
            wants_decoder: Box::new(move |name| {
                wants(&of_decoder(name.strip_prefix("zoo/").unwrap_or(name)))
            }),
            ..RunOptions::default()
        };
        let zoo: Box<dyn Adapter> =
            Box::new(InProcessAdapter::new("zoo", "the zoo", env!("CARGO_PKG_VERSION"), decoders));
        // The row at hand, and whether its decoder shows all it can.
        let mut asked = None;
        run(&plan, &[zoo], &options, &mut |event| match event {
            RunEvent::DecoderStarted { decoder, .. } => {
                let name = of_decoder(&decoder.name);
                asked = rows
                    .iter()
                    .position(|row| row.mutant.name == name)
                    .map(|number| (number, name == decoder.name));
            }
            RunEvent::CaseJudged { case, judged, .. } if judged.claim.verdict.is_bad() => {
                let Some((number, shows_all)) = asked else { return };
                let (row, id) = (&mut rows[number], &plan.cases[case].id);
                if shows_all {
                    if row.killers.last() != Some(&id.vector) {
                        row.killers.push(id.vector.clone());
                    }
                    row.first.get_or_insert_with(|| id.clone());
                } else {
                    row.first_by_answer.get_or_insert_with(|| id.clone());
                }
            }
            _ => {}
        });
        Self { rows }
    }

    /// Those that no case kills, though their entry does not say so, or that are killed though it says that they cannot.
    pub fn undeclared(&self) -> impl Iterator<Item = &CensusRow> {
        self.rows.iter().filter(|row| !row.is_as_declared())
    }
}

/// What the names of the decoders that only answer end with.
pub(super) const ANSWERING: &str = "-answer";

fn decoders() -> Vec<InProcessDecoder> {
    mutants().iter().flat_map(|mutant| [mutant.decoder(), mutant.answering()]).collect()
}
