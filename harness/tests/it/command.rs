//! Programs that are judged with a process for each case. Limits are short only where a missing answer is the point.

use crate::interpreters::path_with_python;
use illformed::ask::adapter::command::{CommandAdapter, CommandClaim, OutputForm};
use illformed::ask::adapter::process::Supervision;
use illformed::ask::adapter::{Adapter, OpenFailure, Session};
use illformed_judge::claim::{Kind, OutputKind, Refusal};
use illformed_judge::container::Container;
use illformed_judge::judge::Response;
use illformed_judge::observation::{Observation, Text};
use illformed_vectors::Input;
use snapbox::cmd::{Command, cargo_bin};
use std::time::Duration;

/// Begins a shell program: `$h` is its input in hex, and what every probe needs is answered.
const BEGIN: &str = "h=$(od -An -v -tx1 | tr -d \" \\n\"); \
    case $h in 41|c3a9|e282ac|f09f9880|41c3a9e282acf09f9880) exit 0;; ff) exit 7;; ";

/// Longer than a test may take; nothing waits this long.
const MINUTE: Duration = Duration::from_mins(1);

fn adapter(text: &str, claim: CommandClaim, supervision: Supervision) -> CommandAdapter {
    CommandAdapter::new(text, claim, supervision).expect("the command line can be split")
}

fn open(text: &str, claim: CommandClaim, supervision: Supervision) -> Box<dyn Session> {
    adapter(text, claim, supervision).open().expect("the probe passes")
}

/// A shell program that does as `cases` say.
fn shell(cases: &str, supervision: Supervision) -> Box<dyn Session> {
    open(&format!("sh -c '{BEGIN}{cases} esac'"), CommandClaim::default(), supervision)
}

fn ask(session: &mut dyn Session, inputs: &[&str]) -> Vec<Response> {
    let inputs: Vec<Input> =
        inputs.iter().map(|hex| Input::Bytes(const_hex::decode(hex).expect("hex"))).collect();
    let mut responses = Vec::new();
    session.ask(0, &inputs.iter().collect::<Vec<_>>(), &mut |number, response| {
        assert_eq!(number, responses.len(), "the responses come in order");
        responses.push(response);
    });
    assert_eq!(responses.len(), inputs.len(), "one response an input");
    responses
}

fn accept(text: Text) -> Response {
    Observation::accept(text).into()
}

fn reject() -> Response {
    Observation::reject(None, None).into()
}

#[test]
fn a_probe_that_fails_says_in_one_line_what_it_saw() {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let counter = folder.path().join("starts").display().to_string();
    let unstable = format!(
        "sh -c 'h=$(od -An -tx1); [ \"$h\" = \" ff\" ] || exit 0; echo >> {counter}; \
        exit $(wc -l < {counter})'"
    );
    for (text, line) in [
        (
            "cat",
            "given FF, which is ill-formed, it exited with code 0 too, so that its exit code means nothing",
        ),
        ("sh -c 'exit 3'", "given 41, which is well-formed, it exited with code 3; expected exit code 0"),
        ("sh -c 'echo a >&2; echo why >&2; exit 3'", "it exited with code 3 (why); expected exit code 0"),
        ("sh -c 'kill -9 $$'", "given 41, which is well-formed, it was killed by signal 9"),
        (
            "sh -c 'od -An -tx1 | grep -q ff && kill -9 $$; exit 0'",
            "it was killed by signal 9; expected an exit code",
        ),
        (
            unstable.as_str(),
            "given FF, it exited with code 1, then it exited with code 2; expected one exit code",
        ),
    ] {
        match adapter(text, CommandClaim::default(), Supervision::default()).open().err() {
            Some(OpenFailure::Broken(why)) => {
                assert!(why.starts_with("probe: ") && why.contains(line), "{text}: {why}");
                assert_eq!(why.lines().count(), 1, "{why}");
            }
            other => panic!("{text}: {other:?}"),
        }
    }
    let absent = adapter("illformed-has-no-such-program", CommandClaim::default(), Supervision::default());
    assert!(matches!(absent.open().err(), Some(OpenFailure::Absent(_))));
}

#[test]
fn output_in_another_form_than_the_user_said_is_refused_or_judged() {
    let copies = "sh -c 'tee /dev/null | od -An -tx1 | grep -q ff && exit 1; exit 0'";
    let claim = |out| CommandClaim { out: Some(out), ..CommandClaim::default() };
    // The name leaves the order open, and neither is what it writes.
    match adapter(copies, claim(OutputForm::Utf16), Supervision::default()).open().err() {
        Some(OpenFailure::Broken(why)) => assert!(why.contains("which is not utf16 of it"), "{why}"),
        other => panic!("{other:?}"),
    }
    let mut said = open(copies, claim(OutputForm::Utf16le), Supervision::default());
    assert_eq!(ask(said.as_mut(), &["41"]), [accept(Text::Utf16(Vec::new()))]);
}

