//! Adapters that break one rule each, and are told which.

use crate::typed::{Folder, Said};
use illformed::ask::adapter_check::Rule;
use std::thread;

/// What an adapter that is waited for brings about. These have two seconds, and the others more than they ever need.
const WAITS: [&str; 3] = [
    "came   nothing in 2000 ms\n",
    "came   still running after 2000 ms\n",
    "only after the end of the input\n",
];

/// The word for `broken.sh`, the rule that it breaks, the place in what came, and what is in the lines that say what is wrong
/// and what came.
type Broken = (&'static str, Rule, &'static str, &'static [&'static str]);

const TABLE: &[Broken] = &[
    ("welcomes", Rule::AnswersAlone, "", &["adapter line: not a JSON object\n", "came   Welcome to sh!\n"]),
    ("debugs", Rule::AnswersAlone, "", &["why    no answer: not a JSON object\n", "came   debug\n"]),
    (
        "writes-no-utf8",
        Rule::AnswersAlone,
        "",
        &["why    a line is not UTF-8\n", "came   {\u{FFFD}\u{FFFD}}\n"],
    ),
    ("writes-no-end", Rule::LineEnds, "", &["why    a line of more than 33554432 bytes\n", "came   xxx"]),
    (
        "has-no-version",
        Rule::AdapterLine,
        "",
        &["why    adapter line: missing field `version`", "sent   {\"op\":\"hello\",\"protocol\":1}\n"],
    ),
    ("quotes-the-protocol", Rule::AdapterLine, "/protocol", &["expected u32"]),
    ("tolerates", Rule::DecoderLine, "/kind", &["unknown variant `tolerant`"]),
    ("lacks-a-decoder", Rule::DecoderCount, "", &["why    1 came, `decoders` says 2\n", WAITS[0]]),
    (
        "has-one-decoder-more",
        Rule::DecoderCount,
        "",
        &["why    one more than `decoders` says\n", "came   {\"decoder\":\"all\""],
    ),
    (
        "has-a-decoder-twice",
        Rule::DecoderNames,
        "/decoder",
        &["why    hello: two decoders are named `all`\n"],
    ),
    (
        "says-maybe",
        Rule::DecodeAnswer,
        "/answer",
        &[
            "why    unknown answer `maybe`\n",
            "sent   {\"op\":\"decode\",\"seq\":1,\"decoder\":\"all\",\"bytes\":\"41\"}\n",
        ],
    ),
    ("gives-text", Rule::DecodeAnswer, "/out", &["why    text `41` from a decoder that declares none\n"]),
    ("gives-one-word", Rule::ScriptAnswer, "/outs", &["why    `outs` has 1 words for 11 calls\n"]),
    ("is-lossy-and-rejects", Rule::LossyAccepts, "/answer", &["came   {\"seq\":1,\"answer\":\"reject\"}\n"]),
    ("does-not-count", Rule::Seq, "/seq", &["why    answer to request 1, expected 2\n"]),
    ("puts-off", Rule::Order, "/seq", &["why    answer to request 20, expected 19\n"]),
    ("is-silent", Rule::Answers, "", &[WAITS[0]]),
    (
        "holds-back",
        Rule::Flushes,
        "",
        &["why    it came only after the end of the input\n", "came   {\"seq\":1,"],
    ),
    ("dies", Rule::StaysUp, "", &["came   exited with code 7; standard error: oops\n"]),
    ("dies-of-a-long-line", Rule::LongLines, "", &["came   exited with code 1\n", "characters more\n"]),
    ("goes-on", Rule::OneAnswer, "", &["came   {\"seq\":99,\"answer\":\"accept\"}\n"]),
    ("ends-with-3", Rule::EndsWell, "", &["came   exited with code 3\n"]),
    (
        "ends-in-a-line",
        Rule::EndsWell,
        "",
        &["came   exited with code 0, in the middle of a line; it wrote `{\"seq\"`\n"],
    ),
    ("does-not-end", Rule::EndsWell, "", &[WAITS[1]]),
    (
        "hands-back-the-canary",
        Rule::OwnValues,
        "",
        &["came   accept 5a with ILLFORMED_CANARY=5a, accept a5 with a5\n"],
    ),
    (
        "sets-no-offset",
        Rule::OwnValues,
        "",
        &["came   reject@90 with ILLFORMED_CANARY=5a, reject@165 with a5\n"],
    ),
];

fn check(folder: &Folder, word: &str, seconds: u32) -> Said {
    folder.write("it.sh", include_str!("../../adapters/broken.sh"));
    folder.sh(&format!("illformed adapter check --timeout {seconds} -- sh it.sh {word}"))
}

/// The line that shows again what came, and what it shows.
fn shown_again(folder: &Folder, said: &Said) -> (String, Said) {
    let (_, again) = said.stdout.split_once("To see it again:\n  ").expect("there is a line to paste");
    (again.to_owned(), folder.sh(again))
}

