//! The matrix of more decoders than a reader wants to see at once.

use crate::reports::{deviation, small};
use illformed::record::run_record::{BaselineRecord, DecoderRecord, DeviationKind, RunRecord};
use illformed::tell::report::{Style, TerminalOptions, markdown, terminal};
use snapbox::{assert_data_eq, file};

/// Two decoders of ours, one that accepts everything, and 16 others of three implementations, of which another accepts everything.
fn many() -> RunRecord {
    let mut record = small();
    let (passing, blind) = (record.decoders[0].clone(), record.decoders[2].clone());
    let mut add = |adapter: &str, decoder: String, like: &DecoderRecord| {
        let (adapter, implementation) = (adapter.to_owned(), adapter.to_uppercase());
        let version = passing.version.clone();
        record.decoders.push(DecoderRecord { adapter, implementation, version, decoder, ..like.clone() });
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

#[test]
fn a_terminal_cuts_the_list_of_what_is_neither_good_nor_bad_and_nothing_else() {
    let mut many = many();
    let deviation = |line| {
        deviation(DeviationKind::Regressed, 1, "accepts-overlong-2", line, "1 case fails, none accepted")
    };
    let passing = many.decoders[0].clone();
    for number in 0..100 {
        let (decoder, file) = (format!("more-{number}"), format!("more-{number}.json"));
        let deviations = if number == 99 { (0..12).map(deviation).collect() } else { Vec::new() };
        let baseline = Some(BaselineRecord { file, deviations, ..BaselineRecord::default() });
        let mut more = DecoderRecord { decoder, baseline, ..passing.clone() };
        more.by_claim.tally.declined = 1;
        many.decoders.push(more);
    }
    let text = terminal(&many, TerminalOptions { style: Style::Plain, findings: 0, matrix: false });
    let list = |heading: &str| {
        let (_, list) = text.split_once(&format!("\n{heading}")).expect(heading);
        list.split("\n\n").next().unwrap_or_default().to_owned()
    };
    let declined = list("Declined or not applicable");
    assert_eq!(declined.matches("/more-").count(), 60, "{declined}");
    assert!(declined.ends_with("\n  and 40 more; --format html --out DIR shows all"), "{declined}");
    let baselines = list("Baselines");
    assert!(baselines.starts_with(":\n  codec/more-99: 0 failures accepted"), "{baselines}");
    assert_eq!(baselines.matches("  Regressed accepts-overlong-2").count(), 10, "{baselines}");
    assert!(baselines.contains("\n  Regressed: 2 more; the JSON report has all\n"), "{baselines}");
    assert_eq!(baselines.matches("/more-").count(), 100, "{baselines}");
}
