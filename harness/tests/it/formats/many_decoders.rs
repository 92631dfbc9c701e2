//! The matrix of more decoders than a reader wants to see at once.

use crate::reports::small;
use illformed::record::run_record::{DecoderRecord, RunRecord};
use illformed::tell::report::{Style, TerminalOptions, markdown, terminal};
use snapbox::{assert_data_eq, file};

/// Two decoders of ours, one that accepts everything, and 16 others of three implementations, of which another accepts everything.
fn many() -> RunRecord {
    let mut record = small();
    let (passing, blind) = (record.decoders[0].clone(), record.decoders[2].clone());
    let mut add = |adapter: &str, decoder: String, like: &DecoderRecord| {
        let (adapter, implementation) = (adapter.to_owned(), adapter.to_uppercase());
        record.decoders.push(DecoderRecord { adapter, implementation, decoder, ..like.clone() });
    };
    (0..10).for_each(|number| add("first", format!("decoder-{number}"), &passing));
    add("first", "blind".to_owned(), &blind);
    (0..4).for_each(|number| add("second", format!("decoder-{number}"), &passing));
    add("third", "decoder".to_owned(), &passing);
    record
}

#[test]
fn the_matrix_of_many_decoders_counts_those_that_pass_and_names_those_that_differ() {
    let many = many();
    let text = terminal(&many, TerminalOptions { style: Style::Plain, findings: 0, matrix: true });
    let (_, matrix) = text.split_once(" over surr ").expect("there is a matrix");
    let matrix = matrix.split("\n\n").next().unwrap_or_default();
    assert_data_eq!(format!("{matrix}\n"), file!["../golden/matrix-many.txt"]);

    let text = markdown(&many);
    let (_, matrix) = text.split_once("## Matrix\n").expect("there is a matrix");
    let parts: Vec<&str> = matrix.split("\n## ").next().unwrap_or_default().split("### ").skip(1).collect();
    let told =
        parts.iter().map(|part| (part.split(':').next().unwrap_or_default(), part.matches("\n| `").count()));
    let expected =
        [("`accepts-everything`", 1), ("`first`", 1), ("`second`", 0), ("`third`", 1), ("`codec`", 0)];
    assert_eq!(told.collect::<Vec<_>>(), expected, "{matrix}");
    assert!(parts[1].contains("\n10 of 11 decoders pass.\n") && parts[2].contains("\n4 decoders pass.\n"));
}