#[test]
fn every_rule_is_told_to_the_adapter_that_breaks_it() {
    let verdicts: Vec<_> = thread::scope(|scope| {
        // Those that are waited for are waited for together.
        let running: Vec<_> = TABLE.iter().map(|broken| scope.spawn(move || tell(broken))).collect();
        running.into_iter().map(thread::ScopedJoinHandle::join).collect()
    });
    for (verdict, (word, ..)) in verdicts.into_iter().zip(TABLE) {
        assert!(verdict.is_ok(), "{word}");
    }
    let is_told = |rule: &Rule| TABLE.iter().any(|(_, told, ..)| told == rule);
    let untold: Vec<_> = Rule::ALL.iter().filter(|rule| !is_told(rule)).collect();
    assert_eq!(untold, [&Rule::Starts], "this one is told to no adapter");
}

fn tell((word, rule, place, says): &Broken) {
    let folder = Folder::new();
    let waits = says.iter().any(|says| WAITS.iter().any(|end| says.ends_with(end)));
    let said =
        check(&folder, word, if waits { 2 } else { 60 }).ends(3).has(&[&format!("✗ {rule}\n")]).has(says);
    assert_eq!(said.stderr, "illformed: the adapter breaks the contract, see above\n");
    let line = |start: &str| said.stdout.lines().find_map(|line| line.strip_prefix(start));
    assert_eq!(line("  place  ").unwrap_or_default(), *place, "{}", said.stdout);
    let came = line("  came   ").expect("something came");
    if came.starts_with('{') && !came.contains('\u{FFFD}') && !waits {
        let (again, shown) = shown_again(&folder, &said);
        assert!(shown.stdout.lines().any(|line| line == came), "{again}: {shown:?}");
    }
}

#[test]
fn what_breaks_only_after_other_requests_is_shown_again_with_them() {
    let folder = Folder::new();
    let (again, shown) = shown_again(&folder, &check(&folder, "dies-of-the-fifth", 60));
    assert_eq!(again.matches("\"op\":\"decode\"").count(), 5, "{again}");
    assert!(shown.stdout.ends_with("exit code 9\n"), "{shown:?}");
    // What follows the canary is shown with each.
    for (word, shows_alone) in
        [("hands-back-the-canary-alone", true), ("hands-back-the-canary-behind-another", false)]
    {
        let said = check(&folder, word, 60).has(&[&format!("✗ {}\n", Rule::OwnValues)]);
        let (again, shown) = shown_again(&folder, &said);
        assert_eq!(again.matches("\"op\":\"decode\"").count() == 1, shows_alone, "{again}");
        shown.has(&["\"out\":\"5a\"", "\"out\":\"a5\""]);
    }
}

#[test]
fn answers_at_random_do_not_follow_the_canary() {
    let folder = Folder::new();
    let all: Vec<Said> = (0..10).map(|_| check(&folder, "throws-dice", 60).ends(0)).collect();
    assert!(all.iter().any(|said| said.stdout.contains("and in another session")), "{all:?}");
}

#[test]
fn what_may_not_be_meant_is_a_warning_and_no_breach() {
    let folder = Folder::new();
    let said = check(&folder, "", 60).ends(0).has(&[
        "sh: sh 1, 1 decoder\n",
        "✓ all: validate rfc3629, 10 inputs, 8 scripts, 18 requests at once, 65536 bytes in one line\n",
        "  warning: ff: accepts ill-formed bytes: accept; see illformed show never-valid/ff-alone\n",
        "✓ ends with its input\n✓ answers alike under two canaries, ",
        " inputs\n\nThe adapter keeps the contract. Next: illformed run -- sh it.sh\n",
    ]);
    assert_eq!(said.stderr, "");
    for (word, warning) in [
        ("strikes", "  warning: 41: declined: on strike\n"),
        ("adds-an-offset", "  warning: 41: has `at`, which is declared as `none` and ignored\n"),
        ("changes-its-mind", "  warning: 41: answered accept, and among others reject\n"),
    ] {
        check(&folder, word, 60).ends(0).has(&[warning]);
    }
}

#[test]
fn check_wants_one_adapter_and_says_how_to_name_it() {
    let folder = Folder::new();
    let name_one = "name a shipped adapter, or a program after `--`";
    for (arguments, complaint) in [
        ("", name_one),
        ("python -- true", name_one),
        (
            "./it.sh",
            "no shipped adapter is called ./it.sh; see illformed adapter list; for a program: illformed adapter check -- ./it.sh",
        ),
    ] {
        let said = folder.typed(&format!("adapter check {arguments}")).refuses(complaint);
        assert_eq!(said.stderr, format!("illformed: {complaint}\n"));
    }
    // A program that cannot be started is no adapter.
    let said = folder.typed("adapter check -- ./no-such-program").ends(3);
    said.has(&[&format!("✗ {}\n", Rule::Starts), "came   ./no-such-program was not found\n"]);
}
