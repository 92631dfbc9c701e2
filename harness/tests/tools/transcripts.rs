//! README and guides, typed as their readers do: files are written, changes made, commands run, outputs compared.
//!
//! | block | what is done |
//! |---|---|
//! | <code>```python FILE</code>, any language | writes the file |
//! | <code>```diff FILE</code> | changes it: hunks, without their context, begin with `@@` |
//! | <code>```console</code> | runs each line after `$`, and compares what it prints; `[..]` is anything in a line, `...` any lines |
//! | <code>```sh</code> | runs each `illformed`, which has to end with the `exit code` in its comment, else with 0 or 1 |
//!
//! Each document has a folder of its own, and a guide begins with the files of the README. In a block of `sh` a run of all
//! vectors takes those of `--smoke`, and a search a second; with `ILLFORMED_WHOLE=1` every decoder of the machine is asked where
//! a reader would ask them all. What would build or install is not run; `make` has to know its target.

use crate::documents::{Block, Document, markdown_files, root};
use crate::typed::Folder;
use crate::whole::is_whole;
use snapbox::data::DataFormat;
use snapbox::{Assert, Data, file};
use std::fs;

const PROGRAMS: [&str; 7] = ["cc", "iconv", "javac", "node", "perl", "python3", "tclsh"];

/// Colours and faintness of the drawing, which are too faint on black, and what stands out.
const READABLE: [(&str, &str); 4] = [
    ("fill: #000000", "fill: #0D1117"),
    ("fill: #AAAAAA", "fill: #E6EDF3"),
    ("fill: #AA0000", "fill: #FF7B72"),
    ("opacity: 0.4", "opacity: 0.7"),
];

/// How many columns the picture has: on a phone, as wide as the screen, its letters can still be read.
const PICTURE_WIDTH: usize = 44;

/// The width that a drawing has at least, and that of the picture.
const WIDTHS: [&str; 2] = ["<svg width=\"740px\"", "<svg width=\"400px\""];

/// The README and the guides: what a user reads from top to bottom and types.
pub(crate) fn guides() -> Vec<Document> {
    let mut paths =
        ["README.md", "harness/adapters/README.md", "harness/ci/README.md"].map(str::to_owned).to_vec();
    paths.extend(markdown_files("harness/docs"));
    paths.iter().map(|path| Document::read(path)).collect()
}

pub(crate) fn needed_programs(document: &Document) -> Vec<&'static str> {
    let commands: Vec<String> = document.blocks().iter().flat_map(commands).collect();
    let is_typed = |program: &&str| {
        let mut words = commands.iter().flat_map(|command| command.split([' ', '\'']));
        words.any(|word| word == *program)
    };
    PROGRAMS.into_iter().filter(is_typed).collect()
}

pub(crate) fn what_a_document_shows_is_true(document: &Document) {
    let workshop = Folder::new();
    if document.path != "README.md" {
        write_files_of_the_readme(&workshop);
    }
    // A reader has taken it from the repository.
    workshop.write("check_answers.py", include_str!("../../checker/check_answers.py"));
    for block in document.blocks() {
        match (block.language.as_str(), block.file.as_str()) {
            ("diff", file) => change(&workshop, file, &block.text),
            ("console", "") => {
                let text = format!("\n{}", block.text);
                text.split("\n$ ").skip(1).for_each(|shown| compare(&workshop, shown.trim_end()));
            }
            ("sh", "") => commands(&block).iter().for_each(|command| run(&workshop, command)),
            (_, "") => {}
            (_, file) => workshop.write(file, &block.text),
        }
    }
}

pub(crate) fn every_guide_has_something_to_type_or_is_a_list() {
    let silent = guides();
    let silent =
        silent.iter().filter(|document| document.blocks().iter().flat_map(commands).next().is_none());
    let names: Vec<&str> = silent.map(|document| document.path.as_str()).collect();
    let lists = ["README", "SUMMARY", "causes", "matrix", "pass", "releasing"];
    assert_eq!(
        names,
        [&["harness/ci/README.md".to_owned()][..], &lists.map(|name| format!("harness/docs/{name}.md"))]
            .concat()
    );
}

pub(crate) fn the_picture_shows_what_the_decoder_of_the_readme_gets() {
    let workshop = Folder::new();
    write_files_of_the_readme(&workshop);
    let command = "illformed run -- python3 regex.py";
    let shown = workshop.sh(&format!("CLICOLOR_FORCE=1 {command} 2>/dev/null")).stdout;
    // What is told of the decoder; the sums of the run come after it.
    let (told, _) = shown.split_once("\n\n").expect("the sums are apart");
    let lines: Vec<String> = told.lines().map(narrowed).collect();
    let drawn = Data::text(format!("$ {command}\n{}", lines.join("\n"))).coerce_to(DataFormat::TermSvg);
    let drawn = drawn.render().expect("a drawing is text");
    assert!(drawn.starts_with(WIDTHS[0]), "no line is wider: {drawn}");
    let drawn = drawn.replacen(WIDTHS[0], WIDTHS[1], 1);
    let picture = READABLE.iter().fold(drawn, |drawn, (faint, clear)| drawn.replace(faint, clear));
    Assert::new().action_env("SNAPSHOTS").eq(picture, file!["../../docs/run.svg"].raw());
}

