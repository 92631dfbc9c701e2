//! What a case costs that is asked and judged, beside the same case that is only asked.

use crate::measures::{Measures, median, microseconds};
use illformed::ask::adapter::in_process;
use illformed::ask::adapter::process::{ProcessAdapter, REGISTRY, Registered, Supervision};
use illformed::ask::adapter::{Adapter, Session};
use illformed::ask::native::TableLibrary;
use illformed::record::run::RunOptions;
use illformed::record::run_record::{RunFacts, record_run};
use illformed::search::black_box::{FuzzOptions, fuzz};
use illformed_inputs::Generator;
use illformed_judge::case::{FittedInput, Plan};
use illformed_judge::claim::Claim;
use illformed_vectors::{Input, Suite};
use std::borrow::Cow;
use std::hint::black_box;
use std::num::NonZeroUsize;
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// The longest input of a case that is measured, in bytes.
const LONGEST: usize = 64;

/// How many inputs a search asks.
const SEARCHED: u32 = 100_000;

/// How often a program is started to see what that costs.
const STARTS: u32 = 20;

/// In process: a validator, two decoders, and one in chunks.
pub(crate) fn in_process(measures: &mut Measures) {
    println!("  {:<28} {:>9} {:>9} {:>7}", "", "asked", "judged", "ratio");
    let plan = short_cases();
    for name in ["std/from-utf8", "codec/events-rfc3629", "codec/stream-maximal-subpart"] {
        let adapters = in_process_adapter(name);
        let mut session = adapters[0].open().expect("it is in this process");
        let number = place(session.as_ref(), name);
        let inputs = inputs(&plan, &session.decoders()[number].claim);
        let inputs: Vec<&Input> = inputs.iter().map(AsRef::as_ref).collect();
        let asked = median(9, || ask_all(session.as_mut(), number, &inputs));
        let judged = median(9, || judge_all(&plan, &adapters, name));
        show(measures, &format!("judged/{name}"), name, [asked, judged], inputs.len());
    }
}

/// Through adapters: with the window, one request at a time, and beside what a harness pays that starts a process for each
/// case, before anything is decoded.
pub(crate) fn through_adapters(measures: &mut Measures) {
    println!(
        "  {:<28} {:>9} {:>9} {:>7} {:>10} {:>13}",
        "", "asked", "judged", "ratio", "one by one", "process each"
    );
    let plan = short_cases();
    let supervision = |window| Supervision { window, ..Supervision::default() };
    let programs = REGISTRY.iter().map(|program| {
        let adapter = |window| ProcessAdapter::registered(*program, supervision(window));
        (Some(program), adapter(Supervision::default().window), adapter(1))
    });
    // Functions of C libraries, which a worker of this program asks.
    let libraries = TableLibrary::all().iter().filter_map(|library| {
        let worker = Some(env!("CARGO_BIN_EXE_illformed").into());
        let adapter =
            |window| library.adapter(&Supervision { worker: worker.clone(), ..supervision(window) });
        Some((None, adapter(Supervision::default().window)?, adapter(1)?))
    });
    for (program, windowed, alone) in programs.chain(libraries) {
        let (Ok(mut session), Ok(mut one_by_one)) = (windowed.open(), alone.open()) else {
            println!("  {}: absent or broken", windowed.name());
            continue;
        };
        let name = format!("{}/{}", windowed.name(), session.decoders()[0].name);
        let inputs = inputs(&plan, &session.decoders()[0].claim);
        let inputs: Vec<&Input> = inputs.iter().map(AsRef::as_ref).collect();
        let asked = median(3, || ask_all(session.as_mut(), 0, &inputs));
        let few = &inputs[..inputs.len() / 10];
        let apart = median(3, || ask_all(one_by_one.as_mut(), 0, few));
        let adapters: [Box<dyn Adapter>; 1] = [Box::new(windowed)];
        let judged = median(3, || judge_all(&plan, &adapters, &name));
        let ratio = show_start(&name, [asked, judged], inputs.len());
        measures.keep(format!("judged/{name}"), ratio);
        let each = microseconds(asked, inputs.len());
        print!(" {:>10.1}", microseconds(apart, few.len()) / each);
        match program.and_then(one_process_a_case) {
            Some(took) => println!(" {:>13.0}", took.as_secs_f64() * 1e6 / each),
            None => println!(" {:>13}", "-"),
        }
    }
}

