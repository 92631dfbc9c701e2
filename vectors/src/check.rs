//! What is wrong with files of vectors beyond what their types refuse.

use crate::error::LoadError;
use crate::file::{Origin, VectorFile};
use crate::id::{VectorId, is_kebab};
use crate::strict_json::pointer_token;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use std::path::Path;

/// What the names of suites and flags are made of.
const KEBAB: &str = "lower-case letters, digits, single hyphens";

/// A file as it was read: its name, its text, what the text says.
pub(crate) type Parsed<'a> = (&'a str, &'a str, VectorFile);

/// What a file by itself has wrong beyond what its types refuse: where, and what.
pub(crate) fn wrong_alone(name: &str, file: &VectorFile) -> Vec<(String, String)> {
    let mut wrong = Vec::new();
    let vectors = file.vectors.len();
    if file.number_of_tests != vectors {
        let reason = format!("`number_of_tests` is {}, and {vectors} vectors follow", file.number_of_tests);
        wrong.push(("/number_of_tests".to_owned(), reason));
    }
    let stem = Path::new(name).file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    if file.group != stem {
        wrong.push(("/group".to_owned(), format!("group `{}` in a file named {stem}", file.group)));
    }
    if !is_kebab(&file.suite) {
        wrong.push(("/suite".to_owned(), format!("`{}` is no name of a suite: {KEBAB}", file.suite)));
    }
    for (flag, note) in &file.notes {
        let mut wrong =
            |key: &str, reason| wrong.push((format!("/notes/{}{key}", pointer_token(flag)), reason));
        if !is_kebab(flag) {
            wrong("", format!("`{flag}` is no flag: {KEBAB}"));
        }
        let addresses = note.links.iter().enumerate();
        let is_address =
            |link: &str| link.starts_with("https://") && link.bytes().all(|byte| byte.is_ascii_graphic());
        for (at, link) in addresses.filter(|(_, link)| !is_address(link)) {
            wrong(&format!("/links/{at}"), format!("`{}` is no https address", link.escape_default()));
        }
        wrong_list("cves", &note.cves, &mut wrong);
    }
    wrong.extend(texts(file).into_iter().filter_map(|(pointer, text)| Some((pointer, wrong_words(text)?))));
    let mut ids = BTreeSet::new();
    for (index, vector) in file.vectors.iter().enumerate() {
        let mut wrong = |key: &str, reason: String| wrong.push((format!("/vectors/{index}{key}"), reason));
        let id = &vector.id;
        if !ids.insert(id) {
            wrong("/id", format!("duplicate id `{id}`"));
        }
        if id.group() != file.group {
            wrong("/id", format!("id `{id}` in group `{}`", file.group));
        }
        if let Err(reason) = vector.check() {
            wrong("", reason);
        }
        if vector.refs.is_empty() {
            wrong("/refs", "`refs` is empty: say where the expectation comes from".to_owned());
        }
        wrong_list("flags", &vector.flags, &mut wrong);
        wrong_list("refs", &vector.refs, &mut wrong);
    }
    wrong
}

/// Tells `wrong` if something stands twice in the `list` under `key`.
fn wrong_list<T: PartialEq + Display>(key: &str, list: &[T], wrong: &mut impl FnMut(&str, String)) {
    if let Some((_, twice)) = list.iter().enumerate().find(|(at, one)| list[..*at].contains(one)) {
        wrong(&format!("/{key}"), format!("`{twice}` stands twice in `{key}`"));
    }
}

/// What somebody wrote in words in a file, each with its pointer.
fn texts(file: &VectorFile) -> Vec<(String, &str)> {
    let mut texts = vec![("/about".to_owned(), &*file.about)];
    if let Origin::Generated(from) = &file.origin {
        texts.push(("/generated".to_owned(), from));
    }
    for (flag, note) in &file.notes {
        let flag = pointer_token(flag);
        texts.push((format!("/notes/{flag}/effect"), &note.effect));
        let unverified = note.unverified.iter().enumerate();
        texts.extend(unverified.map(|(at, one)| (format!("/notes/{flag}/unverified/{at}/why"), &*one.why)));
    }
    for (at, tombstone) in file.tombstones.iter().enumerate() {
        texts.push((format!("/tombstones/{at}/removed_in"), &tombstone.removed_in));
        texts.push((format!("/tombstones/{at}/why"), &tombstone.why));
    }
    for (index, vector) in file.vectors.iter().enumerate() {
        texts.push((format!("/vectors/{index}/comment"), &vector.comment));
        let refs = vector.refs.iter().enumerate();
        texts.extend(refs.map(|(at, one)| (format!("/vectors/{index}/refs/{at}"), &**one)));
    }
    texts
}

/// What is wrong with `text`, if it is not words as the schema has them: printable ASCII, at least one character.
fn wrong_words(text: &str) -> Option<String> {
    if text.is_empty() {
        return Some("no words".to_owned());
    }
    let other = text.chars().find(|c| !matches!(c, ' '..='~'))?;
    let code = u32::from(other);
    Some(format!("U+{code:04X} is not printable ASCII: write such characters by their numbers"))
}

// Ordered maps and sets, here and wherever a fuzz target comes by: a hash with a random key takes other ways through the
// same code on each run, and the choice of seeds goes by the ways.

/// What no file can know alone: names of suites and flags, and ids that are gone.
pub(crate) fn wrong_together(parsed: &[Parsed<'_>]) -> Vec<LoadError> {
    let mut errors = Vec::new();
    let mut wrong = |(name, text, _): &Parsed<'_>, pointer: String, reason: String| {
        errors.push(LoadError::at(name, text, pointer, reason));
    };
    let mut defined: BTreeMap<&str, &str> = BTreeMap::new();
    let all =
        || parsed.iter().flat_map(|source| source.2.vectors.iter().enumerate().map(move |one| (source, one)));
    let used: BTreeSet<&String> = all().flat_map(|(_, (_, vector))| &vector.flags).collect();
    for source @ (name, _, file) in parsed {
        let suite = &parsed[0].2.suite;
        if file.suite != *suite {
            let reason = format!("suite `{}` among files of `{suite}`", file.suite);
            wrong(source, "/suite".to_owned(), reason);
        }
        for flag in file.notes.keys() {
            let pointer = || format!("/notes/{flag}");
            if let Some(other) = defined.insert(flag, name) {
                wrong(source, pointer(), format!("flag `{flag}` is defined in {other} too"));
            }
            if !used.contains(flag) {
                wrong(source, pointer(), format!("flag `{flag}` is used by no vector"));
            }
        }
    }
    let buried: BTreeSet<&VectorId> =
        parsed.iter().flat_map(|(_, _, file)| &file.tombstones).map(|tombstone| &tombstone.id).collect();
    for (source, (index, vector)) in all() {
        let id = &vector.id;
        if buried.contains(id) {
            let reason = format!("id `{id}` belonged to a vector that was removed");
            wrong(source, format!("/vectors/{index}/id"), reason);
        }
        for flag in vector.flags.iter().filter(|flag| !defined.contains_key(flag.as_str())) {
            let reason = format!("flag `{flag}` is defined in no file's notes");
            wrong(source, format!("/vectors/{index}/flags"), reason);
        }
    }
    errors
}
