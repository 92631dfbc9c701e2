//! The same comparison in each format.

use super::world::World;
use crate::formats::markdown::structure;
use illformed::record::diff::{Change, DiffRecord};

#[test]
fn json_has_every_change_of_every_case() {
    let world = World::of("strict,c080=accept,e08080=skip", "strict,41=reject");
    let text = world.diff("--format json --changes 0").ends(1).stdout;
    let record: DiffRecord = serde_json::from_str(&text).expect("it is a record");
    assert_eq!((record.kind.as_str(), record.schema), ("illformed-diff", 2));
    let [decoder] = &record.decoders[..] else { panic!("{text}") };
    let named = |change: Change| -> Vec<String> {
        let of_it = decoder.changes.iter().filter(|one| one.change == change);
        let cases = of_it.flat_map(|one| one.cases.iter());
        cases.map(|case| record.vectors[record.cases[case].vector].id.to_string()).collect()
    };
    assert_eq!(named(Change::Fixed), ["overlong/nul-two-bytes"]);
    assert_eq!(named(Change::New), ["overlong/nul-three-bytes"]);
    for change in Change::ALL.into_iter().filter(|change| *change != Change::Same) {
        assert_eq!(named(change).len(), decoder.counts.of(change), "{change:?}");
    }
    assert_eq!(decoder.counts, record.counts);
}

#[test]
fn what_an_adapter_says_of_itself_is_shown_and_not_obeyed() {
    let world = World::of("strict", "strict");
    let hostile = "\u{1b}[31m</summary><script>|`\u{202e}\n# x";
    world.steered("old", hostile, "strict");
    world.steered("new", &format!("{hostile}{}", "y".repeat(500)), "strict,c080=accept");
    let text = world.diff("").ends(1).stdout;
    let markdown = world.diff("--format markdown").stdout;
    for text in [&text, &markdown] {
        assert!(!text.contains('\u{202e}') && !text.contains("\n# x"), "{text}");
    }
    let (live, _) = structure(&markdown);
    let is_ours = |html: &String| html == "</details>\n" || html.starts_with("<details><summary>steered");
    assert_eq!(live.iter().find(|html| !is_ours(html)), None);
    assert!(markdown.contains("script"), "{markdown}");
}

#[test]
fn only_the_first_changes_are_printed_and_the_rest_is_counted_with_one_hint_at_the_end() {
    let accepts = "c080=accept,e08080=accept,f0808080=accept";
    let world = World::of("one two", &format!("one,{accepts} two,{accepts}"));
    let text = world.diff("--changes 1").stdout;
    for (part, times) in [
        ("\nregressed ", 2),
        ("\nand 2 cases of 2 vectors more\n", 2),
        ("--changes", 1),
        // One command starts both.
        ("    command        was ", 1),
    ] {
        assert_eq!(text.matches(part).count(), times, "{part}: {text}");
    }
    assert!(text.ends_with("\n--changes N shows more vectors, --format json all cases.\n"), "{text}");
    let text = world.diff("--changes 3").stdout;
    assert!(!text.contains(" more"), "{text}");
}
