//! All tests of the contributors' program and of what it proves.

mod causes;
mod flat;
mod generate;
mod identified;
mod kinds;
mod lint;
mod mutant_decoders;
mod mutants;
#[cfg(unix)]
#[expect(dead_code, reason = "no step of a session is code here")]
#[path = "../../../tests/support/said.rs"]
mod said;
#[expect(dead_code, reason = "what a loader refuses is tested beside it")]
#[path = "../../../../vectors/tests/it/schema.rs"]
mod schema;
mod swallow;
mod texts;
#[cfg(unix)]
mod typed;
#[path = "../../../tests/support/whole.rs"]
mod whole;

use illformed::ask::adapter::Adapter;
use illformed::ask::adapter::in_process::{InProcessAdapter, InProcessDecoder};
use illformed::record::run::RunOptions;
use illformed::record::run_record::{RunFacts, RunRecord, record_run};
use illformed_judge::case::Plan;
use snapbox::cmd::{Command, OutputAssert, cargo_bin};

/// `workshop <words>` in the folder of its package.
fn workshop(words: &[&str]) -> OutputAssert {
    Command::new(cargo_bin!("workshop")).args(words).current_dir(env!("CARGO_MANIFEST_DIR")).assert()
}

/// What `decoders` answer to the cases of `plan`, as a record of a run.
fn recorded(plan: &Plan<'_>, options: &RunOptions, decoders: fn() -> Vec<InProcessDecoder>) -> RunRecord {
    let adapter: Box<dyn Adapter> = Box::new(InProcessAdapter::new("mutants", "mutants", "0", decoders));
    record_run(plan, &[adapter], options, RunFacts::default()).0
}

fn stdout(output: &OutputAssert) -> String {
    String::from_utf8(output.get_output().stdout.clone()).expect("output is UTF-8")
}
