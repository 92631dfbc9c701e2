//! The command, interrupted while an adapter does not answer.

use crate::shell::program;
use crate::waiting::{assert_nothing_is_left, eventually};
use illformed::record::run_record::RunRecord;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use snapbox::cmd::cargo_bin;
use std::fs;
use std::io::{self, Write};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;
use tempfile::TempDir;

/// How many requests the adapter answers, all with `reject`, before it waits for ever: half a window. More than a window
/// of requests come only when all these answers were taken.
const ANSWERED: usize = 256;

/// Has a child, and one whose parent has ended; none heeds the end of its input.
const ADAPTER: &str = r#"
child
orphan 'sleep 1000'
kind=validate out=none
greet
until [ "$seq" = 255 ]; do request || exit; reject; done
until [ "$seq" = 512 ]; do request || exit; done
: > "$FOLDER/waits"
trap '' INT TERM
exec sleep 1000
"#;

struct Stuck {
    command: Child,
    folder: TempDir,
}

impl Stuck {
    /// `illformed run` with these words, when it waits for the adapter that is `body`.
    fn start(stdout: impl Into<Stdio>, words: &str, body: &str) -> Self {
        let folder = TempDir::new().expect("there is room for a folder");
        let adapter = program(body, folder.path());
        let mut command = Command::new(cargo_bin!("illformed"));
        command.arg("run").args(words.split(' ')).arg("--out").arg(folder.path().join("out")).arg("--");
        Self::of(stdout, command.arg(adapter.executable).args(adapter.arguments), folder)
    }

    fn of(stdout: impl Into<Stdio>, command: &mut Command, folder: TempDir) -> Self {
        let command = command.stdout(stdout).stderr(Stdio::null()).spawn().expect("it starts");
        eventually("the adapter to wait", || folder.path().join("waits").exists());
        Self { command, folder }
    }

    fn signal(&self, signal: Signal) {
        let process = i32::try_from(self.command.id()).expect("a process number");
        kill(Pid::from_raw(process), signal).expect("the command runs");
    }

    #[track_caller]
    fn code(&mut self) -> Option<i32> {
        let mut status = None;
        eventually("the end of the command", || {
            status = self.command.try_wait().expect("it can be waited for");
            status.is_some()
        });
        status?.code()
    }
}

impl Drop for Stuck {
    fn drop(&mut self) {
        let _ = self.command.kill();
        let _ = self.command.wait();
    }
}

pub(crate) fn an_interrupted_run_ends_its_adapters_and_writes_a_report_that_says_so() {
    for signal in [Signal::SIGINT, Signal::SIGTERM, Signal::SIGHUP] {
        let mut run = Stuck::start(Stdio::piped(), "--timeout 600 --format json", ADAPTER);
        run.signal(signal);
        assert_eq!(run.code(), Some(3), "{signal}");
        assert_nothing_is_left(run.folder.path());
        let out = run.folder.path().join("out");
        let files: Vec<_> = fs::read_dir(&out).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(files, ["report.json"], "{signal}");
        let text = fs::read_to_string(out.join("report.json")).unwrap();
        let record: RunRecord = serde_json::from_str(&text).expect("it is a whole record");
        assert!(!record.footer.complete);
        assert_eq!(record.footer.exit_codes, [3, 1]);
        assert_eq!(record.footer.tally.judged, ANSWERED, "what was answered before counts");
        assert!(record.broken.is_empty());
        // What was not asked would count as asked.
        let mut write = Command::new(cargo_bin!("illformed"));
        write
            .args(["baseline", "write", "report.json", "--out", "baselines", "--reason", "So."])
            .current_dir(&out);
        let refused = write.output().expect("it starts");
        let why = String::from_utf8_lossy(&refused.stderr);
        assert!(refused.status.code() == Some(2) && why.contains("interrupted"), "{signal}: {why}");
        assert!(!out.join("baselines").exists(), "{signal}");
    }
}

/// Refuses everything.
const REFUSES: &str = r#"
kind=validate out=none
greet
while request; do
    reject
    [ "$seq" != 600 ] || : > "$FOLDER/waits"
done
"#;

