//! The lists of a report: what some decoders did, and what could not be asked. Each is made once, and every format shows it in
//! its own way.

use crate::record::run_record::{AdapterNote, RunRecord};
use crate::tell::report::Style;
use crate::tell::report::acceptance::{acceptance, replacement};
use crate::tell::report::baseline::baselines;
use crate::tell::report::decoders::unjudged;
use crate::tell::report::incidents::incidents;
use crate::tell::report::reproduce::stability;
use crate::tell::report::sweeps::sweeps;
use crate::tell::report::words::{Tone, WIDTH, and_more, counted, grouped, hanging};
use illformed_judge::shown::{escape_controls, fit, reason};
use std::fmt::Write;

/// A list with what all of it has in common.
pub(crate) struct Section {
    /// By this the address of a page leads to it.
    pub(crate) id: &'static str,
    pub(crate) heading: &'static str,
    /// What a reader has to know of all rows, as a fragment; may be empty.
    pub(crate) about: String,
    /// What the cells are; the titles of numbers begin with `#`.
    pub(crate) columns: &'static [&'static str],
    pub(crate) rows: Vec<SectionRow>,
}

pub(crate) struct SectionRow {
    /// How good or bad what it says is, if it is either.
    pub(crate) tone: Option<Tone>,
    pub(crate) cells: Vec<Cell>,
}

pub(crate) enum Cell {
    Words(String),
    Number(usize),
    /// An input as it was sent, and the id of its case.
    Input(String, String),
    /// Decoders by their names, behind what they do where that is not clear.
    Decoders(&'static str, Vec<String>),
    /// Vectors by their ids; a page alone has room for them.
    Vectors(Vec<String>),
    /// What is there to be pasted, such as a command or a place; in a terminal it has a line of its own.
    Whole(String),
}

const MOST_DECODERS: usize = 10;

/// How many rows a terminal shows of a section that say nothing good or bad; it shows all others.
const MOST_ROWS: usize = 60;

const INPUT_WIDTH: usize = 50;

impl Section {
    /// All lists of `record` that have something in them, but for [`of_adapters`](Self::of_adapters); who accepts, refuses and
    /// replaces what only `with_acceptance`, which stands beside the matrix.
    pub(crate) fn all(record: &RunRecord, with_acceptance: bool) -> Vec<Self> {
        let mut all = Vec::new();
        if with_acceptance {
            all.extend(acceptance(record));
            all.push(replacement(record));
        }
        all.extend(unjudged(record));
        all.extend([sweeps(record), stability(record), baselines(record)]);
        all.retain(|section| !section.rows.is_empty());
        all.extend(incidents(record));
        all
    }

    /// The adapters that are broken, and those that are absent.
    pub(crate) fn of_adapters(record: &RunRecord) -> Vec<Self> {
        let section = |(id, heading, notes): (_, _, &Vec<AdapterNote>)| {
            let words = |note: &AdapterNote| [note.adapter.clone(), reason(&note.why)].map(Cell::Words);
            let rows =
                notes.iter().map(|note| SectionRow { tone: None, cells: words(note).into() }).collect();
            Self { id, heading, about: String::new(), columns: &["adapter", "why"], rows }
        };
        let all = [
            ("broken", "Broken adapters", &record.broken),
            ("absent", "Missing on that machine", &record.absent),
        ];
        all.into_iter().map(section).filter(|section| !section.rows.is_empty()).collect()
    }

    /// As a part of what a terminal shows, below a blank line.
    pub(crate) fn in_terminal(&self, style: Style) -> String {
        let about = if self.about.is_empty() { String::new() } else { format!(" ({})", self.about) };
        let end = if self.rows.is_empty() { "." } else { ":" };
        let mut text = "\n".to_owned() + &hanging("", 0, &format!("{}{about}{end}", self.heading), WIDTH);
        let (mut plain, mut more) = (0, 0);
        for row in &self.rows {
            plain += usize::from(row.tone.is_none());
            if row.tone.is_none() && plain > MOST_ROWS {
                more += 1;
                continue;
            }
            let words = escape_controls(&self.line(row, Cell::words));
            let lines = hanging("  ", 4, &words, WIDTH - 4);
            // What the row is about stands at its start, unless it is too long for a line.
            let first = words.split(':').next().unwrap_or_default();
            let rest = lines.strip_prefix("  ").and_then(|line| line.strip_prefix(first));
            match (row.tone, rest) {
                (Some(tone), Some(rest)) => text.extend(["  ", &tone.paint(style, first), rest]),
                _ => text += &lines,
            }
            for cell in &row.cells {
                if let Cell::Whole(words) = cell
                    && !words.is_empty()
                {
                    let _ = writeln!(text, "    {}", style.faint(&escape_controls(words)));
                }
            }
        }
        if more > 0 {
            let _ = writeln!(text, "  and {more} more; --format html --out DIR shows all");
        }
        text
    }

    /// `row` in one line, each cell as `shown`; what `shown` leaves empty is left out.
    pub(crate) fn line(&self, row: &SectionRow, shown: impl Fn(&Cell) -> String) -> String {
        let titled = |(cell, title): (&Cell, &&str)| match cell {
            Cell::Number(number) => counted(*number, title.trim_matches(['#', 's'])),
            _ => shown(cell),
        };
        let cells = row.cells.iter().zip(self.columns).map(titled).filter(|cell| !cell.is_empty());
        let cells: Vec<String> = cells.collect();
        cells.split_first().map_or_else(String::new, |(first, rest)| format!("{first}: {}", rest.join("; ")))
    }
}

impl SectionRow {
    /// That of the decoder of that name, of which `words` tell.
    pub(crate) fn of_decoder((name, words): (String, String)) -> Self {
        Self { tone: None, cells: vec![Cell::Decoders("", vec![name]), Cell::Words(words)] }
    }
}

impl Cell {
    /// What text has of it.
    pub(crate) fn words(&self) -> String {
        match self {
            Self::Words(words) => words.clone(),
            Self::Number(number) => grouped(*number),
            Self::Input(input, _) => fit(input, INPUT_WIDTH),
            Self::Decoders(_, names) if names.is_empty() => String::new(),
            Self::Decoders(what, names) => {
                let first: Vec<&str> = names.iter().take(MOST_DECODERS).map(String::as_str).collect();
                what.to_string() + &first.join(", ") + &and_more(names.len() - first.len())
            }
            Self::Vectors(_) | Self::Whole(_) => String::new(),
        }
    }
}
