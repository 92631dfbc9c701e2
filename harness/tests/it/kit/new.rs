//! `illformed adapter new`.

use super::workshop::Workshop;
use std::fs;

#[test]
fn a_new_adapter_is_called_as_it_was_asked_for() {
    let workshop = Workshop::new();
    let text = |file: &str| fs::read_to_string(workshop.file(file)).expect("it was written");
    workshop.sh_well("illformed adapter new --lang python --name their-codec");
    assert!(text("their-codec.py").contains("\"adapter\": \"their-codec\""));
    workshop.sh_well("illformed adapter new --lang node 'codec-2.mjs'");
    assert!(text("codec-2.mjs").contains("adapter: 'codec-2'"));
    let said =
        workshop.sh_well("mkdir 'a b' && illformed adapter new --lang c --name x 'a b/Its File.c'").stdout;
    assert!(said.contains("illformed adapter check -- 'a b/Its File'\n"), "{said}");
}

#[test]
fn a_new_adapter_overwrites_nothing_and_a_bad_name_writes_nothing() {
    let workshop = Workshop::new();
    fs::write(workshop.file("mine.py"), "precious").unwrap();
    for (command, complaint) in [
        ("new --lang python", "illformed: mine.py: File exists"),
        ("new --lang python gone/mine.py", "illformed: gone/mine.py: No such file"),
        ("new --lang python Mine.py", "illformed: Mine is no name of an adapter"),
        ("new --lang python --name 'a b'", "illformed: 'a b' is no name of an adapter"),
        ("new --lang cobol", "illformed: invalid value 'cobol' for '--lang <LANG>'"),
        ("new", "illformed: the following required arguments were not provided: --lang <LANG>"),
    ] {
        let outcome = workshop.sh(&format!("illformed adapter {command}"));
        assert_eq!((outcome.code, outcome.stdout.as_str()), (Some(2), ""), "{command}: {outcome:?}");
        assert!(outcome.stderr.starts_with(complaint), "{command}: {outcome:?}");
    }
    assert_eq!(fs::read_to_string(workshop.file("mine.py")).unwrap(), "precious");
    assert_eq!(fs::read_dir(workshop.path()).unwrap().count(), 1);
}
