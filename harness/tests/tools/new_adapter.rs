//! A new adapter of each language, and the tutorial, as their users meet them.

use crate::typed::Folder;
use crate::whole::is_whole;

/// The first words of the commands that `illformed adapter new` tells for `language`: what it takes to run them.
pub(crate) fn needed_programs(language: &str) -> Vec<String> {
    let workshop = Folder::new();
    let said = workshop.sh(&format!("illformed adapter new --lang {language}")).ends(0).stdout;
    let commands: Vec<&str> = said.lines().filter_map(|line| line.strip_prefix("  ")).collect();
    let program = commands[commands.len() - 1].rsplit("-- ").next().unwrap_or_default();
    let first_word = |command: &str| command.split(' ').next().unwrap_or_default().to_owned();
    let compiler = (commands.len() == 3).then(|| first_word(commands[0]));
    let runs = Some(first_word(program)).filter(|program| !program.starts_with("./"));
    compiler.into_iter().chain(runs).collect()
}

pub(crate) fn a_new_adapter_runs_as_it_is_and_with_chunks(language: &str, extension: &str) {
    let workshop = Folder::new();
    let said = workshop.sh(&format!("illformed adapter new --lang {language}")).ends(0).stdout;
    let file = format!("mine.{extension}");
    assert!(said.starts_with(&format!("written: {file}; the places to change are marked EDIT\n")), "{said}");
    let commands: Vec<&str> = said.lines().filter_map(|line| line.strip_prefix("  ")).collect();
    let (_, no_chunks, streams) =
        NO_CHUNKS.iter().find(|(of, ..)| *of == language).expect("every language has a line");
    for script in ["none", "reset"] {
        let text = workshop.read(&file);
        assert!(text.matches(no_chunks).count() >= *streams, "{language}");
        if script == "reset" {
            let claims = text.replacen(no_chunks, &no_chunks.replace("none", script), *streams);
            workshop.write(&file, claims);
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
            assert!(command.starts_with("illformed ") || outcome.stderr.is_empty(), "{outcome:?}");
            assert!(!outcome.stdout.contains("likely mistake"), "{language}: {outcome:?}");
        }
    }
}

/// How each language writes the claim that a decoder takes no chunks, and how many of its decoders, the first, could take
/// some. The one in Go that can claims it already.
const NO_CHUNKS: &[(&str, &str, usize)] = &[
    ("c", "'script':'none'", 2),
    ("cpp", r#""script":"none""#, 2),
    ("csharp", "'script':'none'", 2),
    ("go", r#""script":"none""#, 0),
    ("java", r#""script":"none""#, 1),
    ("lua", r#""script":"none""#, 2),
    ("node", "script: 'none'", 2),
    ("perl", "script => 'none'", 1),
    ("php", "'script' => 'none'", 2),
    ("python", r#""script": "none""#, 2),
    ("ruby", "script: 'none'", 1),
    ("rust", r#""script":"none""#, 1),
];
