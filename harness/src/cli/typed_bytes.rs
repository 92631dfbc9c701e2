//! Bytes as they are typed on a command line.

use crate::ask::nearest::did_you_mean;
use crate::cli::error::CliError;
use crate::search::black_box::bytes_of_text;
use illformed_judge::shown::quoted;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// The most bytes that are read: beyond a few hundred only counts are shown, and they have to be there at once.
/// What is typed is not held to it: systems allow less for an argument.
const LIMIT: u64 = 1 << 20;

/// The forms that [`read`] takes; every message of what was typed wrongly ends with them.
const FORMS: &str = r"forms: C0 80, 'a\xC0\x80', %C0%80, U+D800, @FILE, -";

/// The bytes that `words`, typed for `what`, write: one of the forms of [`bytes_of_text`], `-` for standard input, or `@FILE`
/// for a file.
pub(crate) fn read(what: &str, words: &[String]) -> Result<Vec<u8>, CliError> {
    let wrong = |error: String| CliError::Usage(format!("{what}: {error}\n{FORMS}"));
    match words {
        [word] if word == "-" => all_of(Ok(io::stdin().lock()), Path::new("standard input")),
        [word] if word == "@" => Err(wrong("name a file after `@`".to_owned())),
        [word] if word.starts_with('@') => read_file(Path::new(&word[1..])),
        words => {
            let text = words.join(" ");
            if let Some(inner) = quoted_literal(&text) {
                let advice = format!("leave out the quotes of the literal: {}", quoted(inner));
                return Err(wrong(format!("{advice}; a quote that is meant is \\x22 or \\x27")));
            }
            bytes_of_text(&text).map_err(|error| wrong(error + &advice(&text)))
        }
    }
}

/// What is between the quotes of `text`, if it is a literal of a programming language, such as `b"\xC0\x80"`.
fn quoted_literal(text: &str) -> Option<&str> {
    let prefixes = ["b", "B", "br", "rb", "c", "u8", ""];
    let literals = prefixes.into_iter().filter_map(|prefix| text.strip_prefix(prefix));
    let mut inner = literals.flat_map(|literal| {
        let of_quote = |quote| literal.strip_prefix(quote)?.strip_suffix(quote);
        ['"', '\''].into_iter().filter_map(of_quote)
    });
    inner.next()
}

/// What to type instead of `text`, which is not bytes; empty where that is not known.
fn advice(text: &str) -> String {
    if Path::new(text).is_file() {
        return did_you_mean(&[&format!("@{text}")]);
    }
    if text.contains('\\') {
        return String::new();
    }
    let mut escaped = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('x') {
        let digits = rest.as_bytes().get(at + 1..at + 3);
        let is_escape = digits.is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit));
        // `0x` needs no backslash.
        let is_escape = is_escape && !rest[..at].ends_with('0');
        let (before, behind) = rest.split_at(at);
        let (escape, behind) = behind.split_at(if is_escape { 3 } else { 1 });
        escaped = escaped + before + if is_escape { "\\" } else { "" } + escape;
        rest = behind;
    }
    escaped.push_str(rest);
    if escaped == text {
        return String::new();
    }
    format!("; a shell removes `\\` outside quotes, so type {}", quoted(&escaped))
}

/// The bytes in the file `path`.
pub(crate) fn read_file(path: &Path) -> Result<Vec<u8>, CliError> {
    all_of(File::open(path), path)
}

/// What is to be read from `source`, which is called `path`, if it is not more than [`LIMIT`].
fn all_of(source: io::Result<impl Read>, path: &Path) -> Result<Vec<u8>, CliError> {
    let mut bytes = Vec::new();
    let read = source.and_then(|source| source.take(LIMIT + 1).read_to_end(&mut bytes));
    read.map_err(|source| CliError::File { path: path.to_owned(), source })?;
    if bytes.len() as u64 > LIMIT {
        return Err(CliError::Usage(format!(
            "{}: more than {LIMIT} bytes, the most that are read; give it the part that matters, such as\n\
             `tail -c +OFFSET FILE | head -c LENGTH`, and `-` for the bytes",
            path.display()
        )));
    }
    Ok(bytes)
}
