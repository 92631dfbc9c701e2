//! Which illformed is installed.

use super::runner::{Runner, Step, commands, root};
use std::fs;
use std::process::Command;

#[test]
fn each_form_of_a_version_is_installed_as_cargo_wants_it() {
    let own = root().join(".github/actions/illformed/../../../harness").display().to_string();
    for (version, expected) in [
        ("", format!("--path|{own}")),
        ("0.1.0", "--version|0.1.0|illformed".to_owned()),
        ("path+a folder", "--path|a folder".to_owned()),
        (
            "git+https://example.org/x.git#abc",
            "--git|https://example.org/x.git|--rev|abc|illformed".to_owned(),
        ),
    ] {
        let runner = Runner::bare();
        runner.program("cargo", "printf '%s\\n' \"$@\" >\"$RUNNER_TEMP/words\"");
        let step = runner.step("install", &[("ILLFORMED_VERSION", version)]);
        assert_eq!(step.code, Some(0), "{version}: {}", step.log);
        let installed = runner.path("temp/illformed/not-kept").display().to_string();
        let words = runner.read("temp/words").trim_end().replace('\n', "|");
        assert_eq!(words, format!("install|--locked|--force|--root|{installed}|{expected}"), "{version}");
        assert_eq!(runner.read("path"), format!("{installed}/bin\n"));
    }
}

#[test]
fn one_that_is_there_is_used_and_one_that_is_not_is_an_error() {
    let runner = Runner::new();
    let installed = [("ILLFORMED_VERSION", "installed")];
    assert_eq!(runner.step("install", &installed).code, Some(0));
    assert_eq!(runner.read("path"), "", "the PATH is as it was");
    for version in ["latest", "git+https://example.org/x.git", "; true", "../x"] {
        let step = runner.step("install", &[("ILLFORMED_VERSION", version)]);
        assert_eq!(step.code, Some(2), "{version}: {}", step.log);
        let error = format!(
            "::error title=illformed::version: {version}: expected a version, git+URL#REV, path+FOLDER or installed"
        );
        assert_eq!(commands(&step.log), [error]);
    }
    let broken = Runner::bare();
    broken.program("cargo", "exit 101");
    let step = broken.step("install", &[]);
    assert_eq!(step.code, Some(2));
    assert_eq!(commands(&step.log), ["::error title=illformed::illformed could not be installed"]);
    assert_eq!(broken.read("path"), "");
}

/// What GitHub says of a machine.
const MACHINE: [(&str, &str); 3] = [("RUNNER_OS", "Linux"), ("RUNNER_ARCH", "X64"), ("ImageOS", "ubuntu24")];

/// The key under which the program of `version` is kept on `machine`.
fn key(version: &str, machine: &[(&str, &str)]) -> String {
    let runner = Runner::bare();
    let step = runner.step("choose", &[machine, &[("ILLFORMED_VERSION", version)]].concat());
    assert_eq!(step.code, Some(0), "{version}: {}", step.log);
    let key = runner.output("key");
    let name = if key.is_empty() { "not-kept" } else { &key };
    assert_eq!(runner.output("folder"), runner.path("temp/illformed").join(name).display().to_string());
    key
}

#[test]
fn what_cannot_change_is_kept_under_its_own_key_and_what_can_is_not() {
    let commit = "0123456789abcdef0123456789abcdef01234567";
    let git = format!("git+https://example.org/x.git#{commit}");
    assert_eq!(key("0.1.0", &MACHINE), "illformed-Linux-ubuntu24-X64-0.1.0");
    for (version, start) in [("", "source-"), (git.as_str(), "git-")] {
        let key = key(version, &MACHINE);
        let digest = key.strip_prefix(&format!("illformed-Linux-ubuntu24-X64-{start}")).unwrap_or_default();
        assert!(digest.len() == 64 && digest.bytes().all(|byte| byte.is_ascii_hexdigit()), "{key}");
    }
    assert_eq!(key("", &MACHINE), key("", &MACHINE), "the sources are the same");
    assert_ne!(key("0.1.0", &MACHINE), key("0.1.0", &[MACHINE[0], ("RUNNER_ARCH", "ARM64"), MACHINE[2]]));
    for version in ["installed", "path+a folder", "git+https://example.org/x.git#main"] {
        assert_eq!(key(version, &MACHINE), "", "{version}");
    }
}

