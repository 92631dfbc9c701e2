//! What is not a run of vectors: sessions with other inputs, and programs that are no adapters.

use crate::row::Row;
use crate::shell::{program, registered};
use crate::waiting::NEVER;
#[cfg(target_os = "linux")]
use crate::waiting::{assert_nothing_is_left, is_alive};
use illformed::ask::adapter::process::{ProcessAdapter, Program, Supervision, spawn_group};
use illformed::ask::adapter::{Adapter, OpenFailure, Session};
use illformed_judge::judge::Response;
use illformed_judge::observation::{Observation, Text};
use illformed_vectors::Input;
use std::fs;
use std::sync::atomic::Ordering;
use std::sync::mpsc::channel;
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;

fn open(row: &Row) -> (Box<dyn Session>, TempDir) {
    let folder = TempDir::new().expect("there is room for a folder");
    let adapter = ProcessAdapter::command(program(&row.body, folder.path()), row.supervision.clone());
    (adapter.open().expect("the adapter introduces itself"), folder)
}

/// The responses to `inputs`. There must be one for each, in order.
pub(crate) fn ask(session: &mut dyn Session, inputs: &[Input], answered: &dyn Fn()) -> Vec<Response> {
    let mut responses = Vec::new();
    session.ask(0, &inputs.iter().collect::<Vec<_>>(), &mut |number, response| {
        assert_eq!(number, responses.len(), "responses come in order");
        responses.push(response);
        answered();
    });
    assert_eq!(responses.len(), inputs.len(), "there is one response for each input");
    responses
}

fn assert_echoes(row: &Row, inputs: &[Input]) {
    let (mut session, _folder) = open(row);
    let echo = |input: &Input| match input {
        Input::Bytes(bytes) => Observation::accept(Text::Utf8(bytes.clone())).into(),
        Input::Calls(_) => panic!("there are no scripts here"),
    };
    let expected: Vec<Response> = inputs.iter().map(echo).collect();
    assert!(ask(&mut *session, inputs, &|| {}) == expected, "an answer is not what was asked");
}

pub(crate) fn an_adapter_that_writes_much_and_does_not_read_meanwhile_does_not_block() {
    // Requests of 240 kB and answers of 2.6 MB: both pipes are full most of the time.
    let row = Row::new(
        "writes_much",
        r#"
        pad=$(letters 65536)
        greet
        while request; do
            echo "{\"seq\":$seq,\"pad\":\"$pad\",\"answer\":\"accept\",\"out\":\"$bytes\"}"
        done"#,
    );
    assert_echoes(&row, &(0..40).map(|byte| Input::Bytes(vec![byte; 3000])).collect::<Vec<_>>());
}

pub(crate) fn a_megabyte_goes_through_in_both_directions() {
    // One `sed` for each request: it reads ahead, which does no harm while one request is outstanding.
    let mut row = Row::new(
        "echoes_by_sed",
        r#"
        greet
        while :; do
            answer=$(sed -e 's/"op":"decode",//; s/"decoder":"echo"/"answer":"accept"/; s/bytes/out/; q')
            [ -n "$answer" ] || exit 0
            printf '%s\n' "$answer"
        done"#,
    );
    row.supervision.window = 1;
    assert_echoes(&row, &[0xC3, 0x00, 0x7F].map(|byte| Input::Bytes(vec![byte; 1 << 20])));
}

pub(crate) fn nothing_is_asked_after_an_interruption() {
    let row = Row::marked("right", "answer");
    let (mut session, _folder) = open(&row);
    row.supervision.interrupted.store(true, Ordering::Relaxed);
    let inputs = [0x41, 0x42].map(|byte| Input::Bytes(vec![byte]));
    let not_asked = Response::NotAsked("interrupted".to_owned());
    assert_eq!(ask(&mut *session, &inputs, &|| {}), [not_asked.clone(), not_asked]);
}

pub(crate) fn what_a_dead_program_wrote_is_received_however_late_its_reader_is() {
    let program = Program::new("true", Vec::new());
    let mut program = spawn_group(&program, &Supervision::default(), |_| {}).expect("it starts");
    let (sender, receiver) = channel();
    // On a loaded machine a reader may not run for as long.
    thread::spawn(move || {
        thread::sleep(Duration::from_millis(150));
        sender.send("the last answer")
    });
    assert_eq!(program.receive(&receiver, NEVER, Instant::now), Ok(Some("the last answer")));
}

pub(crate) fn what_an_unpacked_adapter_writes_of_its_own_file_is_the_same_in_each_run() {
    let registered = registered("warns.sh", "echo \"$0: a warning\" >&2; marked() { answer; }");
    let adapter = ProcessAdapter::registered(registered, Row::new("none", "").supervision);
    assert_eq!(adapter.open().expect("it introduces itself").close(), "warns.sh: a warning\n");
}

pub(crate) fn a_program_that_is_not_there_is_absent_and_one_that_cannot_run_is_broken() {
    let folder = TempDir::new().expect("there is room for a folder");
    let path = folder.path().join("adapter");
    let open = || {
        let program = Program::new(path.clone(), Vec::new());
        ProcessAdapter::command(program, Row::new("none", "").supervision).open().err()
    };
    assert_eq!(open(), Some(OpenFailure::Absent(format!("{} was not found", path.display()))));
    fs::write(&path, "#!/bin/sh\n").expect("there is room for a file");
    let Some(OpenFailure::Broken(why)) = open() else {
        panic!("a file that is not executable is not absent")
    };
    assert!(why.starts_with(&format!("cannot start {}: ", path.display())), "{why}");
}

#[cfg(target_os = "linux")]
pub(crate) fn what_left_its_group_is_not_ended_and_holds_up_no_session() {
    // It holds the pipes of its adapter.
    let leaves = "setsid sh -c 'echo $$ > \"$0/left\"; exec sleep 1000' \"$FOLDER\" &";
    let waits = "until [ -s \"$FOLDER/left\" ]; do sleep 0.01; done";
    let row = Row::new("leaves", format!("{leaves} {waits}; marked() {{ answer; }}; greet; serve"));
    let (session, folder) = open(&row);
    let start = Instant::now();
    assert_eq!(session.close(), "");
    let took = start.elapsed();
    assert!(took < Duration::from_secs(2), "{took:?}");
    assert_nothing_is_left(folder.path());
    let left = fs::read_to_string(folder.path().join("left")).expect("it was started");
    assert!(is_alive(left.trim()));
    let left = left.trim().parse().expect("a process number");
    nix::sys::signal::kill(nix::unistd::Pid::from_raw(left), nix::sys::signal::SIGKILL).expect("it runs");
}
