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

type Edit = (&'static str, &'static str);

/// Writes the template of C or C++ to `mine.EXTENSION`, with `edits`, and has it compiled as `mine`.
fn compile(workshop: &Folder, extension: &str, edits: &[Edit]) {
    let file = format!("mine.{extension}");
    workshop.sh(&format!("rm -f {file} && illformed adapter new --lang {extension} {file}")).ends(0);
    let mut text = workshop.read(&file);
    for (old, new) in edits {
        assert_eq!(text.matches(old).count(), 1, "{old}");
        text = text.replace(old, new);
    }
    workshop.write(&file, text);
    let compiler = if extension == "c" { "cc -std=c99" } else { "c++ -std=c++17" };
    workshop.sh(&format!("{compiler} -pedantic -Wall -Wextra -Werror -o mine {file}")).ends(0);
}

/// What the decoder `strict` of the compiled adapter answers.
fn answer(workshop: &Folder, bytes: &str) -> String {
    let request = format!(r#"{{"op":"decode","seq":1,"decoder":"strict","bytes":"{bytes}"}}"#);
    workshop.sh(&format!("echo '{request}' | ./mine")).ends(0).stdout.trim_end().to_owned()
}

pub(crate) fn the_c_template_answers_only_what_the_api_hands_out() {
    let workshop = Folder::new();
    for (edits, expected) in LESS_IN_C {
        compile(&workshop, "c", edits);
        assert_eq!(answer(&workshop, "41ff"), *expected, "{edits:?}");
        workshop.sh("illformed adapter check -- ./mine").ends(0);
        workshop.sh("illformed run --smoke -- ./mine").ends(0);
    }
}

pub(crate) fn the_templates_of_c_and_cpp_say_that_input_is_incomplete() {
    let workshop = Folder::new();
    for extension in ["c", "cpp"] {
        compile(&workshop, extension, &[]);
        let expected = r#"{"seq":1,"answer":"incomplete","at":1,"out":"00000041"}"#;
        assert_eq!(answer(&workshop, "41e282"), expected, "{extension}");
    }
}

pub(crate) fn a_fault_at_one_alignment_is_found_and_its_reproduce_line_fails_again() {
    let workshop = Folder::new();
    for (extension, edit) in LOSES_A_BYTE_AT_ONE_ALIGNMENT {
        compile(&workshop, extension, &[*edit]);
        let outcome = workshop.sh("illformed run -- ./mine");
        assert_eq!(outcome.code, Some(1), "{extension}: {outcome:?}");
        let heads = outcome.stdout.lines().filter(|line| line.starts_with("mine/"));
        let verdicts: Vec<&str> = heads.filter_map(|line| line.split_whitespace().last()).collect();
        assert_eq!(verdicts, ["FAIL", "PASS"], "{extension}: {outcome:?}");
        // The bytes choose their place, so that they meet the fault alone, too.
        let reproduce = outcome.stdout.lines().find_map(|line| line.trim().strip_prefix("reproduce: "));
        let again = workshop.sh(reproduce.expect("a failing decoder has such a line"));
        assert_eq!(again.code, Some(1), "{extension}: {reproduce:?}: {again:?}");
    }
}

/// A fault of the decoder `strict` in C and C++: it does not see the last of many bytes at one of 16 addresses.
const LOSES_A_BYTE_AT_ONE_ALIGNMENT: &[(&str, Edit)] = &[
    (
        "c",
        (
            "    uint32_t *out = text;\n    for (error_at",
            "    uint32_t *out = text;\n    if (size > 8 && (uintptr_t)bytes % 16 == 7) size--;\n    for (error_at",
        ),
    ),
    (
        "cpp",
        (
            "    for (std::size_t at = 0; at < bytes.size();) {",
            "    if (bytes.size() > 8 && reinterpret_cast<std::uintptr_t>(bytes.data()) % 16 == 7) bytes.remove_suffix(1);
    for (std::size_t at = 0; at < bytes.size();) {",
        ),
    ),
];

/// Edits of the C template for an API that hands out less, and the answer to `41ff`.
const LESS_IN_C: &[(&[Edit], &str)] = &[
    (&[], r#"{"seq":1,"answer":"reject","at":1,"out":"00000041"}"#),
    (&[("1, strict, collect", "0, strict, collect")], r#"{"seq":1,"answer":"reject","at":1}"#),
    (
        &[
            ("'kind':'strict'", "'kind':'validate'"),
            ("'out':'utf32','at':'valid_up_to'", "'out':'none','at':'none'"),
        ],
        r#"{"seq":1,"answer":"reject"}"#,
    ),
];

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
