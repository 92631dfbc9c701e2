//! What else is not the same in two reports.

use super::world::{World, assert_narrow, told};
use illformed::record::run_record::{AdapterNote, RunRecord};
use illformed::tell::report::json;
use illformed_judge::claim::{Bom, OffsetMeaning, OutputKind, Refusal, ScriptSupport};
use illformed_vectors::Input;
use std::fs;

/// What makes another report of a report.
type Edit = fn(&mut RunRecord);

#[test]
fn whatever_else_differs_is_named_with_what_it_was_and_is() {
    let table: [(Edit, &str); 11] = [
        (|record| record.tool.version = "0.0.9".to_owned(), "tool.version   0.0.9 -> "),
        (|record| record.suite.name = "mine".to_owned(), "suite.name     mine -> "),
        (|record| record.selection = vec!["--smoke".to_owned()], "selection      --smoke -> --only "),
        (|record| record.platform.arch = "m68k".to_owned(), "platform.arch  m68k -> "),
        (|record| record.footer.complete = false, " UTC, interrupted\n"),
        (|record| record.began_at += 1_000_000, " UTC, made after the new one\n"),
        (|record| record.decoders[0].implementation = "me".to_owned(), "    implementation me -> steered\n"),
        (|record| record.decoders[0].version = "0".to_owned(), "    version        0 -> 1\n"),
        (|record| record.decoders[0].api = "f()".to_owned(), "    api            f() -> bytes.decode"),
        (
            |record| record.decoders[0].claim.at = OffsetMeaning::Offending,
            "    claim.at       offending -> none\n",
        ),
        (|record| record.decoders[0].command.clear(), "    command        was nothing\n"),
    ];
    let world = World::new();
    let new = world.steered("new", "1", &["strict,c080=accept"]);
    let record = RunRecord::from_json(&new, &fs::read_to_string(&new).unwrap()).unwrap();
    for (edit, line) in table {
        let mut edited = record.clone();
        edit(&mut edited);
        edited.finalize();
        let old = world.path("old.json");
        fs::write(&old, json(&edited)).unwrap();
        let (code, text) = told(&["diff", old.to_str().unwrap(), &new]);
        assert_eq!(code, Some(0), "{text}");
        assert_narrow(&text);
        assert!(text.contains(line), "{line}: {text}");
    }
}

#[test]
fn a_vector_with_other_bytes_is_another_vector() {
    let world = World::new();
    let new = world.steered("new", "1", &["strict"]);
    let mut record = RunRecord::from_json(&new, &fs::read_to_string(&new).unwrap()).unwrap();
    record.vectors[0].input = Input::Bytes(b"BB".to_vec());
    record.finalize();
    let old = world.path("old.json");
    fs::write(&old, json(&record)).unwrap();
    let (code, text) = told(&["diff", old.to_str().unwrap(), &new]);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("\nResult: 1 new, 1 gone.\n"), "{text}");
}

#[test]
fn a_decoder_that_is_gone_with_its_adapter_says_why() {
    let world = World::new();
    let old = world.steered("old", "1", &["strict"]);
    let mut record = RunRecord::from_json(&old, &fs::read_to_string(&old).unwrap()).unwrap();
    record.decoders.clear();
    record.broken = vec![AdapterNote { adapter: "steered".to_owned(), why: "no hello".to_owned() }];
    record.finalize();
    let new = world.path("new.json");
    fs::write(&new, json(&record)).unwrap();
    let (code, text) = told(&["diff", &old, new.to_str().unwrap()]);
    assert_eq!(code, Some(3), "{text}");
    assert!(text.contains("broken.steered nothing -> no hello\n"), "{text}");
}

#[test]
fn decoders_with_other_policies_pass_the_same_cases_and_are_not_said_to_answer_the_same() {
    let world = World::new();
    let decoders = ["--decoder", "python/replace", "--decoder", "python/ignore"];
    let report = world.run("report", &[&["--only", "overlong/nul-*"], &decoders[..]].concat());
    let pair = ["--pair", "python/replace=python/ignore", "--decoder", "python/ignore", &report, &report];
    let note = "claims differ: equal verdicts are not equal answers";
    let (code, text) = told(&[&["diff"], &pair[..]].concat());
    assert_eq!(code, Some(0), "{text}");
    assert_narrow(&text);
    assert!(text.contains(&format!("\n    was python/replace\n    {note}\n")), "{text}");
    assert!(text.contains("\n    claim.policy   maximal-subpart -> drop\n"), "{text}");
    assert!(text.ends_with(&format!("\nResult: no change of verdict.\n1 decoder: {note}.\n")), "{text}");
    let (_, markdown) = told(&[&["diff", "--format", "markdown"], &pair[..]].concat());
    assert!(markdown.starts_with("## UTF-8 decoders: no change of verdict\n"), "{markdown}");
    assert!(markdown.contains(&format!(" (`was python/replace`) (`{note}`) | ")), "{markdown}");
    assert!(markdown.contains("\n    claim.policy   maximal-subpart -> drop\n"), "{markdown}");

    let (_, text) = told(&["diff", &report, &report]);
    assert!(!text.contains("claims differ") && text.ends_with("\nResult: no change.\n"), "{text}");
}

#[test]
fn only_what_a_claim_says_of_answers_makes_equal_verdicts_doubtful() {
    let world = World::new();
    let new = world.steered("new", "1", &["strict"]);
    let record = RunRecord::from_json(&new, &fs::read_to_string(&new).unwrap()).unwrap();
    let table: [(Edit, bool); 6] = [
        (|record| record.decoders[0].claim.refuses = vec![Refusal::Nul], true),
        (|record| record.decoders[0].claim.bom = Bom::Strip, true),
        (|record| record.decoders[0].claim.out = OutputKind::None, true),
        (|record| record.decoders[0].claim.cannot = vec![0], false),
        (|record| record.decoders[0].claim.max_bytes = Some(100), false),
        (|record| record.decoders[0].claim.script = ScriptSupport::Feed, false),
    ];
    for (number, (edit, is_doubtful)) in table.into_iter().enumerate() {
        let mut edited = record.clone();
        edit(&mut edited);
        edited.finalize();
        let old = world.path("old.json");
        fs::write(&old, json(&edited)).unwrap();
        let (_, text) = told(&["diff", old.to_str().unwrap(), &new]);
        assert!(text.contains("\n    claim."), "{number}: {text}");
        assert_eq!(text.contains("claims differ: equal verdicts"), is_doubtful, "{number}: {text}");
    }
}
