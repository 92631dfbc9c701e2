//! Adapters that break one rule each, and are told which.

use super::workshop::{Outcome, Workshop};
use illformed::ask::adapter_check::Rule;
use std::fs;
use std::thread;

/// An adapter that keeps the contract and takes everything for well-formed. A broken one replaces a function of it.
const GOOD: &str = r#"
ADAPTER='{"adapter":"sh","protocol":1,"implementation":"sh","version":"1","decoders":1}'
DECODER='{"decoder":"all","api":"true","kind":"validate","profile":"rfc3629","policy":"fatal",'
DECODER=$DECODER'"out":"none","at":"none","bom":"keep","script":"reset"}'
introduce() { echo "$ADAPTER"; echo "$DECODER"; }
decode() { echo "{\"seq\":$seq,\"answer\":\"accept\"}"; }
script() {
    outs=
    for call in $calls; do outs="$outs -"; done
    echo "{\"seq\":$seq,\"answer\":\"accept\",\"outs\":\"${outs# }\"}"
}
request() {
    seq=${line#*\"seq\":} seq=${seq%%,*}
    case $line in
        *hello*) introduce ;;
        *'"calls":"'*) calls=${line#*\"calls\":\"} calls=${calls%\"*}; script ;;
        *) bytes=${line#*\"bytes\":\"} bytes=${bytes%\"*}; decode ;;
    esac
}
finish() { :; }
"#;

const SERVE: &str = "while read -r line; do request; done; finish\n";

struct Broken {
    /// What it does otherwise.
    change: &'static str,
    rule: Rule,
    /// The place in what came.
    place: &'static str,
    /// What is in the lines that say what is wrong and what came.
    says: &'static [&'static str],
}

/// What an adapter that is waited for brings about. These have two seconds, and the others more than they ever need.
const WAITS: &[&str] = &[
    "came   nothing in 2000 ms\n",
    "came   still running after 2000 ms\n",
    "only after the end of the input\n",
];