#[test]
fn a_program_that_writes_no_text_is_judged_by_its_exit_code_alone() {
    for writes in ["", "printf fine;"] {
        let text = format!("sh -c '{writes}{BEGIN}*) exit 7;; esac'");
        let mut session = open(&text, CommandClaim::default(), Supervision::default());
        let claim = &session.decoders()[0].claim;
        assert_eq!((claim.kind, claim.out), (Kind::Validate, OutputKind::None), "{text}");
        assert_eq!(ask(session.as_mut(), &["41", "80"]), [accept(Text::None), reject()], "{text}");
    }
}

#[test]
fn an_undeclared_code_and_a_signal_are_crashes() {
    let mut session = shell("80) exit 3;; 81) kill -9 $$;; *) exit 7;;", Supervision::default());
    let crashed = |how: &str| Response::Crashed(how.to_owned());
    assert_eq!(
        ask(session.as_mut(), &["80", "41", "81", "82", "ff"]),
        [
            crashed("exited with code 3"),
            accept(Text::None),
            crashed("killed by signal 9"),
            reject(),
            reject(),
        ]
    );
}

#[test]
fn a_declared_code_rejects_and_spares_the_probe_of_ill_formed_bytes() {
    let claim = CommandClaim { reject_codes: vec![3, 4], ..CommandClaim::default() };
    let text = format!("sh -c '{BEGIN}80) exit 3;; 81) exit 4;; *) exit 0;; esac'");
    let mut session = open(&text, claim, Supervision::default());
    let crashed = Response::Crashed("exited with code 7".to_owned());
    assert_eq!(
        ask(session.as_mut(), &["80", "81", "82", "ff"]),
        [reject(), reject(), accept(Text::None), crashed]
    );
}

#[test]
fn a_documented_refusal_is_claimed_and_stands_in_the_line_that_asks_again() {
    // It refuses U+0000, whatever stands beside it.
    let text = "python3 -S -c 'import sys; sys.exit(b\"\\0\" in sys.stdin.buffer.read().decode().encode())'";
    let run = |more: &[&str]| {
        let words = ["run", "--only", "dfa/00", "--only", "boundary/row-one-last", "--command", text];
        let command = Command::new(cargo_bin!("illformed")).args(words).args(more);
        command.env("PATH", path_with_python()).output().expect("it starts")
    };
    let accused = run(&[]);
    assert_eq!(accused.status.code(), Some(1), "{accused:?}");
    assert!(String::from_utf8_lossy(&accused.stdout).contains("refuses-nul"), "{accused:?}");
    let excused = run(&["--refuses", "nul"]);
    assert_eq!(excused.status.code(), Some(0), "{excused:?}");

    let claim = CommandClaim { refuses: vec![Refusal::Nul, Refusal::Xml], ..CommandClaim::default() };
    let words = adapter("cat", claim, Supervision::default()).command();
    assert_eq!(words, ["--command", "cat", "--refuses", "nul", "--refuses", "xml"]);

    let alone =
        Command::new(cargo_bin!("illformed")).args(["run", "--refuses", "nul"]).output().expect("it starts");
    assert_eq!(alone.status.code(), Some(2), "{alone:?}");
    assert_eq!(
        String::from_utf8_lossy(&alone.stderr).lines().next(),
        Some("illformed: --refuses needs --command or --call")
    );
}

#[test]
fn responses_come_in_order_whatever_ends_first() {
    let mut session = shell("80) sleep 0.3; exit 7;; *) exit 7;;", Supervision::default());
    let inputs = ["80", "41", "ff", "41", "80", "e282ac", "ff", "ff", "41", "80", "41", "41"];
    let expected = inputs.map(|hex| match hex {
        "80" | "ff" => reject(),
        _ => accept(Text::None),
    });
    assert_eq!(ask(session.as_mut(), &inputs), expected);
}

#[test]
fn what_a_program_leaves_behind_does_not_hold_the_run_up() {
    // The sleeper holds the standard output open.
    let mut session = shell("80) sleep 1000 & exit 7;; *) exit 7;;", Supervision::default());
    assert_eq!(ask(session.as_mut(), &["80", "41"]), [reject(), accept(Text::None)]);
}

#[test]
fn a_program_that_hangs_or_floods_is_killed() {
    let limit = Duration::from_secs(3);
    let supervision = Supervision { answer_limit: limit, max_line_bytes: 10_000, ..Supervision::default() };
    let mut session = shell("80) sleep 1000;; 81) yes;; *) exit 7;;", supervision);
    assert_eq!(
        ask(session.as_mut(), &["80", "81", "41"]),
        [
            Response::TimedOut(limit),
            Response::ProtocolError("wrote more than 10000 bytes".to_owned()),
            accept(Text::None),
        ]
    );
}

#[cfg(target_os = "linux")]
#[test]
fn a_program_that_uses_too_much_memory_is_killed_wherever_its_group_uses_it() {
    // `tail` keeps the last line, and the one of /dev/zero does not end.
    let supervision = Supervision { max_memory_mib: 64, answer_limit: MINUTE, ..Supervision::default() };
    let cases = "80) tail /dev/zero;; 81) (tail /dev/zero; :);; \
        82) sh -c \"tail /dev/zero >/dev/null &\"; sleep 1000;; \
        83) exec >&-; tail /dev/zero;; *) exit 7;;";
    let mut session = shell(cases, supervision);
    let used = Response::Crashed("used more than 64 MiB of memory".to_owned());
    let grew = || used.clone();
    assert_eq!(
        ask(session.as_mut(), &["80", "41", "81", "82", "83", "ff"]),
        [grew(), accept(Text::None), grew(), grew(), grew(), reject()]
    );
}

