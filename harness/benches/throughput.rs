//! What asking costs: the suite in process, and a foreign adapter through the window, one request at a time, and with a
//! process for each case. `make bench` prints it; figures of one run can be compared, those of two cannot.

#![expect(clippy::print_stdout, reason = "printing figures is what it is for")]

use illformed::ask::adapter::Adapter;
use illformed::ask::adapter::in_process;
use illformed::ask::adapter::process::{ProcessAdapter, REGISTRY, Registered, Supervision};
use illformed::record::run::{RunOptions, run};
use illformed::record::run_record::{Recorder, RunFacts};
use illformed_judge::case::Plan;
use illformed_vectors::{Input, Suite};
use std::hint::black_box;
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

fn main() {
    println!("in process, the whole suite against one decoder (median of 15):");
    let plan = Plan::everything(Suite::embedded());
    for name in
        ["codec/events-rfc3629", "codec/decoder-rfc3629", "codec/stream-maximal-subpart", "std/from-utf8"]
    {
        let took = median(15, || suite_against(&plan, name));
        println!("  {:<30} {:>5} cases {:>8.2} ms", name, plan.cases.len(), took.as_secs_f64() * 1e3);
    }
    println!();
    for registered in REGISTRY {
        let adapter = |window| {
            let supervision = Supervision { window, ..Supervision::default() };
            ProcessAdapter::registered(*registered, supervision)
        };
        let inputs = inputs();
        let Some(windowed) = median_rate(&adapter(512), &inputs) else {
            println!("{}: absent or broken", registered.name);
            continue;
        };
        let ping_pong = median_rate(&adapter(1), &inputs[..inputs.len() / 10]).unwrap_or(0.0);
        println!("{}, its first decoder, inputs of 1 to 12 bytes:", registered.name);
        println!("  window of 512        {windowed:>9.0} cases/s (median of 5 runs of {})", inputs.len());
        println!(
            "  one at a time        {ping_pong:>9.0} cases/s (median of 5 runs of {})",
            inputs.len() / 10
        );
        if let Some(rate) = one_process_a_case(registered) {
            println!(
                "  one process a case   {rate:>9.0} cases/s (started and ended {STARTS} times, nothing asked)"
            );
        }
    }
}

fn suite_against(plan: &Plan<'_>, decoder: &'static str) {
    let adapter_name = decoder.split('/').next().unwrap_or_default();
    let adapters: Vec<Box<dyn Adapter>> = in_process::all()
        .into_iter()
        .map(|adapter| -> Box<dyn Adapter> { Box::new(adapter) })
        .filter(|adapter| adapter.name() == adapter_name)
        .collect();
    let options =
        RunOptions { wants_decoder: Box::new(move |name| name == decoder), ..RunOptions::default() };
    let mut recorder = Recorder::new(plan, RunFacts::default());
    run(plan, &adapters, &options, &mut |event| recorder.take(&event));
    black_box(recorder.finish(0));
}

/// Short inputs, well-formed and ill-formed.
fn inputs() -> Vec<Input> {
    let short = Suite::embedded().vectors().filter_map(|vector| match &vector.input {
        Input::Bytes(bytes) if (1..=12).contains(&bytes.len()) => Some(vector.input.clone()),
        _ => None,
    });
    let short: Vec<Input> = short.collect();
    short.iter().cycle().take(200_000).cloned().collect()
}

/// Cases a second of the adapter's first decoder, or `None` when it cannot be asked.
fn median_rate(adapter: &ProcessAdapter, inputs: &[Input]) -> Option<f64> {
    let mut session = adapter.open().ok()?;
    let took = median(5, || {
        let mut answered = 0;
        session.ask(0, inputs, &mut |_, response| {
            black_box(response);
            answered += 1;
        });
        assert_eq!(answered, inputs.len(), "an answer was lost");
    });
    Some(f64::from(u32::try_from(inputs.len()).ok()?) / took.as_secs_f64())
}

/// How often a program is started to see what that costs.
const STARTS: u32 = 30;

/// Starts of the adapter a second: what a harness pays that starts one for each case, before anything is decoded.
fn one_process_a_case(registered: &Registered) -> Option<f64> {
    let unpacked = registered.unpack(&Supervision::default()).ok()?;
    let began = Instant::now();
    for _ in 0..STARTS {
        let mut command = Command::new(&unpacked.program.executable);
        command.args(&unpacked.program.arguments).env("LC_ALL", "C.UTF-8");
        // There is nothing to read, so it ends at once.
        let status = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
        status.ok().filter(ExitStatus::success)?;
    }
    Some(f64::from(STARTS) / began.elapsed().as_secs_f64())
}

fn median(times: usize, mut measured: impl FnMut()) -> Duration {
    let mut took: Vec<Duration> = (0..times)
        .map(|_| {
            let began = Instant::now();
            measured();
            began.elapsed()
        })
        .collect();
    took.sort();
    took[times / 2]
}
