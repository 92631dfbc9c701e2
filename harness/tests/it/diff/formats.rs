//! The same comparison in each format.

use super::world::{World, assert_narrow, illformed, told};
use illformed::record::diff::{Change, DiffRecord};
use pulldown_cmark::{Event, Options, Parser};
use snapbox::file;
use std::fs;

#[test]
fn json_has_every_change_of_every_case() {
    let world = World::new();
    let old = world.steered("old", "1", &["strict,c080=accept,e08080=skip"]);
    let new = world.steered("new", "1", &["strict,41=reject"]);
    let (code, text) = told(&["diff", "--format", "json", "--changes", "0", &old, &new]);
    assert_eq!(code, Some(1), "{text}");
    let record: DiffRecord = serde_json::from_str(&text).expect("it is a record");
    assert_eq!((record.kind.as_str(), record.schema), ("illformed-diff", 2));
    let [decoder] = &record.decoders[..] else { panic!("{text}") };
    let named = |change: Change| -> Vec<String> {
        let of_it = decoder.changes.iter().filter(|one| one.change == change);
        let cases = of_it.flat_map(|one| one.cases.iter());
        cases.map(|case| record.vectors[record.cases[case].vector].id.clone()).collect()
    };
    assert_eq!(named(Change::Fixed), ["overlong/nul-two-bytes"]);
    assert_eq!(named(Change::New), ["overlong/nul-three-bytes"]);
    for change in Change::ALL.into_iter().filter(|change| *change != Change::Same) {
        assert_eq!(named(change).len(), decoder.counts.of(change), "{change:?}");
    }
    assert_eq!(decoder.counts, record.counts);
}

#[test]
fn a_comparison_does_not_depend_on_anything_but_the_reports() {
    let world = World::new();
    let old = world.steered("old", "1", &["one,c080=accept", "two"]);
    let new = world.steered("new", "1", &["two,c080=accept", "one,41=reject"]);
    let json = || told(&["diff", "--format", "json", &old, &new]).1;
    let first = json();
    for _ in 0..3 {
        assert!(json() == first);
    }
}

#[test]
fn files_are_written_beside_what_is_printed() {
    let world = World::new();
    let old = world.steered("old", "1", &["strict"]);
    let new = world.steered("new", "1", &["strict,c080=accept"]);
    let out = world.path("out");
    let dir = out.to_str().unwrap();
    let formats = ["--format", "terminal,json,markdown", "--out", dir];
    let (code, text) = told(&[&["diff"], &formats[..], &[&old, &new]].concat());
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("\nregressed     overlong/nul-two-bytes\n"), "{text}");
    let printed = |format: &str| told(&["diff", "--format", format, &old, &new]).1;
    assert_eq!(fs::read_to_string(out.join("diff.json")).unwrap(), printed("json"));
    assert_eq!(fs::read_to_string(out.join("diff.md")).unwrap(), printed("markdown"));
    assert_eq!(fs::read_dir(&out).unwrap().count(), 2, "nothing temporary stays behind");
}

#[test]
fn markdown_is_for_a_comment() {
    let world = World::new();
    let old = world.steered("old", "1.0", &["strict,e08080=accept"]);
    let new = world.steered("new", "2.0", &["strict,c080=accept"]);
    illformed(&["diff", "--format", "markdown", &old, &new]).code(1).stdout_eq(file!["../golden/diff.md"]);
}

#[test]
fn what_an_adapter_says_of_itself_is_shown_and_not_obeyed() {
    let world = World::new();
    let hostile = "\u{1b}[31m</summary><script>|`\u{202e}\n# x";
    let old = world.steered("old", hostile, &["strict"]);
    let new = world.steered("new", &format!("{hostile}{}", "y".repeat(500)), &["strict,c080=accept"]);
    let (code, text) = told(&["diff", &old, &new]);
    assert_eq!(code, Some(1), "{text}");
    assert_narrow(&text);
    assert!(!text.contains('\u{202e}') && !text.contains("\n# x"), "{text}");
    let (_, markdown) = told(&["diff", "--format", "markdown", &old, &new]);
    assert!(!markdown.contains('\u{202e}') && !markdown.contains("\n# x"), "{markdown}");
    let html: Vec<String> = Parser::new_ext(&markdown, Options::ENABLE_TABLES)
        .filter_map(|event| match event {
            Event::Html(html) | Event::InlineHtml(html) => Some(html.trim_end().to_owned()),
            _ => None,
        })
        .collect();
    let is_ours = |html: &String| {
        html == "<code>"
            || html == "</code>"
            || html.starts_with("<details><summary>steered")
            || html == "</details>"
    };
    assert!(html.iter().all(is_ours) && markdown.contains("script"), "{html:?}");
}

#[test]
fn only_the_first_changes_are_printed_and_the_rest_is_counted_with_one_hint_at_the_end() {
    let world = World::new();
    let accepts = "c080=accept,e08080=accept,f0808080=accept";
    let old = world.steered("old", "1", &["one", "two"]);
    let new = world.steered("new", "1", &[&format!("one,{accepts}"), &format!("two,{accepts}")]);
    let (_, text) = told(&["diff", "--changes", "1", &old, &new]);
    assert_eq!(text.matches("\nregressed ").count(), 2, "{text}");
    assert_eq!(text.matches("\nand 2 cases of 2 vectors more\n").count(), 2, "{text}");
    assert_eq!(text.matches("--changes").count(), 1, "{text}");
    // One command starts both.
    assert_eq!(text.matches("    command        was ").count(), 1, "{text}");
    assert!(text.ends_with("\n--changes N shows more vectors, --format json all cases.\n"), "{text}");
    let (_, text) = told(&["diff", "--changes", "3", &old, &new]);
    assert!(!text.contains(" more"), "{text}");
}