#[test]
fn a_long_input_reaches_a_program_and_one_that_does_not_read_it_still_answers() {
    let long = "41".repeat(300_000);
    let mut reads = open(
        "sh -c 'n=$(wc -c); [ $n = 300000 ] && exit 5; [ $n -lt 11 ]'",
        CommandClaim { reject_codes: vec![5], ..CommandClaim::default() },
        Supervision::default(),
    );
    assert_eq!(ask(reads.as_mut(), &[&long, "41"]), [reject(), accept(Text::None)]);
    let claim = CommandClaim { reject_codes: vec![5], ..CommandClaim::default() };
    let mut deaf = open("true", claim, Supervision::default());
    assert_eq!(ask(deaf.as_mut(), &[&long, "41"]), [accept(Text::None), accept(Text::None)]);
}

#[test]
fn a_text_that_is_not_a_command_line_is_refused() {
    for (text, error) in [
        ("", "there is no command in it"),
        ("   ", "there is no command in it"),
        ("''", "there is no command in it"),
        ("a 'b", "a quotation is not closed"),
        ("a \\", "a quotation is not closed"),
    ] {
        let refused = CommandAdapter::new(text, CommandClaim::default(), Supervision::default());
        assert_eq!(refused.err(), Some(error), "{text:?}");
    }
}

#[test]
fn a_program_that_reads_a_format_is_given_each_input_in_it() {
    let program = "sh -c 'h=$(od -An -v -tx1 | tr -d \" \\n\"); \
        case $h in 22ff22) exit 7;; 225c753030323222) exit 7;; 22*22) exit 0;; *) exit 9;; esac'";
    let claim = CommandClaim { container: Some(Container::JsonString), ..CommandClaim::default() };
    let json = adapter(program, claim, Supervision::default());
    assert_eq!(json.command()[2..], ["--container", "json-string"]);
    let mut session = json.open().expect("the probe passes");
    assert_eq!(session.decoders()[0].claim.to_string(), "validate rfc3629 in json-string");
    let responses = ask(session.as_mut(), &["41", "ff", "22"]);
    assert_eq!(responses, [accept(Text::None), reject(), reject()]);
}

#[test]
fn the_line_that_asks_again_does() {
    let program = "sh -c '! od -An -v -tx1 | grep -q \"ff\"'";
    let arguments =
        ["run", "--only", "overlong/nul-two-bytes", "--command", program, "--command-out", "none"];
    let first = Command::new(cargo_bin!("illformed")).args(arguments).assert().code(1);
    let text = String::from_utf8(first.get_output().stdout.clone()).expect("the report is UTF-8");
    let again = text.lines().find_map(|line| line.trim().strip_prefix("reproduce:"));
    let again = again.expect("there is a finding").trim().strip_prefix("illformed").expect("it is ours");
    assert!(again.contains(" --decoder command/sh ") && again.contains(" --command-out none"), "{again}");
    let line = format!("{}{again}", cargo_bin!("illformed").display());
    let second = Command::new("sh").args(["-c", &line]).assert().code(1);
    assert_eq!(String::from_utf8_lossy(&second.get_output().stdout), text);
}

#[test]
fn the_flags_of_a_command_need_one() {
    for arguments in [
        &["run", "--reject-code", "1"][..],
        &["run", "--command-out", "utf8"],
        &["run", "--command-profile", "none"],
        &["run", "--command", "cat", "--reject-code", "0"],
        &["run", "--command", "cat", "--command-out", "utf-8"],
        &["run", "--command", "'"],
    ] {
        let refused = Command::new(cargo_bin!("illformed")).args(arguments).assert().code(2).stdout_eq("");
        let stderr = String::from_utf8(refused.get_output().stderr.clone()).expect("messages are UTF-8");
        assert!(stderr.lines().count() <= 2, "{arguments:?}: {stderr}");
    }
}

#[test]
fn few_responses_wait_behind_an_input_that_hangs() {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let log = folder.path().join("asked");
    let supervision = Supervision { answer_limit: Duration::from_secs(3), ..Supervision::default() };
    let cases = format!("00) sleep 60;; *) echo >> {};;", log.display());
    let mut session = shell(&cases, supervision);
    let inputs: Vec<Input> = (0..700_u32).map(|number| Input::Bytes(vec![0; number as usize + 1])).collect();
    let mut asked_meanwhile = None;
    session.ask(0, &inputs.iter().collect::<Vec<_>>(), &mut |_, _| {
        asked_meanwhile.get_or_insert_with(|| std::fs::read(&log).map_or(0, |lines| lines.len()));
    });
    let meanwhile = asked_meanwhile.expect("it was asked");
    assert!(meanwhile < 512, "{meanwhile}");
    assert_eq!(std::fs::read(&log).expect("it was asked").len(), 699);
}
