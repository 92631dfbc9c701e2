//! The matrix: for each adapter a table of its decoders against the groups of vectors.

use crate::record::run_record::{DecoderRecord, RunRecord};
use crate::tell::report::cell::{Cell, cells};
use crate::tell::report::markdown::code::code;
use crate::tell::report::matrix::checked;
use crate::tell::report::standing::Standing;
use std::fmt::Write;

/// The tables, each with its heading, and what the letters mean.
pub(super) fn matrix(record: &RunRecord) -> String {
    let mut text = String::new();
    for decoders in record.decoders.chunk_by(|one, next| one.adapter == next.adapter) {
        let first = &decoders[0];
        let version = format!("{} {}", first.implementation, first.version);
        let _ = writeln!(text, "### {}: {}\n", code(&first.adapter), code(&version));
        let groups: Vec<String> = record.suite.groups.iter().map(|group| code(&group.name)).collect();
        let heads = ["decoder", "says", "judged", "not judged", "checked"].map(str::to_owned);
        let heads: Vec<String> = heads.into_iter().chain(groups).collect();
        let _ = writeln!(text, "| {} |", heads.join(" | "));
        let _ = writeln!(text, "|{}", "---|".repeat(heads.len()));
        for decoder in decoders {
            text.push_str(&row(record, decoder));
        }
        text.push('\n');
    }
    let legend: Vec<String> =
        Cell::LEGEND.iter().map(|cell| format!("`{}` {}", cell.letter(), cell.meaning())).collect();
    let _ = writeln!(
        text,
        "A cell is the worst of its group of vectors, judged by RFC 3629: {}. Says: judged by what the decoder claims. \
         Checked: `a` answer, `p` place and `l` length of errors, `t` text, `c` what each call said.\n",
        legend.join(", ")
    );
    text
}

fn row(record: &RunRecord, decoder: &DecoderRecord) -> String {
    let (standing, tally) = Standing::of(decoder);
    let mut columns = vec![
        code(&decoder.decoder),
        standing.word().to_owned(),
        tally.judged.to_string(),
        tally.unjudged().to_string(),
        code(&checked(&decoder.shown().groups)),
    ];
    columns.extend(cells(record, decoder.shown()).into_iter().map(|cell| format!("`{}`", cell.letter())));
    format!("| {} |\n", columns.join(" | "))
}
