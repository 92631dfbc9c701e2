//! `illformed adapter list`.

use crate::typed::typed;
use std::env;

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