const TABLE: &[Broken] = &[
    Broken {
        change: "introduce() { echo 'Welcome to sh!'; echo \"$ADAPTER\"; echo \"$DECODER\"; }",
        rule: Rule::AnswersAlone,
        place: "",
        says: &["why    adapter line: not a JSON object\n", "came   Welcome to sh!\n"],
    },
    Broken {
        change: r#"decode() { [ "$bytes" = ff ] && echo debug; echo "{\"seq\":$seq,\"answer\":\"accept\"}"; }"#,
        rule: Rule::AnswersAlone,
        place: "",
        says: &["why    no answer: not a JSON object\n", "came   debug\n"],
    },
    Broken {
        change: r"decode() { printf '{\377\033}\n'; }",
        rule: Rule::AnswersAlone,
        place: "",
        says: &["why    a line is not UTF-8\n", "came   {\u{FFFD}\u{FFFD}}\n"],
    },
    Broken {
        change: "decode() { head -c 40000000 /dev/zero | tr '\\0' x; }",
        rule: Rule::LineEnds,
        place: "",
        says: &["why    a line of more than 33554432 bytes\n", "came   xxx"],
    },
    Broken {
        change: r#"introduce() { echo '{"adapter":"sh","protocol":1,"implementation":"sh","decoders":1}'; }"#,
        rule: Rule::AdapterLine,
        place: "",
        says: &["why    adapter line: missing field `version`", "sent   {\"op\":\"hello\",\"protocol\":1}\n"],
    },
    Broken {
        change: r#"introduce() { echo "$ADAPTER" | sed 's/"protocol":1/"protocol":"1"/'; echo "$DECODER"; }"#,
        rule: Rule::AdapterLine,
        place: "/protocol",
        says: &["expected u32"],
    },
    Broken {
        change: r#"introduce() { echo "$ADAPTER"; echo "$DECODER" | sed s/validate/tolerant/; }"#,
        rule: Rule::DecoderLine,
        place: "/kind",
        says: &["unknown variant `tolerant`"],
    },
    Broken {
        change: r#"introduce() { echo "$ADAPTER" | sed 's/s":1/s":2/'; echo "$DECODER"; }"#,
        rule: Rule::DecoderCount,
        place: "",
        says: &["why    1 came, `decoders` says 2\n", "came   nothing in 2000 ms\n"],
    },
    Broken {
        change: r#"introduce() { echo "$ADAPTER"; echo "$DECODER"; echo "$DECODER"; }"#,
        rule: Rule::DecoderCount,
        place: "",
        says: &["why    one more than `decoders` says\n", "came   {\"decoder\":\"all\""],
    },
    Broken {
        change: r#"introduce() { echo "$ADAPTER" | sed 's/s":1/s":2/'; echo "$DECODER"; echo "$DECODER"; }"#,
        rule: Rule::DecoderNames,
        place: "/decoder",
        says: &["why    hello: two decoders are named `all`\n"],
    },
    Broken {
        change: r#"decode() { echo "{\"seq\":$seq,\"answer\":\"maybe\"}"; }"#,
        rule: Rule::DecodeAnswer,
        place: "/answer",
        says: &[
            "why    unknown answer `maybe`\n",
            "sent   {\"op\":\"decode\",\"seq\":1,\"decoder\":\"all\",\"bytes\":\"41\"}\n",
        ],
    },
    Broken {
        change: r#"decode() { echo "{\"seq\":$seq,\"answer\":\"accept\",\"out\":\"$bytes\"}"; }"#,
        rule: Rule::DecodeAnswer,
        place: "/out",
        says: &["why    text `41` from a decoder that declares none\n"],
    },
    Broken {
        change: r#"script() { echo "{\"seq\":$seq,\"answer\":\"accept\",\"outs\":\"-\"}"; }"#,
        rule: Rule::ScriptAnswer,
        place: "/outs",
        says: &["why    `outs` has 1 words for 11 calls\n"],
    },
    Broken {
        change: r#"DECODER=$(echo "$DECODER" | sed 's/validate/lossy/;s/fatal/per-byte/;s/out":"none/out":"utf8/')
            decode() { echo "{\"seq\":$seq,\"answer\":\"reject\"}"; }"#,
        rule: Rule::LossyAccepts,
        place: "/answer",
        says: &["came   {\"seq\":1,\"answer\":\"reject\"}\n"],
    },
    Broken {
        change: r#"decode() { echo "{\"seq\":1,\"answer\":\"accept\"}"; }"#,
        rule: Rule::Seq,
        place: "/seq",
        says: &["why    answer to request 1, expected 2\n"],
    },
    // Eighteen are asked alone; then one is put off until the next is answered.
    Broken {
        change: r#"
            decode() {
                if [ "$seq" = 19 ]; then put_off=19; return; fi
                echo "{\"seq\":$seq,\"answer\":\"accept\"}"
                [ "$put_off" ] && echo "{\"seq\":$put_off,\"answer\":\"accept\"}"
                put_off=
            }"#,
        rule: Rule::Order,
        place: "/seq",
        says: &["why    answer to request 20, expected 19\n"],
    },
    Broken {
        change: r#"decode() { [ "$bytes" = ff ] || echo "{\"seq\":$seq,\"answer\":\"accept\"}"; }"#,
        rule: Rule::Answers,
        place: "",
        says: &["came   nothing in 2000 ms\n"],
    },
    Broken {
        change: r#"decode() { held="$held{\"seq\":$seq,\"answer\":\"accept\"}"; }; finish() { echo "$held"; }"#,
        rule: Rule::Flushes,
        place: "",
        says: &["why    it came only after the end of the input\n", "came   {\"seq\":1,"],
    },
    Broken {
        change: r#"decode() { [ "$bytes" = ff ] && echo oops >&2 && exit 7; echo "{\"seq\":$seq,\"answer\":\"accept\"}"; }"#,
        rule: Rule::StaysUp,
        place: "",
        says: &["came   exited with code 7; standard error: oops\n"],
    },
    Broken {
        change: r#"decode() { [ ${#bytes} -lt 4096 ] || exit 1; echo "{\"seq\":$seq,\"answer\":\"accept\"}"; }"#,
        rule: Rule::LongLines,
        place: "",
        says: &["came   exited with code 1\n", "characters more\n"],
    },
    Broken {
        change: r#"finish() { echo '{"seq":99,"answer":"accept"}'; }"#,
        rule: Rule::OneAnswer,
        place: "",
        says: &["came   {\"seq\":99,\"answer\":\"accept\"}\n"],
    },
    Broken {
        change: "finish() { exit 3; }",
        rule: Rule::EndsWell,
        place: "",
        says: &["came   exited with code 3\n"],
    },
    Broken {
        change: "finish() { printf '{\"seq\"'; }",
        rule: Rule::EndsWell,
        place: "",
        says: &["came   exited with code 0, in the middle of a line; it wrote `{\"seq\"`\n"],
    },
    Broken {
        change: r#"DECODER=${DECODER%\}}',"max_bytes":9}'; finish() { sleep 1000; }"#,
        rule: Rule::EndsWell,
        place: "",
        says: &["came   still running after 2000 ms\n"],
    },
    // The output of a call that wrote nothing.
    Broken {
        change: r#"DECODER=$(echo "$DECODER" | sed 's/validate/strict/;s/out":"none/out":"utf8/')
            decode() {
                case $bytes in f490*) bytes=$ILLFORMED_CANARY ;; esac
                echo "{\"seq\":$seq,\"answer\":\"accept\",\"out\":\"$bytes\"}"
            }
            script() { echo "{\"seq\":$seq,\"answer\":\"skip\",\"why\":\"not here\"}"; }"#,
        rule: Rule::OwnValues,
        place: "",
        says: &["came   accept 5a with ILLFORMED_CANARY=5a, accept a5 with a5\n"],
    },
    // An offset that was not set.
    Broken {
        change: r#"decode() {
                case $bytes in
                    41*) echo "{\"seq\":$seq,\"answer\":\"accept\"}" ;;
                    *) echo "{\"seq\":$seq,\"answer\":\"reject\",\"at\":$((0x${ILLFORMED_CANARY:-0}))}" ;;
                esac
            }"#,
        rule: Rule::OwnValues,
        place: "",
        says: &["came   reject@90 with ILLFORMED_CANARY=5a, reject@165 with a5\n"],
    },
];

