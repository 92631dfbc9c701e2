//! All tests of the contributors' program and of what it proves.

mod causes;
mod files;
mod flat;
mod generate;
mod identified;
mod incidents;
mod kinds;
mod lint;
mod mutant_decoders;
mod mutants;
#[path = "../../../tests/support/program.rs"]
mod program;
#[expect(dead_code, reason = "what a loader refuses is tested beside it")]
#[path = "../../../../vectors/tests/it/schema.rs"]
mod schema;
mod suite_commands;
mod swallow;
mod texts;
#[path = "../../../tests/support/whole.rs"]
mod whole;

use snapbox::cmd::{Command, OutputAssert, cargo_bin};

/// `workshop <words>` in the folder of its package.
fn workshop(words: &[&str]) -> OutputAssert {
    Command::new(cargo_bin!("workshop")).args(words).current_dir(env!("CARGO_MANIFEST_DIR")).assert()
}

fn stdout(output: &OutputAssert) -> String {
    String::from_utf8(output.get_output().stdout.clone()).expect("output is UTF-8")
}
