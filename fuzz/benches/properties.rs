//! What a search pays for one input, beside the least that a property could check: one call of each property. Figures of one
//! run can be compared, those of two cannot; ratios are nearly the same on any machine. `make bench` prints them,
//! `--json PATH` keeps them, and `--once` calls each property once for each text, for a count of instructions.

#![expect(clippy::print_stdout, reason = "printing figures is what it is for")]

use illformed_fuzz::property::{ALL, Property};
use std::collections::BTreeMap;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// How often a property is called to see what that costs.
const CALLS: u32 = 1000;

fn main() {
    let texts: [(&str, Vec<u8>); 4] = [
        ("ASCII", vec![b'a'; 64]),
        ("mixed", "a\u{e9}\u{20ac}\u{1f600}bc".repeat(6).into_bytes()[..64].to_vec()),
        ("errors", b"\xE2\x82a\xED\xA0\x80\xFF\x80".repeat(8)),
        ("FF", vec![0xFF; 64]),
    ];
    let arguments: Vec<String> = std::env::args().collect();
    if arguments.iter().any(|argument| argument == "--once") {
        return ALL.iter().for_each(|property| texts.iter().for_each(|(_, bytes)| check(property, bytes)));
    }
    println!(
        "Properties, 64 bytes of each text (us, median of 15 runs of {CALLS}; ratio to `naive` of the sums):"
    );
    let line = |name: &str, cells: [String; 4], ratio: &str| {
        println!("  {name:<28} {} {ratio:>7}", cells.map(|cell| format!("{cell:>8}")).join(" "));
    };
    line("", texts.each_ref().map(|(text, _)| (*text).to_owned()), "ratio");
    let mut of_naive = None;
    let mut ratios: BTreeMap<String, f64> = BTreeMap::new();
    for property in Property::named("naive").iter().chain(ALL) {
        let took = texts.each_ref().map(|(_, bytes)| {
            median(|| (0..CALLS).for_each(|_| check(property, bytes))).as_secs_f64() * 1e6 / f64::from(CALLS)
        });
        let sum: f64 = took.iter().sum();
        let ratio = sum / *of_naive.get_or_insert(sum);
        line(property.name, took.map(|took| format!("{took:.3}")), &format!("{ratio:.1}"));
        ratios.insert(format!("property/{}", property.name), ratio);
    }
    let path = arguments.iter().skip_while(|argument| *argument != "--json").nth(1);
    if let Some(path) = path {
        let text = serde_json::to_string_pretty(&ratios).expect("numbers with names");
        std::fs::write(path, text + "\n").expect("the file can be written");
    }
}

fn check(property: &Property, bytes: &[u8]) {
    (property.check)(black_box(bytes)).expect("it holds for these texts");
}

fn median(mut measured: impl FnMut()) -> Duration {
    let mut took = [(); 15].map(|()| {
        let began = Instant::now();
        measured();
        began.elapsed()
    });
    took.sort();
    took[took.len() / 2]
}