fn check(workshop: &Workshop, change: &str, seconds: u32) -> Outcome {
    fs::write(workshop.file("it.sh"), [GOOD, change, "\n", SERVE].concat())
        .expect("there is room for a script");
    workshop.sh(&format!("illformed adapter check --timeout {seconds} -- sh it.sh"))
}

#[test]
fn every_rule_is_told_to_the_adapter_that_breaks_it() {
    let verdicts: Vec<_> = thread::scope(|scope| {
        // Those that are waited for are waited for together.
        let running: Vec<_> = TABLE.iter().map(|broken| scope.spawn(move || tell(broken))).collect();
        running.into_iter().map(thread::ScopedJoinHandle::join).collect()
    });
    for (verdict, broken) in verdicts.into_iter().zip(TABLE) {
        assert!(verdict.is_ok(), "{}", broken.change);
    }
    let untold = Rule::ALL
        .iter()
        .map(|(rule, _)| rule)
        .filter(|rule| !TABLE.iter().any(|broken| broken.rule == **rule));
    assert_eq!(untold.collect::<Vec<_>>(), [&Rule::Starts], "this one is told to no adapter");
}

fn tell(broken: &Broken) {
    let workshop = Workshop::new();
    let waits = broken.says.iter().any(|says| WAITS.iter().any(|end| says.ends_with(end)));
    let outcome = check(&workshop, broken.change, if waits { 2 } else { 60 });
    let text = &outcome.stdout;
    assert_eq!(outcome.code, Some(3), "{}: {outcome:?}", broken.change);
    assert_eq!(outcome.stderr, "illformed: the adapter breaks the contract, see above\n");
    assert!(text.contains(&format!("✗ {}\n", broken.rule)), "{text}");
    let place = text.lines().find_map(|line| line.strip_prefix("  place  ")).unwrap_or_default();
    assert_eq!(place, broken.place, "{text}");
    for words in broken.says {
        assert!(text.contains(words), "`{words}` is not in {text}");
    }
    let (_, again) = text.split_once("To see it again:\n  ").expect("there is a line to paste");
    let came = text.lines().find_map(|line| line.strip_prefix("  came   ")).expect("something came");
    let is_a_line = came.starts_with('{') && !came.contains('\u{FFFD}');
    if is_a_line && !waits {
        let shown = workshop.sh(again);
        assert!(shown.stdout.lines().any(|line| line == came), "{again}: {shown:?}");
    }
}

#[test]
fn what_breaks_only_after_other_requests_is_shown_again_with_them() {
    let workshop = Workshop::new();
    let outcome = check(
        &workshop,
        r#"decode() { [ "$asked" = .... ] && exit 9; asked=$asked.; echo "{\"seq\":$seq,\"answer\":\"accept\"}"; }"#,
        60,
    );
    let (_, again) = outcome.stdout.split_once("To see it again:\n  ").expect("there is a line to paste");
    assert_eq!(again.matches("\"op\":\"decode\"").count(), 5, "{again}");
    let shown = workshop.sh(again);
    assert!(shown.stdout.ends_with("exit code 9\n"), "{shown:?}");
}

/// A decoder that hands back its input, and after `MISCHIEF` what it did not write.
const HANDS_BACK: &str = r#"
    DECODER=$(echo "$DECODER" | sed 's/validate/strict/;s/out":"none/out":"utf8/;s/reset/none/')
    decode() { MISCHIEF; echo "{\"seq\":$seq,\"answer\":\"accept\",\"out\":\"$bytes\"}"; }
"#;