/// In a search: made, asked, judged.
pub(crate) fn in_a_search(measures: &mut Measures) {
    println!("  {:<28} {:>9} {:>9} {:>7}", "", "asked", "searched", "ratio");
    for name in ["std/from-utf8", "codec/stream-maximal-subpart"] {
        let adapters = in_process_adapter(name);
        let mut session = adapters[0].open().expect("it is in this process");
        let number = place(session.as_ref(), name);
        let mut generator = Generator::new(1, name, &session.decoders()[number].claim, None);
        let inputs: Vec<Input> = (0..SEARCHED).map(|_| generator.next_input()).collect();
        let borrowed: Vec<&Input> = inputs.iter().collect();
        let asked = median(3, || ask_all(session.as_mut(), number, &borrowed));
        let searched = median(3, || {
            let options = FuzzOptions {
                seed: 1,
                runs: Some(u64::from(SEARCHED)),
                time: None,
                jobs: NonZeroUsize::MIN,
                wants_decoder: Box::new(move |decoder| decoder == name),
                ..FuzzOptions::default()
            };
            black_box(fuzz(&adapters, &options));
        });
        show(measures, &format!("searched/{name}"), name, [asked, searched], inputs.len());
    }
}

fn show(measures: &mut Measures, key: &str, name: &str, took: [Duration; 2], count: usize) {
    measures.keep(key.to_owned(), show_start(name, took, count));
    println!();
}

/// Prints what a case costs that is only asked, and one that is judged; returns the ratio.
fn show_start(name: &str, took: [Duration; 2], count: usize) -> f64 {
    let [asked, judged] = took.map(|took| microseconds(took, count));
    print!("  {name:<28} {asked:>6.2} us {judged:>6.2} us {:>7.1}", judged / asked);
    judged / asked
}

/// All cases with short inputs.
fn short_cases() -> Plan<'static> {
    let mut plan = Plan::everything(Suite::embedded());
    plan.cases.retain(|case| case.input().bytes().len() <= LONGEST);
    plan
}

/// The adapter of this process that has the decoder of that name.
fn in_process_adapter(name: &str) -> Vec<Box<dyn Adapter>> {
    let adapter_name = name.split('/').next().unwrap_or_default();
    let adapters = in_process::all().into_iter().filter(|adapter| adapter.name() == adapter_name);
    adapters.map(|adapter| -> Box<dyn Adapter> { Box::new(adapter) }).collect()
}

fn place(session: &dyn Session, name: &str) -> usize {
    let own = name.split('/').nth(1).unwrap_or_default();
    session.decoders().iter().position(|decoder| decoder.name == own).expect("it has this decoder")
}

/// What the cases of `plan` ask a decoder with `claim`.
fn inputs<'a>(plan: &'a Plan<'_>, claim: &Claim) -> Vec<Cow<'a, Input>> {
    plan.cases.iter().filter_map(|case| Some(FittedInput::of(case, claim).ok()?.input)).collect()
}

fn ask_all(session: &mut dyn Session, number: usize, inputs: &[&Input]) {
    let mut answered = 0;
    session.ask(number, inputs, &mut |_, response| {
        black_box(response);
        answered += 1;
    });
    assert_eq!(answered, inputs.len(), "an answer was lost");
}

/// Asks the decoder of that name all of `plan`, once, and records the verdicts.
fn judge_all(plan: &Plan<'_>, adapters: &[Box<dyn Adapter>], name: &str) {
    let decoder = name.to_owned();
    let options = RunOptions {
        asks_again: false,
        wants_decoder: Box::new(move |name| name == decoder),
        ..RunOptions::default()
    };
    black_box(record_run(plan, adapters, &options, RunFacts::default()));
}

/// How long the adapter takes to start and end, with nothing to read.
fn one_process_a_case(registered: &Registered) -> Option<Duration> {
    let unpacked = registered.unpack(&Supervision::default()).ok()?;
    let began = Instant::now();
    for _ in 0..STARTS {
        let mut command = Command::new(&unpacked.program.executable);
        command.args(&unpacked.program.arguments).env("LC_ALL", "C.UTF-8");
        let status = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
        status.ok().filter(ExitStatus::success)?;
    }
    Some(began.elapsed() / STARTS)
}
