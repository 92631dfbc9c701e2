//! What else is not the same in two reports.

use super::world::{World, assert_narrow};
use illformed::record::run_record::{AdapterNote, RunRecord};
use illformed_judge::claim::{Bom, Kind, OffsetMeaning, OutputKind, Refusal, ScriptSupport};
use illformed_vectors::Input;

type Edit = fn(&mut RunRecord);

#[test]
fn whatever_else_differs_is_named_with_what_it_was_and_is() {
    let table: [(Edit, &str); 12] = [
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
        // A vector with other bytes is another vector.
        (|record| record.vectors[0].input = Input::Bytes(b"BB".to_vec()), "\nResult: 1 new, 1 gone.\n"),
    ];
    let world = World::of("strict", "strict,c080=accept");
    for (edit, line) in table {
        world.edit("new", "old", edit);
        assert_narrow(&world.diff("").ends(0).has(&[line]).stdout);
    }
}

#[test]
fn a_decoder_that_is_gone_with_its_adapter_says_why() {
    let world = World::of("strict", "strict");
    world.edit("old", "new", |record| {
        record.decoders.clear();
        record.broken = vec![AdapterNote { adapter: "steered".to_owned(), why: "no hello".to_owned() }];
    });
    world.diff("").ends(3).has(&["broken.steered nothing -> no hello\n"]);
}

#[test]
fn decoders_with_other_policies_pass_the_same_cases_and_are_not_said_to_answer_the_same() {
    let world = World::of("strict", "strict");
    world.run("old", "--only overlong/nul-* --decoder python/replace --decoder python/ignore");
    let pair = "--pair python/replace=python/ignore --decoder python/ignore";
    let note = "claims differ: equal verdicts are not equal answers";
    let text = world.diff_of(pair, "old", "old").ends(0).stdout;
    assert_narrow(&text);
    let markdown = world.diff_of(&format!("{pair} --format markdown"), "old", "old").stdout;
    for (text, part) in [
        (&text, format!("\n    was python/replace\n    {note}\n")),
        (&text, "\n    claim.policy   maximal-subpart -> drop\n".to_owned()),
        (&text, format!("\nResult: no change of verdict.\n1 decoder: {note}.\n")),
        (&markdown, "## UTF-8 decoders: no change of verdict\n".to_owned()),
        (&markdown, format!(" (`was python/replace`) (`{note}`) | ")),
        (&markdown, "\n    claim.policy   maximal-subpart -> drop\n".to_owned()),
    ] {
        assert!(text.contains(&part), "{part}: {text}");
    }
    let text = world.diff_of("", "old", "old").stdout;
    assert!(!text.contains("claims differ") && text.ends_with("\nResult: no change.\n"), "{text}");
}

#[test]
fn only_what_a_claim_says_of_answers_makes_equal_verdicts_doubtful() {
    let world = World::of("strict", "strict");
    let table: [(Edit, bool); 6] = [
        (|record| record.decoders[0].claim.refuses = vec![Refusal::Nul], true),
        (|record| record.decoders[0].claim.bom = Bom::Strip, true),
        (|record| record.decoders[0].claim.kind = Kind::Strict { out: OutputKind::None }, true),
        (|record| record.decoders[0].claim.cannot = vec![0], false),
        (|record| record.decoders[0].claim.max_bytes = Some(100), false),
        (|record| record.decoders[0].claim.script = ScriptSupport::Feed, false),
    ];
    for (number, (edit, is_doubtful)) in table.into_iter().enumerate() {
        world.edit("new", "old", edit);
        let text = world.diff("").has(&["\n    claim."]).stdout;
        assert_eq!(text.contains("claims differ: equal verdicts"), is_doubtful, "{number}: {text}");
    }
}
