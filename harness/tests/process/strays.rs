//! The command, and what its programs leave behind on Linux: processes that have left the group, lost their parent and
//! closed their pipes, and some of them have cleared their environment too.

use crate::waiting::{PIDS, assert_nothing_is_left, is_alive};
use snapbox::cmd::cargo_bin;
use std::fs;
use std::process::{Command, Stdio};
use tempfile::TempDir;

/// Started with a folder in `$0`, a stray leaves its number there. `CLEAR` stands for what clears its environment.
const STRAY: &str = r#"setsid CLEAR sh -c "setsid sh -c 'echo \$\$ >> \$0/pids; exec sleep 1000' $0 &" </dev/null >/dev/null 2>&1
until [ -s $0/pids ]; do sleep 0.01; done"#;

fn stray(clear: &str) -> String {
    STRAY.replace("CLEAR", clear)
}

fn illformed(arguments: &[&str]) -> Command {
    let mut command = Command::new(cargo_bin!("illformed"));
    command.arg("run").args(arguments).stdout(Stdio::null()).stderr(Stdio::null());
    command
}

/// A program for `--command` that leaves a stray behind in every case.
fn command_line(clear: &str, folder: &TempDir) -> String {
    let script = folder.path().join("script");
    let text = format!("{}\n! od -An -v -tx1 | grep -q ff\n", stray(clear));
    fs::write(&script, text).expect("there is room for a file");
    format!("sh -c '. \"$0/script\"' {}", folder.path().display())
}

pub(crate) fn a_stray_of_a_command_is_gone_after_the_run_with_and_without_its_environment() {
    for clear in ["", "env -i"] {
        let folder = TempDir::new().expect("there is room for a folder");
        let line = command_line(clear, &folder);
        // Few, since numbers of processes come round.
        let only = ["--only", "standard/*@-", "--command-out", "none", "--command", &line];
        let run = illformed(&only).status();
        assert!(matches!(run.expect("it starts").code(), Some(0 | 1)));
        let pids = fs::read_to_string(folder.path().join(PIDS)).unwrap();
        assert!(pids.lines().count() > 3, "{clear}: {pids}");
        assert_nothing_is_left(folder.path());
    }
}

pub(crate) fn a_stray_of_an_adapter_that_does_not_introduce_itself_is_gone() {
    let folder = TempDir::new().expect("there is room for a folder");
    let path = folder.path().display().to_string();
    let adapter = format!("{}\nread -r hello; echo no", stray("env -i"));
    let run = illformed(&["--only", "standard/*", "--", "sh", "-c", &adapter, &path]).status();
    assert_eq!(run.expect("it starts").code(), Some(3));
    assert_nothing_is_left(folder.path());
}

pub(crate) fn a_child_that_was_there_before_the_command_is_left_alone() {
    // A shell that becomes the command leaves it its children.
    let folder = TempDir::new().expect("there is room for a folder");
    let line = command_line("env -i", &folder);
    let script = "sleep 1000 & echo $! > \"$1/bystander\"; program=$2; line=$3; \
        exec \"$program\" run --only standard/euro-sign@- --command-out none --command \"$line\"";
    let mut run = Command::new("sh");
    run.args(["-c", script, "sh"]).arg(folder.path()).arg(cargo_bin!("illformed")).arg(&line);
    let mut run = run.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts");
    run.wait().expect("it ends");
    let bystander = fs::read_to_string(folder.path().join("bystander")).unwrap();
    assert!(is_alive(bystander.trim()), "{bystander}");
    let kill = |pid: &str| Command::new("kill").args(["-9", pid]).status().expect("`kill` can be started");
    kill(bystander.trim());
    // Here nobody can tell whose the strays without a mark are.
    for pid in fs::read_to_string(folder.path().join(PIDS)).unwrap().lines() {
        kill(pid);
    }
}
