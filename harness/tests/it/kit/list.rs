//! `illformed adapter list`.

use super::workshop::Workshop;
use serde_json::Value;
use std::env;

#[test]
fn a_list_has_every_shipped_adapter_in_eighty_columns() {
    let workshop = Workshop::new();
    let text = workshop.sh_well("illformed adapter list").stdout;
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    let named = [
        "ada", "d", "erlang", "go", "guile", "haskell", "java", "libc", "lua", "mono", "nim", "node",
        "ocaml", "pascal", "perl", "php", "prolog",
    ];
    for name in
        named.into_iter().chain(["python", "r", "racket", "ruby", "sbcl", "tcl", "xtext", "codec", "std"])
    {
        assert!(text.lines().any(|line| line.starts_with(&format!("{name} "))), "{name} is not in {text}");
    }
    let path = env::var_os("PATH").unwrap_or_default();
    let is_there = env::split_paths(&path).any(|folder| folder.join("python3").is_file());
    let python =
        format!("python             {}", if is_there { "found               python3" } else { "absent" });
    assert!(text.lines().any(|line| line.starts_with(&python)), "{text}");
}

#[test]
fn a_list_says_what_is_absent_or_broken_and_what_to_install() {
    let workshop = Workshop::new();
    workshop
        .sh_well("mkdir empty broken && printf '#!/bin/sh\\necho gone wrong >&2\\nexit 3\\n' > broken/node");
    workshop.sh_well("chmod +x broken/node");
    let program = snapbox::cmd::cargo_bin!("illformed");
    let list = |folder: &str, more: &str| {
        workshop.sh_well(&format!("PATH=\"$PWD/{folder}\" {} adapter list {more}", program.display())).stdout
    };
    let text = list("empty", "");
    let absent = "python             absent              python3 was not found; Debian: apt-get\n                                       install python3\n";
    assert!(text.contains(absent), "{text}");
    assert!(text.contains("\ncodec              built in "), "{text}");
    let text = list("broken", "");
    assert!(text.contains("node               found               node\n"), "{text}");
    let text = list("broken", "--start");
    assert!(
        text.contains("node               broken              hello: exited with code 3; standard"),
        "{text}"
    );

    let json: Value = serde_json::from_str(&list("empty", "--format json")).expect("it is JSON");
    let find = |name: &str| {
        let all = json.as_array().expect("it is a list").iter();
        all.clone().find(|adapter| adapter["name"] == name).expect("it is listed").clone()
    };
    assert_eq!(find("tcl")["state"], "absent");
    assert_eq!(find("tcl")["install"], "apt-get install tcl");
    assert_eq!(find("codec")["state"], "built-in");
    assert!(find("codec")["decoders"].as_u64() > Some(0));
}
