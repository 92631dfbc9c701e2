//! Entries that hold a decoder without telling what it fails.

use super::stage::Stage;

/// A stage whose baseline accepts, sealed, that the decoder takes C0 80 for NUL.
fn sealed() -> Stage {
    Stage::accepting("c080=00", "Its authors will hear of it first.", "--why untold --sealed")
}

/// The part of a baseline from its entries on: what it accepts.
fn entries(text: &str) -> &str {
    text.split_once("\"entries\"").expect("it has entries").1
}

#[test]
fn what_was_not_asked_says_nothing_and_stays() {
    let stage = sealed();
    let before = stage.text();
    let program = format!("{}/tests/adapters/turned.py", env!("CARGO_MANIFEST_DIR"));
    let only = "--only standard/letter-a --baseline baselines --stale error";
    stage.typed(&format!("run --format json --out . {only} -- python3 '{program}'")).ends(0);
    stage.update("");
    assert_eq!(stage.text(), before);
}

#[test]
fn a_cause_that_is_accepted_openly_and_sealed_is_an_error() {
    let stage = sealed();
    let text = stage.text();
    let entry = entries(&text).trim_start_matches(":[\n").trim_end_matches("\n]\n}\n");
    let count = entry.split_once("\n[").unwrap().1.split_once("\",").unwrap().1.split_once(']').unwrap().0;
    let open = format!(
        "{{\"cause\":\"accepts-overlong-2\",\"why\":\"untold\",\"groups\":[\n[\"overlong\",{count}]\n]}}"
    );
    stage.put(&text.replacen(entry, &format!("{entry},\n{open}"), 1));
    stage.held("c080=00", "").ends(2).complains(&["/entries/1/cause: /entries/0 accepts it, too"]);
}
