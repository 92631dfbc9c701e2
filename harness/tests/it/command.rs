//! Programs that are judged with a process for each case; what the command says of one is in cli/said.txt. Limits are short
//! only where a missing answer is the point.

use crate::typed::Folder;
use illformed::ask::adapter::command::{CommandAdapter, CommandClaim};
use illformed::ask::adapter::process::Supervision;
use illformed::ask::adapter::{Adapter, Session};
use illformed_judge::judge::Response;
use illformed_judge::observation::{Observation, Text};
use illformed_vectors::Input;
use std::time::Duration;

/// A shell program that does as `cases` say, and rejects what they do not name with 7.
fn shell(cases: &str, supervision: Supervision) -> Box<dyn Session> {
    let text = format!("sh -c '. tests/adapters/probed.sh; case $h in {cases} *) exit 7;; esac'");
    let adapter = CommandAdapter::new(&text, CommandClaim::default(), supervision);
    adapter.expect("the command line can be split").open().expect("the probe passes")
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

fn accept() -> Response {
    Observation::accept(Text::None).into()
}

fn reject() -> Response {
    Observation::reject(None, None).into()
}

#[test]
fn responses_come_in_order_whatever_ends_first() {
    let mut session = shell("80) sleep 0.3; exit 7;;", Supervision::default());
    let inputs = ["80", "41", "ff", "41", "80", "e282ac", "ff", "ff", "41", "80", "41", "41"];
    let expected = inputs.map(|hex| match hex {
        "80" | "ff" => reject(),
        _ => accept(),
    });
    assert_eq!(ask(session.as_mut(), &inputs), expected);
}

#[test]
fn one_that_hangs_or_floods_is_killed_and_the_next_is_asked() {
    let answer_limit = Duration::from_secs(3);
    let supervision = Supervision { answer_limit, max_line_bytes: 10_000, ..Supervision::default() };
    let mut session = shell("80) sleep 1000;; 81) yes;;", supervision);
    let too_much = Response::ProtocolError("wrote more than 10000 bytes".to_owned());
    assert_eq!(
        ask(session.as_mut(), &["80", "81", "41"]),
        [Response::TimedOut(answer_limit), too_much, accept()]
    );
}

/// Longer than a test may take; nothing waits this long.
#[cfg(target_os = "linux")]
const MINUTE: Duration = Duration::from_mins(1);

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
    let mut session = shell(&cases, supervision);
    let grew = || Response::Crashed("used more than 64 MiB of memory".to_owned());
    assert_eq!(
        ask(session.as_mut(), &["80", "41", "81", "82", "83", "ff"]),
        [grew(), accept(), grew(), grew(), grew(), reject()]
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
fn few_responses_wait_behind_an_input_that_hangs() {
    let folder = Folder::new();
    folder.write("asked", "");
    let supervision = Supervision { answer_limit: Duration::from_secs(3), ..Supervision::default() };
    let cases = format!("00) sleep 60;; 0*) echo >> {}; exit 7;;", folder.at("asked"));
    let mut session = shell(&cases, supervision);
    let inputs: Vec<Input> = (0..700).map(|number| Input::Bytes(vec![0; number + 1])).collect();
    let mut asked_meanwhile = None;
    session.ask(0, &inputs.iter().collect::<Vec<_>>(), &mut |_, _| {
        asked_meanwhile.get_or_insert_with(|| folder.read("asked").len());
    });
    let meanwhile = asked_meanwhile.expect("it was asked");
    assert!(meanwhile < 512, "{meanwhile}");
    assert_eq!(folder.read("asked").len(), 699);
}