#[test]
fn a_restored_program_is_used_if_it_runs_and_nothing_is_built() {
    for (script, from) in [("exit 0", "cache"), ("exit 1", "cargo")] {
        let runner = Runner::bare();
        runner.program("cargo", "true");
        let folder = runner.path("temp/illformed/the-key/bin");
        fs::create_dir_all(&folder).expect("it is new");
        runner.program("../temp/illformed/the-key/bin/illformed", script);
        let step = runner.step("install", &[("ILLFORMED_KEY", "the-key"), ("ILLFORMED_VERSION", "0.1.0")]);
        assert_eq!((step.code, runner.output("from").as_str()), (Some(0), from), "{}", step.log);
        assert_eq!(runner.read("path"), format!("{}\n", folder.display()));
    }
}

/// Copies files in place of a download, and keeps the addresses.
const CURL: &str = "while [ $# -gt 1 ]; do [ \"$1\" != --output ] || to=$2; shift; done; \
                    echo \"$1\" >>\"$RUNNER_TEMP/asked\"; cp \"$SERVED/${1##*/}\" \"$to\" 2>/dev/null";

const ARCHIVE: &str = "illformed-0.1.0-x86_64-unknown-linux-gnu.tar.gz";
const RELEASES: (&str, &str) = ("ILLFORMED_RELEASES", "https://example.org/x/releases/download");

/// An installation on a machine on which a release is served, its digest behind `spoil`.
fn installed_of(version: &str, tag: &str, os: &str, spoil: &str) -> (Runner, Step) {
    let runner = Runner::bare();
    runner.program("curl", CURL);
    runner.program("cargo", "true");
    let script = format!(
        "mkdir served && printf '#!/bin/sh\\n' >illformed && chmod +x illformed && tar -czf served/{ARCHIVE} illformed && \
         cd served && echo \"{spoil}$(sha256sum {ARCHIVE})\" >{ARCHIVE}.sha256"
    );
    let packed = Command::new("sh").args(["-c", &script]).current_dir(runner.path("")).status();
    assert!(packed.is_ok_and(|status| status.success()));
    let folder = runner.path("served").display().to_string();
    let inputs =
        [("ILLFORMED_VERSION", version), ("ILLFORMED_TAG", tag), ("RUNNER_OS", os), ("SERVED", &folder)];
    let step = runner.step("install", &[&inputs[..], &[MACHINE[1], RELEASES]].concat());
    (runner, step)
}

#[test]
fn a_release_is_downloaded_where_there_is_one_and_else_it_is_built() {
    for (version, tag, os, from) in [
        ("0.1.0", "", "Linux", "release"),
        ("", "v0.1.0", "Linux", "release"),
        ("0.1.0", "", "Plan9", "cargo"),
        ("0.2.0", "", "Linux", "cargo"),
        ("", "main", "Linux", "cargo"),
    ] {
        let (runner, step) = installed_of(version, tag, os, "");
        assert_eq!(step.code, Some(0), "{version}: {}", step.log);
        assert_eq!(runner.output("from"), from, "{version} {tag} {os}: {}", step.log);
        if from == "release" {
            let asked = runner.read("temp/asked");
            let address = format!("{}/v0.1.0/{ARCHIVE}", RELEASES.1);
            assert_eq!(asked.lines().collect::<Vec<_>>(), [address.clone(), address + ".sha256"]);
        }
    }
}

#[test]
fn a_download_with_another_digest_is_refused() {
    let (runner, step) = installed_of("0.1.0", "", "Linux", "0");
    assert_eq!(step.code, Some(2), "{}", step.log);
    let error = format!("::error title=illformed::{ARCHIVE}: its digest is not that of {ARCHIVE}.sha256");
    assert_eq!(commands(&step.log), [error]);
    assert_eq!(runner.read("path"), "");
}