pub(crate) fn an_interrupted_sweep_ends_and_the_cases_are_asked() {
    let mut run =
        Stuck::start(Stdio::piped(), "--only standard/nul@- --sweep positions --format json", REFUSES);
    run.signal(Signal::SIGINT);
    assert_eq!(run.code(), Some(3));
    assert_nothing_is_left(run.folder.path());
    let text = fs::read_to_string(run.folder.path().join("out/report.json")).unwrap();
    let record: RunRecord = serde_json::from_str(&text).expect("it is a whole record");
    assert_eq!((record.footer.complete, record.footer.exit_codes), (false, vec![3, 1]));
    let [decoder] = record.decoders.as_slice() else { panic!("{} decoders", record.decoders.len()) };
    let swept = decoder.swept.as_ref().expect("it was swept");
    assert!(swept.sweeps.iter().all(|sweep| !sweep.is_whole), "{swept:?}");
    assert!(record.footer.tally.judged > 0, "the case is judged");
}

pub(crate) fn the_second_interrupt_ends_everything_at_once() {
    // Nobody reads the pipe, and it is filled, so that the run cannot come to its end by itself.
    let (_unread, mut full) = io::pipe().expect("a pipe");
    let stdout = full.try_clone().expect("another end of it");
    thread::spawn(move || while full.write_all(&[0; 4096]).is_ok() {});
    let mut run = Stuck::start(stdout, "--timeout 600 --format json,terminal", ADAPTER);
    run.signal(Signal::SIGINT);
    assert_nothing_is_left(run.folder.path());
    // What comes at once is the first again.
    thread::sleep(Duration::from_millis(600));
    run.signal(Signal::SIGINT);
    assert_eq!(run.code(), Some(130));
}

pub(crate) fn two_interrupts_in_quick_succession_leave_no_adapter() {
    let mut run = Stuck::start(Stdio::piped(), "--timeout 600 --format json", ADAPTER);
    run.signal(Signal::SIGINT);
    thread::sleep(Duration::from_millis(10));
    // A shell or `timeout` may send one twice, and the run may have come to its end in the meantime.
    let _ = kill(Pid::from_raw(i32::try_from(run.command.id()).unwrap()), Signal::SIGINT);
    let code = run.code();
    assert_eq!(code, Some(3));
    assert_nothing_is_left(run.folder.path());
}

#[cfg(target_os = "linux")]
pub(crate) fn what_an_interrupted_run_unpacked_is_gone() {
    // Of the second one decoder answers, and one is waited for.
    for words in [
        "run --adapter python --only standard/nul",
        "ask C080 --adapter std --adapter python",
        "list decoders",
    ] {
        let (place, folder) = (TempDir::new().unwrap(), TempDir::new().unwrap());
        // An interpreter that waits: the adapter is unpacked and never introduces itself.
        let python = folder.path().join("python3");
        fs::write(&python, "#!/bin/sh\n: > \"$MARK\"; exec /bin/sleep 60\n")
            .expect("there is room for a file");
        fs::set_permissions(&python, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
        let mark = folder.path().join("waits");
        let mut command = Command::new(cargo_bin!("illformed"));
        command.args(words.split(' '));
        command.env("PATH", folder.path()).env("TMPDIR", place.path()).env("MARK", &mark);
        let mut run = Stuck::of(Stdio::piped(), &mut command, folder);
        let unpacked = || fs::read_dir(place.path()).unwrap().count();
        assert_eq!(unpacked(), 1);
        run.signal(Signal::SIGINT);
        assert_eq!(run.code(), Some(3), "{words}");
        assert_eq!(unpacked(), 0);
    }
}

pub(crate) fn a_machine_that_stood_still_for_longer_than_the_timeout_accuses_nobody_of_hanging() {
    let body = "greet; request; : > \"$FOLDER/waits\"; sleep 0.3; sleep 0.3; answer; serve";
    let mut run = Stuck::start(Stdio::piped(), "--timeout 1 --format json --only standard/letter-a@-", body);
    let pids = fs::read_to_string(run.folder.path().join("pids")).expect("the adapter wrote its number");
    let group: i32 = pids.trim().parse().expect("there is one adapter");
    // Both stand still, as on a machine that is suspended.
    let both = |signal| {
        run.signal(signal);
        kill(Pid::from_raw(-group), signal).expect("the adapter runs");
    };
    both(Signal::SIGSTOP);
    thread::sleep(Duration::from_secs(2));
    both(Signal::SIGCONT);
    assert_eq!(run.code(), Some(0));
}
