//! README, guides and the other documents of the repository, taken apart as a forge reads them.

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};
use std::fs;
use std::path::{Path, PathBuf};

pub(crate) struct Document {
    /// Its path from the root of the repository, with slashes.
    pub(crate) path: String,
    pub(crate) text: String,
}

pub(crate) struct Block {
    /// The first word after the fence; empty for an indented block.
    pub(crate) language: String,
    /// The second one: the file that the block is about.
    pub(crate) file: String,
    pub(crate) text: String,
}

pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

impl Document {
    pub(crate) fn read(path: &str) -> Self {
        let text = fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
        Self { path: path.to_owned(), text: text.replace("\r\n", "\n") }
    }

    pub(crate) fn events(&self) -> impl Iterator<Item = Event<'_>> {
        Parser::new_ext(&self.text, Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH)
    }

    pub(crate) fn blocks(&self) -> Vec<Block> {
        let (mut blocks, mut is_open) = (Vec::<Block>::new(), false);
        for event in self.events() {
            match event {
                Event::Start(Tag::CodeBlock(kind)) => {
                    let CodeBlockKind::Fenced(info) = kind else { continue };
                    let (language, file) = info.split_once(' ').unwrap_or((&info, ""));
                    let (language, file, text) = (language.to_owned(), file.to_owned(), String::new());
                    blocks.push(Block { language, file, text });
                    is_open = true;
                }
                Event::End(TagEnd::CodeBlock) => is_open = false,
                Event::Text(text) if is_open => blocks[..].last_mut().expect("it is open").text += &text,
                _ => {}
            }
        }
        blocks
    }
}

/// The paths of the Markdown files in that folder of the repository, in order.
pub(crate) fn markdown_files(folder: &str) -> Vec<String> {
    let entries = fs::read_dir(root().join(folder)).unwrap_or_else(|error| panic!("{folder}: {error}"));
    let files = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let pages = files.filter(|file| file.extension().is_some_and(|extension| extension == "md"));
    let names = pages.filter_map(|file| Some(file.file_name()?.to_str()?.to_owned()));
    let mut paths: Vec<String> = names.map(|name| format!("{folder}/{name}")).collect();
    paths.sort();
    paths
}
