//! A new adapter of each language, and the tutorial, as their users meet them.

use crate::whole::is_whole;
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

pub(crate) fn the_c_template_answers_only_what_the_api_hands_out() {
    let workshop = Workshop::new();
    workshop.sh_well("illformed adapter new --lang c");
    let template = fs::read_to_string(workshop.file("mine.c")).expect("it was written");
    for (edits, expected) in LESS_IN_C {
        let mut text = template.clone();
        for (old, new) in *edits {
            assert_eq!(text.matches(old).count(), 1, "{old}");
            text = text.replace(old, new);
        }
        fs::write(workshop.file("mine.c"), text).expect("it can be changed");
        workshop.sh_well("cc -std=c99 -pedantic -Wall -Wextra -Werror -o mine mine.c");
        let request = r#"{"op":"decode","seq":1,"decoder":"strict","bytes":"41ff"}"#;
        let answer = workshop.sh_well(&format!("echo '{request}' | ./mine")).stdout;
        assert_eq!(answer.trim_end(), *expected, "{edits:?}");
        workshop.sh_well("illformed adapter check -- ./mine");
        workshop.sh_well("illformed run --smoke -- ./mine");
    }
}

/// Edits of the C template for an API that hands out less, and the answer to `41ff`.
const LESS_IN_C: &[(&[(&str, &str)], &str)] = &[
    (&[], r#"{"seq":1,"answer":"reject","at":1,"out":"00000041"}"#),
    (&[("HAS_TEXT_ON_ERROR = 1", "HAS_TEXT_ON_ERROR = 0")], r#"{"seq":1,"answer":"reject","at":1}"#),
    (
        &[
            ("HAS_TEXT = 1", "HAS_TEXT = 0"),
            ("HAS_OFFSET = 1", "HAS_OFFSET = 0"),
            (r#"kind\":\"strict"#, r#"kind\":\"validate"#),
            (r#"out\":\"utf32"#, r#"out\":\"none"#),
            (r#"at\":\"valid_up_to"#, r#"at\":\"none"#),
        ],
        r#"{"seq":1,"answer":"reject"}"#,
    ),
];

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
            // The whole suite once is enough, and the vectors that see most are on an ordinary day.
            let calls = match script {
                "reset" => " run --only 'script/*' ",
                _ if is_whole() => " run ",
                _ => " run --smoke ",
            };
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
