//! Programs that are judged with a process for each case. Limits are short only where a missing answer is the point.

use crate::typed::Folder;
use illformed::ask::adapter::command::{CommandAdapter, CommandClaim, OutputForm};
use illformed::ask::adapter::process::Supervision;
use illformed::ask::adapter::{Adapter, OpenFailure, Session};
use illformed_judge::claim::{Kind, OutputKind, Refusal};
use illformed_judge::container::Container;
use illformed_judge::judge::Response;
use illformed_judge::observation::{Observation, Text};
use illformed_vectors::Input;
use std::time::Duration;

/// Begins a shell program: `$h` is its input in hex, and what every probe needs is answered.
const BEGIN: &str = "h=$(od -An -v -tx1 | tr -d \" \\n\"); \
    case $h in 41|c3a9|e282ac|f09f9880|41c3a9e282acf09f9880) exit 0;; ff) exit 7;; ";

/// Longer than a test may take; nothing waits this long.
const MINUTE: Duration = Duration::from_mins(1);

fn adapter(text: &str, claim: CommandClaim, supervision: Supervision) -> CommandAdapter {
    CommandAdapter::new(text, claim, supervision).expect("the command line can be split")
}

fn open(text: &str, claim: CommandClaim) -> Box<dyn Session> {
    adapter(text, claim, Supervision::default()).open().expect("the probe passes")
}

#[track_caller]
fn broken(text: &str, claim: CommandClaim) -> String {
    match adapter(text, claim, Supervision::default()).open().err() {
        Some(OpenFailure::Broken(why)) => {
            assert!(why.starts_with("probe: ") && why.lines().count() == 1, "{text}: {why}");
            why
        }
        other => panic!("{text}: {other:?}"),
    }
}

/// A shell program that does as `cases` say, and rejects what they do not name with 7.
fn shell(cases: &str, claim: CommandClaim, supervision: Supervision) -> Box<dyn Session> {
    let text = format!("sh -c '{BEGIN}{cases} *) exit 7;; esac'");
    adapter(&text, claim, supervision).open().expect("the probe passes")
}

