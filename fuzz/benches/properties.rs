//! What a search pays for one input, beside an empty property: one call of each property. `make bench` prints it; figures
//! of one run can be compared, those of two cannot.

#![expect(clippy::print_stdout, reason = "printing figures is what it is for")]

use illformed_fuzz::property::{ALL, Property};
use std::hint::black_box;
use std::time::{Duration, Instant};

/// How often a property is called to see what that costs.
const CALLS: u32 = 1000;

fn main() {
    let texts: [(&str, Vec<u8>); 4] = [
        ("ASCII", vec![b'a'; 64]),
        ("mixed", "aé€😀bc".repeat(6).into_bytes()[..64].to_vec()),
        ("errors", b"\xE2\x82a\xED\xA0\x80\xFF\x80".repeat(8)),
        ("FF", vec![0xFF; 64]),
    ];
    println!("properties, 64 bytes of each text (median of 15 runs of {CALLS}):");
    let empty = Property::named("empty");
    for property in empty.iter().chain(ALL) {
        print!("  {:<30}", property.name);
        for (text, bytes) in &texts {
            let took = median(|| (0..CALLS).for_each(|_| (property.check)(black_box(bytes))));
            print!(" {text} {:>7.3} us", took.as_secs_f64() * 1e6 / f64::from(CALLS));
        }
        println!();
    }
}

fn median(mut measured: impl FnMut()) -> Duration {
    let mut took: Vec<Duration> = (0..15)
        .map(|_| {
            let began = Instant::now();
            measured();
            began.elapsed()
        })
        .collect();
    took.sort();
    took[took.len() / 2]
}
