//! Which illformed is installed.

use super::runner::{Runner, commands, root};

#[test]
fn each_form_of_a_version_is_installed_as_cargo_wants_it() {
    let own = root().join(".github/actions/illformed/../../../harness").display().to_string();
    let table = [
        ("", vec!["--path", &own]),
        ("0.1.0", vec!["--version", "0.1.0", "illformed"]),
        ("path+a folder", vec!["--path", "a folder"]),
        (
            "git+https://example.org/x.git#abc",
            vec!["--git", "https://example.org/x.git", "--rev", "abc", "illformed"],
        ),
    ];
    for (version, expected) in table {
        let runner = Runner::bare();
        runner.program("cargo", "printf '%s\\n' \"$@\" >\"$RUNNER_TEMP/words\"");
        let step = runner.step("install", &[("ILLFORMED_VERSION", version)]);
        assert_eq!(step.code, Some(0), "{version}: {}", step.log);
        let installed = runner.path("temp/illformed").display().to_string();
        let words = runner.read("temp/words");
        let all = [&["install", "--locked", "--root", &installed], &expected[..]].concat();
        assert_eq!(words.lines().collect::<Vec<_>>(), all, "{version}");
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
