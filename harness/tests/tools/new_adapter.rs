//! A new adapter of each language, and the tutorial, as their users meet them.

use crate::workshop::Workshop;
use std::fs;

/// The first words of the commands that `illformed adapter new` tells for `language`: what it takes to run them.
pub(crate) fn needed_programs(language: &str) -> Vec<String> {
    let workshop = Workshop::new();
    let said = workshop.sh_well(&format!("illformed adapter new --lang {language}")).stdout;
    let commands: Vec<&str> = said.lines().filter_map(|line| line.strip_prefix("  ")).collect();
    let program = commands[commands.len() - 1].rsplit("-- ").next().unwrap_or_default();
    let needed = if commands.len() == 3 { commands[0] } else { program };
    needed.split(' ').take(1).map(str::to_owned).collect()
}

pub(crate) fn a_new_adapter_runs_as_it_is_and_with_chunks(language: &str, extension: &str) {
    let workshop = Workshop::new();
    let said = workshop.sh_well(&format!("illformed adapter new --lang {language}")).stdout;
    let file = format!("mine.{extension}");
    assert!(said.starts_with(&format!("written: {file}; the places to change are marked EDIT\n")), "{said}");
    let commands: Vec<&str> = said.lines().filter_map(|line| line.strip_prefix("  ")).collect();
    let (_, no_chunks) = NO_CHUNKS.iter().find(|(of, _)| *of == language).expect("every language has a line");
    for script in ["none", "reset"] {
        let text = fs::read_to_string(workshop.file(&file)).expect("it was written");
        assert_eq!(text.matches(no_chunks).count(), 1, "{language}");
        if script == "reset" {
            let claims = text.replace(no_chunks, &no_chunks.replace("none", script));
            fs::write(workshop.file(&file), claims).expect("it can be changed");
        }
        for command in &commands {
            // The whole suite once is enough.
            let calls = if script == "reset" { " run --only 'script/*' " } else { " run " };
            let outcome = workshop.sh(&command.replace(" run ", calls));
            // A decoder of the language may fail its claim; the adapter may not.
            let kept = outcome.code == Some(0) || (command.contains(" run ") && outcome.code == Some(1));
            assert!(kept, "{language}, script {script}: {command}: {outcome:?}");
            assert!(!command.contains("cc ") || outcome.stderr.is_empty(), "{outcome:?}");
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
