//! `illformed adapter list`.

use crate::typed::{Folder, Said, illformed, typed};
use serde_json::Value;
use std::env;
use std::fs;
use std::os::unix::fs::PermissionsExt;

#[test]
fn a_list_has_every_shipped_adapter_in_eighty_columns() {
    let text = typed("adapter list").ends(0).stdout;
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    let named = "ada d erlang go guile haskell java libc lua mono nim node ocaml pascal perl php prolog python r racket \
                 ruby sbcl tcl xtext codec std";
    for name in named.split_whitespace() {
        assert!(text.lines().any(|line| line.starts_with(&format!("{name} "))), "{name} is not in {text}");
    }
    let path = env::var_os("PATH").unwrap_or_default();
    let is_there = env::split_paths(&path).any(|folder| folder.join("python3").is_file());
    let state = if is_there { "found               python3" } else { "absent" };
    let python = format!("python             {state}");
    assert!(text.lines().any(|line| line.starts_with(&python)), "{text}");
}

#[test]
fn a_list_says_what_is_absent_or_broken_and_what_to_install() {
    let folder = Folder::new();
    for name in ["empty", "broken"] {
        fs::create_dir(folder.path(name)).unwrap();
    }
    folder.write("broken/node", "#!/bin/sh\necho gone wrong >&2\nexit 3\n");
    fs::set_permissions(folder.path("broken/node"), fs::Permissions::from_mode(0o755)).unwrap();
    let list = |path: &str, more: &str| {
        Said::of(illformed(&format!("adapter list {more}")).env("PATH", folder.path(path))).ends(0)
    };
    let absent = "python             absent              python3 was not found; Debian: apt-get\n                                       install python3\n";
    list("empty", "").has(&[absent, "\ncodec              built in "]);
    list("broken", "").has(&["node               found               node\n"]);
    let broken = "node               broken              hello: exited with code 3; standard";
    list("broken", "--start").has(&[broken]);

    let json: Value = serde_json::from_str(&list("empty", "--format json").stdout).expect("it is JSON");
    let find = |name: &str| {
        let mut all = json.as_array().expect("it is a list").iter();
        all.find(|adapter| adapter["name"] == name).expect("it is listed")
    };
    assert_eq!(find("tcl")["state"], "absent");
    assert_eq!(find("tcl")["install"], "apt-get install tcl");
    assert_eq!(find("codec")["state"], "built-in");
    assert!(find("codec")["decoders"].as_u64() > Some(0));
}
