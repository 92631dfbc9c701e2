//! The rooms of the library use each other in one direction: judge <- ask <- record <- tell <- search <- cli. No module of
//! a room uses one that uses it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// Each room may use those before it. The judge is a crate of its own, before all of them.
const ROOMS: [&str; 5] = ["ask", "record", "tell", "search", "cli"];

type Uses = BTreeMap<String, BTreeSet<String>>;

/// The modules `room::module` after `crate::` in the code of `text`, which ends where its own tests begin.
fn used(text: &str) -> BTreeSet<String> {
    let code = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    let paths = lines.flat_map(|line| line.split("crate::").skip(1));
    let module = |rest: &str| {
        let path: String = rest.chars().take_while(|c| c.is_alphanumeric() || "_:".contains(*c)).collect();
        path.split("::").take(2).collect::<Vec<_>>().join("::")
    };
    paths.map(module).collect()
}

/// What the files at `path` use, a folder with all that is in it.
fn used_by(path: &Path) -> BTreeSet<String> {
    if path.is_file() {
        return used(&fs::read_to_string(path).expect("it can be read"));
    }
    let entries = fs::read_dir(path).expect("it can be read");
    entries.flat_map(|entry| used_by(&entry.expect("it can be read").path())).collect()
}

/// Each module of each room with those that it uses.
fn modules() -> Uses {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut modules = Uses::new();
    for room in ROOMS {
        for entry in fs::read_dir(source.join(room)).expect("each room is a folder") {
            let path = entry.expect("it can be read").path();
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            if name != "mod" {
                modules.insert(format!("{room}::{name}"), used_by(&path));
            }
        }
    }
    modules
}

/// The uses that go against the direction of the rooms.
fn against_the_direction(modules: &Uses) -> Vec<String> {
    let place = |module: &str| ROOMS.iter().position(|room| module.split("::").next() == Some(room));
    let mut against = Vec::new();
    for (module, used) in modules {
        for other in used.iter().filter(|other| place(other) > place(module)) {
            against.push(format!("{module} uses {other}"));
        }
    }
    against
}

/// A way from a module back to it, if there is one. The command line is one module: its parts share their arguments.
fn circle(modules: &Uses) -> Option<Vec<String>> {
    fn walk(modules: &Uses, way: &mut Vec<String>) -> bool {
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
    let starts = modules.keys().filter(|module| !module.starts_with("cli::"));
    starts.into_iter().find_map(|start| {
        let mut way = vec![start.clone()];
        walk(modules, &mut way).then_some(way)
    })
}

#[test]
fn no_room_uses_a_later_one_and_no_module_one_that_uses_it() {
    let modules = modules();
    assert_eq!(against_the_direction(&modules), Vec::<String>::new());
    assert_eq!(circle(&modules), None);
    assert!(modules.len() > 15, "{:?}", modules.keys());
}

#[test]
fn a_planted_use_of_a_later_room_and_a_planted_circle_are_found() {
    let mut modules = modules();
    let mut plant = |module: &str, used: &str| {
        modules.entry(module.to_owned()).or_default().insert(used.to_owned());
    };
    plant("record::run", "record::diff");
    plant("ask::adapter", "tell::report");
    assert_eq!(against_the_direction(&modules), ["ask::adapter uses tell::report"]);
    let way = circle(&modules).expect("diff uses the record, and that the run");
    assert!(way.len() > 2, "{way:?}");
}
