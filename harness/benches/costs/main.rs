//! What judging costs beside the decoder that is judged: a case in process and through an adapter, a survey, and an input of
//! black-box fuzzing. Figures of one run can be compared, those of two cannot; ratios are nearly the same on any machine.
//! `make bench` prints them, and `--json PATH` keeps them.

#![expect(clippy::print_stdout, reason = "printing figures is what it is for")]

mod asked;
mod measures;
mod survey;

use crate::measures::Measures;
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut measures = Measures::default();
    println!("A case of at most 64 bytes, in process (medians of 9 runs over the suite):");
    asked::in_process(&mut measures);
    println!("\nThe same through an adapter, its first decoder (medians of 3):");
    asked::through_adapters(&mut measures);
    println!("\nAn input of black-box fuzzing (median of 3 searches):");
    asked::in_a_search(&mut measures);
    println!("\nA survey of every decoder of this machine, two jobs:");
    survey::survey(&mut measures);
    let mut arguments = std::env::args().skip_while(|argument| argument != "--json").skip(1);
    arguments.next().map_or(ExitCode::SUCCESS, |path| measures.write(&path))
}
