//! The process that sweeps one of its decoders.

use crate::ask::adapter::OpenFailure;
use crate::ask::adapter::process::{Break, Conversation, Program, Supervision};
use crate::ask::sweep::{SweepLine, SweepOrder};

/// Starts `program` as a worker, has it do what `order` says, and hands over its lines.
pub fn ask_sweep(
    program: &Program,
    order: &SweepOrder,
    supervision: &Supervision,
    heard: &mut dyn FnMut(SweepLine),
) -> Result<(), Break> {
    let mut program = program.clone();
    program.arguments.push("--sweep".into());
    let order = serde_json::json!(order).to_string() + "\n";
    let mut worker = Conversation::start(&program, supervision, None, order)?;
    // The first line comes after what the library does when it is loaded.
    let mut limit = supervision.hello_limit;
    let swept = loop {
        let line = match worker.next_line(limit) {
            Ok(line) => serde_json::from_str(&line),
            Err(broken) => break Err(broken),
        };
        match line {
            Ok(SweepLine::Done) => break Ok(()),
            Ok(line) => heard(line),
            Err(error) => {
                break Err(OpenFailure::Broken(format!("wrote no line of a sweep: {error}")).into());
            }
        }
        limit = supervision.answer_limit;
    };
    worker.kill();
    swept
}
