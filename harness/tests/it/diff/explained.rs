//! What else is not the same in two reports.

use super::world::{World, assert_narrow, told};
use illformed::record::run_record::{AdapterNote, RunRecord};
use illformed::tell::report::json;
use illformed_judge::claim::OffsetMeaning;
use illformed_vectors::Input;
use std::fs;

/// What makes another report of a report.
type Edit = fn(&mut RunRecord);

#[test]
fn whatever_else_differs_is_named_with_what_it_was_and_is() {
    let table: [(Edit, &str); 12] = [
        (|record| record.tool.version = "0.0.9".to_owned(), "tool           illformed 0.0.9 -> illformed "),
        (|record| record.suite.name = "mine".to_owned(), "suite          was mine "),
        (|record| record.selection = vec!["--smoke".to_owned()], "selection      --smoke -> --only "),
        (|record| record.platform.arch = "m68k".to_owned(), "platform       linux m68k C.UTF-8 -> "),
        (|record| record.footer.complete = false, "complete       interrupted -> complete\n"),
        (|record| record.began_at += 1_000_000, "order          the later one -> the earlier one\n"),
        (
            |record| record.vectors[0].input = Input::Bytes(b"BB".to_vec()),
            "inputs         bytes -> other bytes under the ids of 1\n",
        ),
        (|record| record.decoders[0].implementation = "me".to_owned(), "    implementation me -> steered\n"),
        (|record| record.decoders[0].version = "0".to_owned(), "    version        0 -> 1\n"),
        (|record| record.decoders[0].api = "f()".to_owned(), "    api            f() -> bytes.decode"),
        (
            |record| record.decoders[0].claim.at = OffsetMeaning::Offending,
            "    claim          at=offending -> at=none\n",
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
    assert_eq!(code, Some(4), "{text}");
    assert!(text.contains("    adapter        there -> broken: no hello\n"), "{text}");
}
