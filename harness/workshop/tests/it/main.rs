//! All tests of the contributors' program and of what it proves.

mod causes;
mod causes_guide;
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
#[path = "../../../../vectors/tests/it/schema.rs"]
mod schema;
mod suite_commands;
mod swallow;
mod texts;
#[path = "../../../tests/support/whole.rs"]
mod whole;
