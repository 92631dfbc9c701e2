//! README, guides and all other documents: links lead somewhere, commands can be typed.

use crate::documents_of_the_repository::{Document, markdown_files, root};
use illformed::cli::command;
use pulldown_cmark::{Event, Tag, TagEnd};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// Where the repository is; what stands behind it is a path.
const FORGE: &str = concat!(env!("CARGO_PKG_REPOSITORY"), "/blob/main/");

/// The folders with documents that users or contributors read. The changelog names what is gone.
const FOLDERS: &str = "codec corpus fuzz fuzz/oss-fuzz harness harness/adapters harness/baselines harness/ci harness/docs vectors";

fn documents() -> Vec<Document> {
    let mut paths = ["README.md", "CONTRIBUTING.md", "SECURITY.md"].map(str::to_owned).to_vec();
    paths.extend(FOLDERS.split(' ').flat_map(markdown_files));
    paths.iter().map(|path| Document::read(path)).collect()
}

fn links(document: &Document) -> Vec<String> {
    let addresses = document.events().filter_map(|event| match event {
        Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => Some(dest_url.to_string()),
        _ => None,
    });
    addresses.collect()
}

/// The anchors of the headings in `document`, as GitHub makes them.
fn anchors(document: &Document) -> BTreeSet<String> {
    let (mut anchors, mut seen, mut heading) = (BTreeSet::new(), BTreeMap::new(), None::<String>);
    for event in document.events() {
        match event {
            Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
            Event::Text(text) | Event::Code(text) => {
                if let Some(heading) = &mut heading {
                    heading.push_str(&text);
                }
            }
            Event::End(TagEnd::Heading(_)) => {
                let kept = |c: &char| c.is_alphanumeric() || [' ', '-', '_'].contains(c);
                let heading = heading.take().unwrap_or_default().to_lowercase();
                let anchor: String = heading.chars().filter(kept).collect::<String>().replace(' ', "-");
                let times = seen.entry(anchor.clone()).and_modify(|times| *times += 1).or_insert(0);
                anchors.insert(if *times == 0 { anchor } else { format!("{anchor}-{times}") });
            }
            _ => {}
        }
    }
    anchors
}

/// The path from the root of the repository that `link` in `document` leads to, if it does not leave the repository.
fn target(document: &Document, link: &str) -> Option<String> {
    if let Some(path) = link.strip_prefix(FORGE) {
        return Some(path.to_owned());
    }
    if link.contains("://") || link.starts_with("mailto:") {
        return None;
    }
    if link.is_empty() {
        return Some(document.path.clone());
    }
    let mut parts: Vec<&str> = document.path.split('/').collect();
    parts.pop();
    for part in link.split('/') {
        match part {
            "." | "" => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

#[test]
fn every_link_within_the_repository_leads_to_a_file_and_a_heading() {
    let documents = documents();
    let mut broken = Vec::new();
    let mut checked = 0;
    for document in &documents {
        for link in links(document) {
            let (path, anchor) = link.split_once('#').unwrap_or((&link, ""));
            let Some(path) = target(document, path) else { continue };
            checked += 1;
            let is_there = root().join(&path).exists()
                && (anchor.is_empty()
                    || Path::new(&path).extension().is_none_or(|extension| extension != "md")
                    || anchors(&Document::read(&path)).contains(anchor));
            if !is_there {
                broken.push(format!("{}: {link}", document.path));
            }
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
    assert!(checked > 100, "{checked}");
}

#[test]
fn a_guide_leads_out_of_the_book_by_whole_addresses_alone() {
    let mut chapters = Vec::new();
    for path in markdown_files("harness/docs") {
        let document = Document::read(&path);
        for link in links(&document).iter().filter(|link| !link.starts_with(FORGE)) {
            let target = target(&document, link.split('#').next().unwrap_or_default());
            assert!(target.is_none_or(|target| target.starts_with("harness/docs/")), "{path}: {link}");
        }
        if path.ends_with("SUMMARY.md") {
            chapters = links(&document).iter().map(|link| format!("harness/docs/{link}")).collect();
        }
    }
    let book = fs::read_to_string(root().join("harness/docs/book.toml")).expect("the book has its settings");
    let address = format!("git-repository-url = \"{}\"", env!("CARGO_PKG_REPOSITORY"));
    assert!(book.contains(&address), "{address}");
    chapters.push("harness/docs/SUMMARY.md".to_owned());
    chapters.sort();
    assert_eq!(chapters, markdown_files("harness/docs"), "each chapter is in SUMMARY.md");
}

#[test]
fn the_readme_has_at_most_120_lines_and_its_rust_is_that_of_the_fixture() {
    let readme = Document::read("README.md");
    assert!(readme.text.lines().count() <= 120, "{}", readme.text.lines().count());
    let fixture = root().join("harness/judge/tests/fixtures/own-decoder/tests/right.rs");
    let fixture = fs::read_to_string(fixture).expect("it is there");
    let lines = |text: &str| -> Vec<String> {
        text.lines().filter(|line| !line.is_empty()).map(str::to_owned).collect()
    };
    for document in [readme, Document::read("harness/docs/own-decoder.md")] {
        let blocks = document.blocks();
        let rust = blocks
            .iter()
            .find(|block| block.language == "rust" && block.file.is_empty())
            .expect("it has Rust");
        let own = rust.text.replace("my_crate::decode", "std::str::from_utf8");
        assert_eq!(lines(&own), lines(&fixture), "{}: the tests of illformed-judge run this", document.path);
    }
}

/// Each `illformed` command in the text and the code of `document`, without a comment.
fn commands(document: &Document) -> Vec<String> {
    let (mut commands, mut in_block) = (Vec::new(), false);
    for event in document.events() {
        match event {
            Event::Start(Tag::CodeBlock(_)) => in_block = true,
            Event::End(TagEnd::CodeBlock) => in_block = false,
            Event::Text(_) if !in_block => {}
            Event::Code(text) | Event::Text(text) => {
                let lines = text.lines().map(|line| line.trim_start_matches("$ ").trim_start());
                let typed = lines.filter(|line| line.starts_with("illformed "));
                commands.extend(typed.map(|line| line.split(" #").next().unwrap_or_default().to_owned()));
            }
            _ => {}
        }
    }
    commands
}

/// Why `line` cannot be typed: the argument parser refuses it before it comes to `--help`, which goes where it is still
/// illformed's.
fn refusal(line: &str) -> Option<String> {
    let Some(mut words) = shlex::split(line) else {
        return Some(format!("{line}: no words of a shell"));
    };
    let end = words.iter().position(|word| word == "--").unwrap_or(words.len());
    words.insert(end, "--help".to_owned());
    let error = command().try_get_matches_from(words).err().filter(|error| error.exit_code() != 0);
    error.map(|error| format!("{line}: {error}"))
}

#[test]
fn every_command_in_the_documents_is_one_that_the_program_takes() {
    let documents = documents();
    let commands: BTreeSet<String> = documents.iter().flat_map(commands).collect();
    assert!(commands.len() > 50, "{}", commands.len());
    let refusals: Vec<String> = commands.iter().filter_map(|line| refusal(line)).collect();
    assert!(refusals.is_empty(), "{}", refusals.join("\n"));
}
