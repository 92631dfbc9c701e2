//! The modules of the library use each other in one direction: data flows from vectors to reports, and nothing walks back.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// The names after `crate::` in the code of `text`, which ends where its own tests begin.
fn used(text: &str) -> BTreeSet<String> {
    let code = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    let names = lines.flat_map(|line| line.split("crate::").skip(1));
    names.map(|rest| rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()).collect()
}

/// What the files at `path` use, a folder with all that is in it.
fn used_by(path: &Path) -> BTreeSet<String> {
    if path.is_file() {
        return used(&fs::read_to_string(path).expect("it can be read"));
    }
    let entries = fs::read_dir(path).expect("it can be read");
    entries.flat_map(|entry| used_by(&entry.expect("it can be read").path())).collect()
}

/// Each module with those that it uses.
fn modules() -> BTreeMap<String, BTreeSet<String>> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let entries =
        fs::read_dir(source).expect("it can be read").map(|entry| entry.expect("it can be read").path());
    let named =
        entries.map(|path| (path.file_stem().unwrap_or_default().to_string_lossy().into_owned(), path));
    let modules: BTreeMap<_, _> = named
        .filter(|(name, _)| !["lib", "main", "cli"].contains(&name.as_str()))
        .map(|(name, path)| (name, used_by(&path)))
        .collect();
    assert!(modules.len() > 20, "{:?}", modules.keys());
    modules
}

/// A way from a module back to it, if there is one.
fn circle(modules: &BTreeMap<String, BTreeSet<String>>) -> Option<Vec<String>> {
    fn walk(modules: &BTreeMap<String, BTreeSet<String>>, way: &mut Vec<String>) -> bool {
        let at = way[way.len() - 1].clone();
        for next in modules.get(&at).into_iter().flatten().filter(|next| **next != at) {
            let back = way.contains(next);
            way.push(next.clone());
            if back || walk(modules, way) {
                return true;
            }
            way.pop();
        }
        false
    }
    modules.keys().find_map(|start| {
        let mut way = vec![start.clone()];
        walk(modules, &mut way).then_some(way)
    })
}

#[test]
fn no_module_uses_one_that_uses_it() {
    assert_eq!(circle(&modules()), None);
}

#[test]
fn a_planted_circle_is_found() {
    let mut modules = modules();
    modules.entry("claim".to_owned()).or_default().insert("record".to_owned());
    let way = circle(&modules).expect("record uses claim");
    assert!(way.contains(&"claim".to_owned()) && way.contains(&"record".to_owned()), "{way:?}");
}
