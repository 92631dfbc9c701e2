//! What the figures say, fault by fault and in all.

use crate::kills::fault::{Betrayed, Fault};
use crate::kills::search::Found;
use illformed_judge::shown::thousands;
use std::fmt::{self, Write};

/// The figures of one fault, one a seed: our set-up's and the plain one's.
#[derive(Debug, Clone)]
pub(crate) struct Row {
    pub(crate) fault: Fault,
    pub(crate) ours: Vec<Found>,
    pub(crate) plain: Vec<Found>,
}

/// Executions until a kill, or so many without one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Executions {
    /// Ordered first: who did not kill needs more than who did, whatever the number.
    pub(crate) censored: bool,
    pub(crate) count: u64,
}

/// A requirement, and the faults that miss it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Requirement {
    pub(crate) says: &'static str,
    pub(crate) missed_by: Vec<&'static str>,
}

/// A side's name, and its figures.
type Side = (&'static str, fn(&Row) -> &[Found]);

/// The kills within so many executions are counted.
const WITHIN: [u64; 3] = [1_000, 10_000, 100_000];

impl fmt::Display for Executions {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(&format!("{}{}", if self.censored { ">" } else { "" }, thousands(self.count)))
    }
}

fn sorted(found: &[Found]) -> Vec<Executions> {
    let mut all: Vec<Executions> =
        found.iter().map(|found| Executions { censored: !found.killed, count: found.executions }).collect();
    all.sort_unstable();
    all
}

/// The median of searches, of which there is one at least; of an even number the greater.
fn median(found: &[Found]) -> Executions {
    sorted(found)[found.len() / 2]
}

/// The most of them.
fn worst(found: &[Found]) -> Executions {
    sorted(found)[found.len() - 1]
}

impl Row {
    /// Whether ours needs at most one in `times` of the executions that the plain set-up needs, or is known to need.
    fn is_fewer(&self, times: u64) -> bool {
        median(&self.ours).count * times <= median(&self.plain).count
    }

    /// How many times as many the plain set-up needs; more than that where it is censored.
    fn ratio(&self) -> String {
        let (ours, plain) = (median(&self.ours).count.max(1), median(&self.plain));
        let more = if plain.censored { ">" } else { "" };
        let tenths = plain.count * 10 / ours;
        if tenths < 100 {
            format!("{more}{}.{}", tenths / 10, tenths % 10)
        } else {
            format!("{more}{}", thousands(tenths / 10))
        }
    }
}

/// What is asked of our set-up, and who misses it.
pub(crate) fn requirements(rows: &[Row]) -> Vec<Requirement> {
    let missed = |says, misses: &dyn Fn(&Row) -> bool| Requirement {
        says,
        missed_by: rows.iter().filter(|row| misses(row)).map(|row| row.fault.name).collect(),
    };
    let needs_much = |row: &Row| median(&row.plain).censored || median(&row.plain).count > 100_000;
    vec![
        missed("ours: every seed kills every fault", &|row| worst(&row.ours).censored),
        missed("ours: the median of the seeds is at most 10,000", &|row| {
            median(&row.ours).censored || median(&row.ours).count > 10_000
        }),
        missed("100 times fewer than plain where that needs more than 100,000", &|row| {
            needs_much(row) && !row.is_fewer(100)
        }),
        missed("never more than 3 times as many as plain", &|row| {
            median(&row.ours).count > 3 * median(&row.plain).count
        }),
    ]
}

/// The table, its sums and the requirements, as text of fixed width. `seeds` searches of each side were made for each fault.
pub(crate) fn table_text(rows: &[Row], seeds: usize) -> String {
    let mut text = String::new();
    let sides: [Side; 2] = [("ours", |row| &row.ours), ("plain", |row| &row.plain)];
    let _ = writeln!(
        text,
        "{:<6}{:>9}{:>9}{:>12}{:>10}  {:<8}what it does",
        "fault", "ours", "worst", "plain", "times", "seen by"
    );
    for row in rows {
        let betrayed = match row.fault.betrayed {
            Betrayed::ByAnswer => "answer",
            Betrayed::ByCalls => "calls",
        };
        let _ = writeln!(
            text,
            "{:<6}{:>9}{:>9}{:>12}{:>10}  {betrayed:<8}{}",
            row.fault.name,
            median(&row.ours),
            worst(&row.ours),
            median(&row.plain),
            row.ratio(),
            row.fault.does
        );
    }
    let searches = seeds * rows.len();
    let _ = writeln!(
        text,
        "\nkills of {searches} searches within{:>12}{:>12}{:>12}",
        "1,000", "10,000", "100,000"
    );
    for (name, side) in sides {
        let within = |most: u64| {
            let found = rows.iter().flat_map(side);
            found.filter(|found| found.killed && found.executions <= most).count()
        };
        let [first, second, third] = WITHIN.map(within);
        let _ = writeln!(text, "  {name:<25}{first:>12}{second:>12}{third:>12}");
    }
    text.push('\n');
    for Requirement { says, missed_by } in requirements(rows) {
        let outcome = if missed_by.is_empty() {
            "held".to_owned()
        } else {
            format!("MISSED by {}", missed_by.join(", "))
        };
        let _ = writeln!(text, "{says}: {outcome}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(name: &'static str, ours: [u64; 3], plain: [u64; 3]) -> Row {
        let found = |counts: [u64; 3]| {
            counts
                .map(|count| Found { executions: count.min(1_000_000), killed: count <= 1_000_000 })
                .to_vec()
        };
        let fault = Fault { name, does: "errs", betrayed: Betrayed::ByAnswer };
        Row { fault, ours: found(ours), plain: found(plain) }
    }

    #[test]
    fn who_does_not_kill_needs_more_than_who_does_and_ratios_say_so() {
        let rows = [row("m01", [5, 7, 2_000], [u64::MAX, 900_000, u64::MAX])];
        assert_eq!(median(&rows[0].ours).to_string(), "7");
        assert_eq!(worst(&rows[0].plain).to_string(), ">1,000,000");
        assert_eq!(rows[0].ratio(), ">142,857");
        let text = table_text(&rows, 3);
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
        let missed: Vec<_> =
            requirements(&rows).into_iter().map(|requirement| requirement.missed_by).collect();
        assert_eq!(missed, [vec!["m01"], vec!["m02"], vec!["m02", "m04"], vec!["m03"]]);
    }
}
