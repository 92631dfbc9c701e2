//! Records for tests: decoders of this process, asked some of the built-in cases.

use crate::ask::adapter::Adapter;
use crate::ask::adapter::in_process::{InProcessAdapter, InProcessDecoder};
use crate::record::run::RunOptions;
use crate::record::run_record::{RunFacts, RunRecord, record_run};
use illformed_codec::Profile;
use illformed_judge::case::{CaseId, Plan};
use illformed_judge::claim::Claim;
use illformed_judge::observation::{Observation, Text};
use illformed_vectors::Suite;

/// The record of a run of `decoders`, of the adapter `mine`, that were asked what `select` takes.
pub(crate) fn record_of(
    decoders: fn() -> Vec<InProcessDecoder>,
    select: impl Fn(&CaseId) -> bool,
) -> RunRecord {
    let plan = Plan::selected(Suite::embedded(), select);
    let adapters: [Box<dyn Adapter>; 1] = [Box::new(InProcessAdapter::new("mine", "", "", decoders))];
    record_run(&plan, &adapters, &RunOptions::default(), RunFacts::default()).0
}

/// A validator that takes everything.
pub(crate) fn lax() -> Vec<InProcessDecoder> {
    let accepts = |_: &[u8]| Observation::accept(Text::None);
    vec![InProcessDecoder::one_shot("lax", "", Claim::validate(Profile::Rfc3629), accepts)]
}
