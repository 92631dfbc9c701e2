//! What a survey costs: the CPU time of this process beside that of the adapters' processes.

use crate::measures::Measures;
#[cfg(unix)]
use nix::sys::resource::{UsageWho, getrusage};
#[cfg(unix)]
use nix::sys::time::TimeValLike;
#[cfg(unix)]
use std::time::Duration;

/// Without a count of CPU time there is nothing to measure.
#[cfg(not(unix))]
pub(crate) fn survey(_: &mut Measures) {
    println!("  not measured on this system");
}

/// Surveys all decoders once and prints the CPU time.
#[cfg(unix)]
pub(crate) fn survey(measures: &mut Measures) {
    use illformed::ask::selection::{DecoderChoice, selected_adapters};
    use illformed::record::run::RunOptions;
    use illformed::record::run_record::{RunFacts, record_run};
    use illformed_judge::case::Plan;
    use illformed_vectors::Suite;
    use std::num::NonZeroUsize;
    use std::time::Instant;

    let plan = Plan::everything(Suite::embedded());
    let began = (Instant::now(), cpu_seconds(UsageWho::RUSAGE_SELF), cpu_seconds(UsageWho::RUSAGE_CHILDREN));
    let supervision = illformed::ask::adapter::process::Supervision::default();
    let adapters = selected_adapters(&[], &[], Vec::new(), &supervision).expect("all are selected");
    let wanted = DecoderChoice::parse(&[]).expect("all are wanted");
    let options = RunOptions {
        jobs: NonZeroUsize::new(2).unwrap_or(NonZeroUsize::MIN),
        wants_decoder: Box::new(move |name| wanted.wants(name)),
        ..RunOptions::default()
    };
    let (record, _) = record_run(&plan, &adapters, &options, RunFacts::default());
    let harness = cpu_seconds(UsageWho::RUSAGE_SELF) - began.1;
    let adapters = cpu_seconds(UsageWho::RUSAGE_CHILDREN) - began.2;
    let wall = began.0.elapsed().as_secs_f64();
    println!(
        "  {} decoders: {:.1} CPU s, of which the harness {harness:.1} and the adapters {adapters:.1}; {wall:.1} s",
        record.decoders.len(),
        harness + adapters
    );
    let share = measures.keep("survey/harness-share".to_owned(), harness / (harness + adapters));
    println!("  share of the harness: {:.0} %", share * 100.0);
}

#[cfg(unix)]
fn cpu_seconds(of: UsageWho) -> f64 {
    let usage = getrusage(of).expect("the system counts CPU time");
    let seconds = [usage.user_time(), usage.system_time()].map(|time| time.num_microseconds());
    seconds
        .into_iter()
        .map(|microseconds| Duration::from_micros(microseconds.unsigned_abs()).as_secs_f64())
        .sum()
}
