//! A new adapter of each language, and the tutorial, as their users meet them.

use crate::workshop::Workshop;
use std::fs;

/// The first words of the commands that `illformed adapter new` tells for `language`: what it takes to run them.
pub(crate) fn needed_programs(language: &str) -> Vec<String> {
    let workshop = Workshop::new();
    let said = workshop.sh_well(&format!("illformed adapter new --lang {language}")).stdout;
    let commands: Vec<&str> = said.lines().filter_map(|line| line.strip_prefix("  ")).collect();
    let program = commands[commands.len() - 1].rsplit("-- ").next().unwrap_or_default();
    let first_word = |command: &str| command.split(' ').next().unwrap_or_default().to_owned();
    let compiler = (commands.len() == 3).then(|| first_word(commands[0]));
    let runs = Some(first_word(program)).filter(|program| !program.starts_with("./"));
    compiler.into_iter().chain(runs).collect()
}

pub(crate) fn the_c_template_can_drive_the_c_library_instead() {
    let workshop = Workshop::new();
    workshop.sh_well(
        "illformed adapter new --lang c && cc -std=c11 -Wall -Wextra -Werror -DMBRTOC32 -o mine mine.c",
    );
    let checked = workshop.sh_well("illformed adapter check -- ./mine").stdout;
    assert!(checked.contains("strict: strict rfc3629"), "{checked}");
    let run = workshop.sh("illformed run --only standard/letter-a --format json --out . -- ./mine");
    assert_eq!(run.code, Some(0), "{run:?}");
    let report = fs::read_to_string(workshop.file("report.json")).expect("it was written");
    assert!(report.contains("\"api\": \"mbrtoc32\""), "{report}");
    // Without it, nothing of it is in the program.
    workshop.sh_well("cc -std=c11 -Wall -Wextra -Werror -o mine mine.c");
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
            // A decoder of the language may be late with its errors when it takes chunks; the adapter may not fail.
            let may_fail = script == "reset" && command.contains(" run ");
            let kept = outcome.code == Some(0) || (may_fail && outcome.code == Some(1));
            assert!(kept, "{language}, script {script}: {command}: {outcome:?}");
            assert!(!command.contains("cc ") || outcome.stderr.is_empty(), "{outcome:?}");
            assert!(!outcome.stdout.contains("likely mistake"), "{language}: {outcome:?}");
        }
    }
}

/// How each language writes the claim that it takes no chunks.
const NO_CHUNKS: &[(&str, &str)] = &[
    ("c", r#"\"script\":\"none\""#),
    ("csharp", r#"\"script\":\"none\""#),
    ("go", r#""script":"none""#),
    ("java", r#""script":"none""#),
    ("lua", r#""script":"none""#),
    ("node", "script: 'none'"),
    ("perl", "script => 'none'"),
    ("php", "'script' => 'none'"),
    ("python", r#""script": "none""#),
    ("ruby", "script: 'none'"),
    ("rust", r#""script":"none""#),
];