fn rejecting_with(codes: &[u8]) -> CommandClaim {
    CommandClaim {
        reject_codes: codes.iter().map(|code| (*code).into()).collect(),
        ..CommandClaim::default()
    }
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

fn crashed(how: &str) -> Response {
    Response::Crashed(how.to_owned())
}

#[test]
fn a_program_with_another_exit_code_each_time_is_broken_and_one_that_is_not_there_absent() {
    let folder = Folder::new();
    let counter = folder.at("starts");
    let unstable = format!(
        "sh -c 'h=$(od -An -tx1); [ \"$h\" = \" ff\" ] || exit 0; echo >> {counter}; \
        exit $(wc -l < {counter})'"
    );
    let why = broken(&unstable, CommandClaim::default());
    assert!(
        why.ends_with("given FF, it exited with code 1, then it exited with code 2; expected one exit code")
    );
    let absent = adapter("illformed-has-no-such-program", CommandClaim::default(), Supervision::default());
    assert!(matches!(absent.open().err(), Some(OpenFailure::Absent(_))));
}

#[test]
fn output_in_another_form_than_the_user_said_is_refused_or_judged() {
    let copies = "sh -c 'tee /dev/null | od -An -tx1 | grep -q ff && exit 1; exit 0'";
    let claim = |out| CommandClaim { out: Some(out), ..CommandClaim::default() };
    // The name leaves the order open, and neither is what it writes.
    let why = broken(copies, claim(OutputForm::Utf16));
    assert!(why.contains("which is not utf16 of it"), "{why}");
    let mut said = open(copies, claim(OutputForm::Utf16le));
    assert_eq!(ask(said.as_mut(), &["41"]), [accept(Text::Utf16(Vec::new()))]);
}

#[test]
fn a_program_that_writes_no_text_is_judged_by_its_exit_code_alone() {
    for writes in ["", "printf fine;"] {
        let text = format!("sh -c '{writes}{BEGIN}*) exit 7;; esac'");
        let mut session = open(&text, CommandClaim::default());
        let claim = &session.decoders()[0].claim;
        assert_eq!(claim.kind, Kind::Strict { out: OutputKind::None }, "{text}");
        assert_eq!(ask(session.as_mut(), &["41", "80"]), [accept(Text::None), reject()], "{text}");
    }
}

#[test]
fn each_way_to_end_is_an_answer_or_a_crash() {
    let limit = Duration::from_secs(3);
    let limited = || Supervision { answer_limit: limit, max_line_bytes: 10_000, ..Supervision::default() };
    let ok = || accept(Text::None);
    let too_much = || Response::ProtocolError("wrote more than 10000 bytes".to_owned());
    let codes = |codes| (rejecting_with(codes), Supervision::default());
    for (cases, (claim, supervision), inputs, expected) in [
        // An undeclared code and a signal are crashes.
        (
            "80) exit 3;; 81) kill -9 $$;;",
            codes(&[]),
            "80 41 81 82 ff",
            vec![crashed("exited with code 3"), ok(), crashed("killed by signal 9"), reject(), reject()],
        ),
        // A declared one rejects and spares the probe of ill-formed bytes.
        (
            "80) exit 3;; 81) exit 4;; 82) exit 0;;",
            codes(&[3, 4]),
            "80 81 82 ff",
            vec![reject(), reject(), ok(), crashed("exited with code 7")],
        ),
        // What a program leaves behind does not hold the run up: the sleeper holds the standard output open.
        ("80) sleep 1000 & exit 7;;", codes(&[]), "80 41", vec![reject(), ok()]),
        // One that hangs or floods is killed.
        (
            "80) sleep 1000;; 81) yes;;",
            (CommandClaim::default(), limited()),
            "80 81 41",
            vec![Response::TimedOut(limit), too_much(), ok()],
        ),
    ] {
        let mut session = shell(cases, claim, supervision);
        assert_eq!(ask(session.as_mut(), &inputs.split(' ').collect::<Vec<_>>()), expected, "{cases}");
    }
}

#[test]
fn a_documented_refusal_stands_in_the_line_that_asks_again() {
    let claim = CommandClaim { refuses: vec![Refusal::Nul, Refusal::Xml], ..CommandClaim::default() };
    let words = adapter("cat", claim, Supervision::default()).command();
    assert_eq!(words, ["--command", "cat", "--refuses", "nul", "--refuses", "xml"]);
}

#[test]
fn responses_come_in_order_whatever_ends_first() {
    let mut session = shell("80) sleep 0.3; exit 7;;", CommandClaim::default(), Supervision::default());
    let inputs = ["80", "41", "ff", "41", "80", "e282ac", "ff", "ff", "41", "80", "41", "41"];
    let expected = inputs.map(|hex| match hex {
        "80" | "ff" => reject(),
        _ => accept(Text::None),
    });
    assert_eq!(ask(session.as_mut(), &inputs), expected);
}

#[cfg(target_os = "linux")]
#[test]
fn a_program_that_uses_too_much_memory_is_killed_wherever_its_group_uses_it() {
    // `tail` keeps the last line, and the one of /dev/zero does not end.
    let supervision = Supervision { max_memory_mib: 64, answer_limit: MINUTE, ..Supervision::default() };
    let folder = Folder::new();
    let cases = format!(
        "80) tail /dev/zero;; 81) (tail /dev/zero; :);; \
        82) sh -c \"tail /dev/zero >/dev/null & echo \\$! >{}\"; sleep 1000;; \
        83) exec >&-; tail /dev/zero;;",
        folder.at("orphan")
    );
    let mut session = shell(&cases, CommandClaim::default(), supervision);
    let grew = || crashed("used more than 64 MiB of memory");
    assert_eq!(
        ask(session.as_mut(), &["80", "41", "81", "82", "83", "ff"]),
        [grew(), accept(Text::None), grew(), grew(), grew(), reject()]
    );
    // One without a parent is ended, too: it is gone, or a zombie that waits for its new parent.
    let stat = format!("/proc/{}/stat", folder.read("orphan").trim());
    let start = std::time::Instant::now();
    while std::fs::read_to_string(&stat).is_ok_and(|stat| !stat.contains(") Z ")) {
        assert!(start.elapsed() < MINUTE, "it runs");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_long_input_reaches_a_program_and_one_that_does_not_read_it_still_answers() {
    let long = "41".repeat(300_000);
    for (text, of_long) in [
        ("sh -c 'n=$(wc -c); [ $n = 300000 ] && exit 5; [ $n -lt 11 ]'", reject()),
        ("true", accept(Text::None)),
    ] {
        let mut session = open(text, rejecting_with(&[5]));
        assert_eq!(ask(session.as_mut(), &[&long, "41"]), [of_long, accept(Text::None)], "{text}");
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
fn few_responses_wait_behind_an_input_that_hangs() {
    let folder = Folder::new();
    folder.write("asked", "");
    let supervision = Supervision { answer_limit: Duration::from_secs(3), ..Supervision::default() };
    let cases = format!("00) sleep 60;; 0*) echo >> {}; exit 7;;", folder.at("asked"));
    let mut session = shell(&cases, CommandClaim::default(), supervision);
    let inputs: Vec<Input> = (0..700).map(|number| Input::Bytes(vec![0; number + 1])).collect();
    let mut asked_meanwhile = None;
    session.ask(0, &inputs.iter().collect::<Vec<_>>(), &mut |_, _| {
        asked_meanwhile.get_or_insert_with(|| folder.read("asked").len());
    });
    let meanwhile = asked_meanwhile.expect("it was asked");
    assert!(meanwhile < 512, "{meanwhile}");
    assert_eq!(folder.read("asked").len(), 699);
}
