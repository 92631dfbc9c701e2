//! All tests of the judge that are no unit tests: one program, so that it is linked once.

mod attribution;
mod codec;
mod composed;
mod decoders;
mod diagnosis;
mod drawings;
mod expectations;
mod explanations;
mod facts;
mod learning;
mod observers;
mod oracles;
mod replacing;
mod shown;
mod streams;
mod texts;
mod typed;
mod undocumented;
mod vectors;
mod verdicts;
#[expect(dead_code, reason = "no table of these is taken by a stride")]
#[path = "../../../tests/support/whole.rs"]
mod whole;
mod words;
