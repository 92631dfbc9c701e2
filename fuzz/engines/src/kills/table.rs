//! What the figures say, fault by fault and in all.

use crate::kills::KillCount;
use illformed_judge::shown::thousands;
use illformed_workshop::mutants::Mutant;
use std::fmt::{self, Display, Write};

/// The figures of one fault, one a seed, best first: our set-up's and the plain one's.
#[derive(Debug, Clone)]
pub(crate) struct FaultRow {
    fault: Mutant,
    ours: Vec<KillCount>,
    plain: Vec<KillCount>,
}

impl KillCount {
    /// Whether it takes more than `most` executions to find something.
    fn is_above(self, most: u64) -> bool {
        self.survived || self.executions > most
    }
}

/// The executions until a kill, or so many without one.
impl Display for KillCount {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(&format!("{}{}", if self.survived { ">" } else { "" }, thousands(self.executions)))
    }
}

/// Of an even number the greater.
fn median(found: &[KillCount]) -> KillCount {
    found[found.len() / 2]
}

fn worst(found: &[KillCount]) -> KillCount {
    found[found.len() - 1]
}

impl FaultRow {
    /// The figures of `fault`, one at least of each.
    pub(crate) fn new(fault: Mutant, mut ours: Vec<KillCount>, mut plain: Vec<KillCount>) -> Self {
        ours.sort_unstable();
        plain.sort_unstable();
        Self { fault, ours, plain }
    }

    /// How many times as many the plain set-up needs; more than that where it is censored.
    fn ratio(&self) -> String {
        let (ours, plain) = (median(&self.ours).executions.max(1), median(&self.plain));
        let more = if plain.survived { ">" } else { "" };
        match plain.executions * 10 / ours {
            tenths @ ..100 => format!("{more}{}.{}", tenths / 10, tenths % 10),
            tenths => format!("{more}{}", thousands(tenths / 10)),
        }
    }
}

/// Whether a fault misses a requirement.
type Misses = fn(&FaultRow) -> bool;

/// What is asked of our set-up.
const REQUIREMENTS: [(&str, Misses); 4] = [
    ("ours: every seed kills every fault", |row| worst(&row.ours).survived),
    ("ours: the median of the seeds is at most 10,000", |row| median(&row.ours).is_above(10_000)),
    ("100 times fewer than plain where that needs more than 100,000", |row| {
        let (ours, plain) = (median(&row.ours), median(&row.plain));
        plain.is_above(100_000) && ours.executions * 100 > plain.executions
    }),
    ("never more than 3 times as many as plain", |row| {
        median(&row.ours).executions > 3 * median(&row.plain).executions
    }),
];

fn missed_by(rows: &[FaultRow], misses: Misses) -> Vec<&'static str> {
    rows.iter().filter(|row| misses(row)).map(|row| row.fault.name).collect()
}

/// The table, its sums and the requirements, as text of fixed width; and whether a requirement is missed.
pub(crate) fn table_text(rows: &[FaultRow]) -> (String, bool) {
    let mut text = String::new();
    let mut line = |[fault, ours, worst, plain, times, seen_by, does]: [&dyn Display; 7]| {
        let _ = writeln!(text, "{fault:<6}{ours:>9}{worst:>9}{plain:>12}{times:>10}  {seen_by:<8}{does}");
    };
    line([&"fault", &"ours", &"worst", &"plain", &"times", &"seen by", &"what it does"]);
    for row in rows {
        let FaultRow { fault, ours, plain } = row;
        let seen_by = if fault.is_of_calls() { "calls" } else { "answer" };
        let (half, all) = (median(ours), worst(ours));
        line([&fault.name, &half, &all, &median(plain), &row.ratio(), &seen_by, &fault.does]);
    }
    let mut sum = |name: &str, [first, second, third]: [&dyn Display; 3]| {
        let _ = writeln!(text, "{name:<27}{first:>12}{second:>12}{third:>12}");
    };
    let ours: Vec<KillCount> = rows.iter().flat_map(|row| row.ours.clone()).collect();
    let plain: Vec<KillCount> = rows.iter().flat_map(|row| row.plain.clone()).collect();
    sum(&format!("\nkills of {} searches within", ours.len()), [&"1,000", &"10,000", &"100,000"]);
    for (name, found) in [("  ours", ours), ("  plain", plain)] {
        let within = |most| found.iter().filter(|found| !found.is_above(most)).count();
        sum(name, [&within(1_000), &within(10_000), &within(100_000)]);
    }
    text.push('\n');
    let mut is_missed = false;
    for (says, misses) in REQUIREMENTS {
        let missed_by = missed_by(rows, misses).join(", ");
        is_missed |= !missed_by.is_empty();
        let outcome = if missed_by.is_empty() { "held" } else { &format!("MISSED by {missed_by}") };
        let _ = writeln!(text, "{says}: {outcome}");
    }
    (text, is_missed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use illformed_workshop::mutants::{StreamFault, Structure};

    fn row(name: &'static str, ours: [u64; 3], plain: [u64; 3]) -> FaultRow {
        let found = |count: u64| KillCount { survived: count > 1_000_000, executions: count.min(1_000_000) };
        let fault = Mutant::new(name, "errs", Structure::Push(StreamFault::None));
        FaultRow::new(fault, ours.map(found).to_vec(), plain.map(found).to_vec())
    }

    #[test]
    fn who_does_not_kill_needs_more_than_who_does_and_ratios_say_so() {
        let rows = [row("m01", [5, 7, 2_000], [u64::MAX, 900_000, u64::MAX])];
        assert_eq!(median(&rows[0].ours).to_string(), "7");
        assert_eq!(worst(&rows[0].plain).to_string(), ">1,000,000");
        assert_eq!(rows[0].ratio(), ">142,857");
        let (text, _) = table_text(&rows);
        assert!(text.contains("m01           7    2,000  >1,000,000  >142,857  answer  errs"), "{text}");
    }

    #[test]
    fn each_requirement_names_who_misses_it() {
        let rows = [
            row("m01", [5, 7, u64::MAX], [20, 20, 20]),
            row("m02", [1, 20_000, 30_000], [9_000_000, 9_000_000, 9_000_000]),
            row("m03", [61, 61, 61], [20, 20, 20]),
            row("m04", [1_001, 1_001, 1_001], [100_001, 100_001, 100_001]),
            row("m05", [60, 60, 60], [20, 20, 20]),
        ];
        let missed = REQUIREMENTS.map(|(_, misses)| missed_by(&rows, misses));
        assert_eq!(missed, [vec!["m01"], vec!["m02"], vec!["m02", "m04"], vec!["m03"]]);
    }
}
