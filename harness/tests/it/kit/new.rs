//! `illformed adapter new`.

use super::workshop::{Workshop, is_here};
use illformed::ask::adapter_check::TEMPLATES;
use std::fs;

#[test]
fn a_new_adapter_runs_as_it_is_and_with_chunks() {
    for template in TEMPLATES {
        let language = template.language;
        let workshop = Workshop::new();
        let said = workshop.sh_well(&format!("illformed adapter new --lang {language}")).stdout;
        let file = format!("mine.{}", template.extension);
        assert!(
            said.starts_with(&format!("written: {file}; the places to change are marked EDIT\n")),
            "{said}"
        );
        let commands: Vec<&str> = said.lines().filter_map(|line| line.strip_prefix("  ")).collect();
        let program = commands[commands.len() - 1].rsplit("-- ").next().unwrap_or_default();
        let needed = if commands.len() == 3 { commands[0] } else { program };
        if !is_here(needed.split(' ').next().unwrap_or_default()) {
            continue;
        }
        let (_, no_chunks) =
            NO_CHUNKS.iter().find(|(of, _)| *of == language).expect("every language has a line");
        for script in ["none", "reset"] {
            let text = fs::read_to_string(workshop.file(&file)).expect("it was written");
            assert_eq!(text.matches(no_chunks).count(), 1, "{language}");
            if script == "reset" {
                let claims = text.replace(no_chunks, &no_chunks.replace("none", script));
                fs::write(workshop.file(&file), claims).expect("it can be changed");
            }
            for command in &commands {
                let outcome = workshop.sh(command);
                // A decoder of the language may fail its claim; the adapter may not.
                let kept = outcome.code == Some(0) || (command.contains(" run ") && outcome.code == Some(1));
                assert!(kept, "{language}, script {script}: {command}: {outcome:?}");
                assert!(!command.contains("cc ") || outcome.stderr.is_empty(), "{outcome:?}");
            }
        }
    }
}

/// How each language writes the claim that it takes no chunks.
const NO_CHUNKS: &[(&str, &str)] = &[
    ("c", r#"\"script\":\"none\""#),
    ("java", r#""script":"none""#),
    ("node", "script: 'none'"),
    ("perl", "script => 'none'"),
    ("python", r#""script": "none""#),
    ("rust", r#""script":"none""#),
];

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