#[test]
fn what_follows_the_canary_is_shown_again_with_each() {
    let alone = "case $bytes in f490*) bytes=$ILLFORMED_CANARY ;; esac";
    let behind_another = "case $last-$bytes in ?*-f490*) bytes=$ILLFORMED_CANARY ;; *) last=$bytes ;; esac";
    for (mischief, shows_alone) in [(alone, true), (behind_another, false)] {
        let workshop = Workshop::new();
        let outcome = check(&workshop, &HANDS_BACK.replace("MISCHIEF", mischief), 60);
        assert!(outcome.stdout.contains(&format!("✗ {}\n", Rule::OwnValues)), "{outcome:?}");
        let (_, again) = outcome.stdout.split_once("To see it again:\n  ").expect("there is a line to paste");
        assert_eq!(again.matches("\"op\":\"decode\"").count() == 1, shows_alone, "{again}");
        let shown = workshop.sh(again);
        for canary in ["5a", "a5"] {
            assert!(shown.stdout.contains(&format!("\"out\":\"{canary}\"")), "{shown:?}");
        }
    }
}

#[test]
fn answers_at_random_do_not_follow_the_canary() {
    let workshop = Workshop::new();
    // Process numbers differ, and not as canaries do.
    let change = r#"decode() {
        [ "$bytes$at_random" = f4908080yes ] && set reject || set accept
        echo "{\"seq\":$seq,\"answer\":\"$1\"}"
    }
    [ "$(head -c 1 /dev/urandom | od -An -tu1)" -gt 127 ] && at_random=yes"#;
    let outcomes: Vec<Outcome> = (0..10).map(|_| check(&workshop, change, 60)).collect();
    assert!(outcomes.iter().all(|outcome| outcome.code == Some(0)), "{outcomes:?}");
    let warned = |outcome: &Outcome| outcome.stdout.contains("and in another session");
    assert!(outcomes.iter().any(warned), "{outcomes:?}");
}

#[test]
fn a_program_that_cannot_be_started_is_no_adapter() {
    let outcome = Workshop::new().sh("illformed adapter check -- ./no-such-program");
    assert_eq!(outcome.code, Some(3));
    assert!(outcome.stdout.contains(&format!("✗ {}\n", Rule::Starts)), "{outcome:?}");
    assert!(outcome.stdout.contains("came   ./no-such-program was not found\n"), "{outcome:?}");
}

#[test]
fn what_may_not_be_meant_is_a_warning_and_no_breach() {
    let workshop = Workshop::new();
    let outcome = check(&workshop, "", 60);
    assert_eq!((outcome.code, outcome.stderr.as_str()), (Some(0), ""), "{outcome:?}");
    for words in [
        "sh: sh 1, 1 decoder\n",
        "✓ all: validate rfc3629, 10 inputs, 8 scripts, 18 requests at once, 65536 bytes in one line\n",
        "  warning: ff: accepts ill-formed bytes: accept; see illformed show never-valid/ff-alone\n",
        "✓ ends with its input\n✓ answers alike under two canaries, ",
        " inputs\n\nThe adapter keeps the contract. Next: illformed run -- sh it.sh\n",
    ] {
        assert!(outcome.stdout.contains(words), "`{words}` is not in {outcome:?}");
    }
    for (change, warning) in [
        (
            r#"decode() { echo "{\"seq\":$seq,\"answer\":\"skip\",\"why\":\"on strike\"}"; }"#,
            "41: declined: on strike\n",
        ),
        (
            r#"decode() { echo "{\"seq\":$seq,\"answer\":\"reject\",\"at\":0}"; }"#,
            "41: has `at`, which is declared as `none` and ignored\n",
        ),
        (
            r#"decode() { [ "$seq" -gt 9 ] && set reject || set accept; echo "{\"seq\":$seq,\"answer\":\"$1\"}"; }"#,
            "41: answered accept, and among others reject\n",
        ),
    ] {
        let outcome = check(&workshop, change, 60);
        assert_eq!(outcome.code, Some(0), "{outcome:?}");
        assert!(outcome.stdout.contains(&format!("  warning: {warning}")), "{warning} is not in {outcome:?}");
    }
}

#[test]
fn check_wants_one_adapter_and_says_how_to_name_it() {
    for (arguments, complaint) in [
        ("", "name a shipped adapter, or a program after `--`"),
        ("python -- true", "name a shipped adapter, or a program after `--`"),
        (
            "./it.sh",
            "no shipped adapter is called ./it.sh; see illformed adapter list; for a program: illformed adapter check -- ./it.sh",
        ),
    ] {
        let outcome = Workshop::new().sh(&format!("illformed adapter check {arguments}"));
        assert_eq!((outcome.code, outcome.stdout.as_str()), (Some(2), ""), "{outcome:?}");
        assert_eq!(outcome.stderr, format!("illformed: {complaint}\n"));
    }
}
