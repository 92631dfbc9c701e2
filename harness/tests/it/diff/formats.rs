//! The same comparison in each format.

use super::world::World;
use crate::formats::markdown::structure;
use illformed::record::diff::{Change, DiffRecord};
use snapbox::{assert_data_eq, file};

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
fn what_may_explain_a_change_is_said_before_it_and_markdown_is_for_a_comment() {
    let world = World::of("strict", "strict");
    world.steered("old", "1.0", "strict");
    world.steered("new", "2.0", "strict,c080=accept");
    let said = world.diff("").ends(1);
    assert_data_eq!(said.stdout, file!["../golden/diff.txt"]);
    assert_eq!(said.stderr, "illformed: found a change that --fail-on names, see above\n");
    world.steered("old", "1.0", "strict,e08080=accept");
    // Made anew too: a comparison says of an old report that it was made after the new one.
    world.steered("new", "2.0", "strict,c080=accept");
    assert_data_eq!(world.diff("--format markdown").ends(1).stdout, file!["../golden/diff.md"]);
}