/// `line` in at most [`PICTURE_WIDTH`] columns, with its words in one or more lines and a small indent.
fn narrowed(line: &str) -> String {
    let indent = line.bytes().take_while(|byte| *byte == b' ').count().min(4);
    let mut narrowed = " ".repeat(indent);
    let mut column = indent;
    for (number, word) in line.split(' ').filter(|word| !word.is_empty()).enumerate() {
        // A colour begins with an escape and ends with its `m`; it has no width.
        let width = word.split('\u{1b}').enumerate().map(|(number, part)| {
            let text = if number == 0 { Some(part) } else { part.split_once('m').map(|(_, text)| text) };
            text.map_or(0, |text| text.chars().count())
        });
        let width: usize = width.sum();
        if number > 0 && width > 0 {
            if column + 1 + width > PICTURE_WIDTH {
                column = indent + 2;
                narrowed.push('\n');
                narrowed.push_str(&" ".repeat(column));
            } else {
                column += 1;
                narrowed.push(' ');
            }
        }
        narrowed.push_str(word);
        column += width;
    }
    narrowed
}

/// Before any change: its decoder fails.
fn write_files_of_the_readme(workshop: &Folder) {
    for block in Document::read("README.md").blocks() {
        if block.language != "diff" && !block.file.is_empty() {
            workshop.write(&block.file, block.text);
        }
    }
}

fn commands(block: &Block) -> Vec<String> {
    let lines = block.text.lines();
    match block.language.as_str() {
        "console" => lines.filter_map(|line| line.strip_prefix("$ ")).map(str::to_owned).collect(),
        "sh" => lines.filter(|line| !line.is_empty()).map(str::to_owned).collect(),
        _ => Vec::new(),
    }
}

/// A command after its prompt, and what it prints.
fn compare(workshop: &Folder, shown: &str) {
    let (command, expected) = shown.split_once('\n').expect("a command prints something");
    let outcome = workshop.sh(command);
    // Nothing here is a path, and a backslash is one.
    Assert::new().normalize_paths(false).eq(outcome.stdout + &outcome.stderr, format!("{expected}\n"));
}

/// A command whose output the reader is not shown.
fn run(workshop: &Folder, command: &str) {
    let mut words = command.split(' ');
    match (words.next(), words.next()) {
        (Some("illformed"), _) if !is_whole() && LONG.iter().any(|long| command.starts_with(long)) => {}
        (Some("illformed"), _) => {
            let outcome = workshop.sh(&shortened(command));
            let expected = match command.split_once("exit code ") {
                Some((_, code)) => vec![i32::from(code.starts_with('1'))],
                None => vec![0, 1],
            };
            assert!(outcome.code.is_some_and(|code| expected.contains(&code)), "{command}: {outcome:?}");
        }
        (Some("make"), Some(target)) => {
            let makefile = fs::read_to_string(root().join("Makefile")).expect("there is one");
            assert!(makefile.contains(&format!("\n{target}:")), "{command}");
        }
        (Some("cargo"), Some("install")) => {}
        _ => panic!("neither run nor known as a command that cannot be: {command}"),
    }
}

/// What takes seconds because it asks every decoder of the machine, or writes a file for each vector. `--test it` has the same
/// with fewer.
const LONG: [&str; 2] = ["illformed list decoders", "illformed vectors export --format raw"];

/// What asks every decoder, and the same for a few.
const FEWER: [(&str, &str); 3] = [
    ("illformed run --smoke --survey  ", "illformed run --smoke --survey --adapter python "),
    ("illformed ask 'C0 80'  ", "illformed ask 'C0 80' --adapter python "),
    ("--decoder 'std/*'  ", "--decoder std/from-utf8 "),
];

fn shortened(command: &str) -> String {
    let fewer = FEWER.iter().filter(|_| !is_whole());
    let command = &fewer.fold(command.to_owned(), |command, (all, few)| command.replace(all, few));
    let selects =
        ["--smoke", "--only", "--security", "--suite"].iter().any(|option| command.contains(option));
    let run = if selects { "illformed run " } else { "illformed run --smoke " };
    command.replace("illformed run ", run).replace("--seconds 60", "--seconds 1")
}

/// Replaces the lines with `-` by those with `+`, hunk by hunk; each stands in the file exactly once.
fn change(workshop: &Folder, file: &str, diff: &str) {
    let path = workshop.path(file);
    let mut text = fs::read_to_string(&path).expect("the file is there");
    for hunk in diff.split("@@\n") {
        let side = |sign: char| -> String {
            hunk.split_inclusive('\n').filter_map(|line| line.strip_prefix(sign)).collect()
        };
        let (old, new) = (side('-'), side('+'));
        assert_eq!(text.matches(&old).count(), 1, "{file} has these lines once:\n{old}");
        text = text.replacen(&old, &new, 1);
    }
    fs::write(path, text).expect("the file can be changed");
}
