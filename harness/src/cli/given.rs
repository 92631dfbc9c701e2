//! Inputs that are typed on a command line, the same for every command that takes them.

use crate::ask::nearest::did_you_mean;
use crate::cli::error::CliError;
use crate::cli::files::bytes_from;
use crate::cli::help::INPUTS;
use crate::search::black_box::{bytes_of_text, script_of_text};
use clap::{ArgMatches, Args, Command, Error, FromArgMatches};
use illformed_judge::shown::quoted;
use illformed_vectors::Input;
use std::collections::BTreeMap;
use std::fmt;
use std::fs::File;
use std::io;
use std::path::Path;

/// An input as it was typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TypedInput {
    /// The words after `--bytes`.
    Bytes(Vec<String>),
    /// After `--calls`.
    Calls(String),
}

impl TypedInput {
    /// The input that it is. Fails with what was typed and what is wrong with it.
    pub fn input(&self) -> Result<Input, CliError> {
        match self {
            Self::Bytes(words) => read_bytes(&self.to_string(), words).map(Input::Bytes),
            Self::Calls(text) => script_of_text(text)
                .map(Input::Calls)
                .map_err(|error| CliError::Usage(format!("{self}: {error}"))),
        }
    }
}

impl fmt::Display for TypedInput {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bytes(words) => write!(formatter, "--bytes {}", words.join(" ")),
            Self::Calls(text) => write!(formatter, "--calls {text}"),
        }
    }
}

/// All of `--bytes` and `--calls`, in the order in which they are typed: a sequence depends on it.
#[derive(Debug, Default)]
pub struct GivenArguments {
    pub inputs: Vec<TypedInput>,
}

#[derive(Debug, Args)]
struct Typed {
    /// Take these bytes as input, such as C0 80; repeatable.
    ///
    /// They are written as for `illformed ask`: `C0 80`, `c080`, `'a\xC0\x80'`, `%C0%80`, `0xC0,0x80`, `U+D800`, `@FILE`
    /// or `-`. `41*300 C0 80` means 300 times 41, then C0 80. Several --bytes and --calls are asked in the order in which they
    /// are typed, in one process. With `illformed fuzz` they reproduce a finding: nothing is generated or shrunk.
    #[arg(long, value_name = "BYTES", num_args = 1.., help_heading = INPUTS)]
    bytes: Vec<String>,
    /// Take this script of calls as input; repeatable.
    ///
    /// Hex feeds a chunk, `-` an empty chunk, `.` ends the input, `~` resets the decoder: 'c3 - a9 . ~ 41 .'
    /// `(41 ~)*255` repeats these calls 255 times. Scripts as reports print them are read too: 'C3 | A9 | .', '(41 | ~)*255 | .'
    #[arg(long, visible_alias = "script", value_name = "SCRIPT", allow_hyphen_values = true, help_heading = INPUTS)]
    calls: Vec<String>,
}

impl FromArgMatches for GivenArguments {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let mut inputs = BTreeMap::new();
        for name in ["bytes", "calls"] {
            // Each time that the option is typed has the place of its last word.
            let mut places = matches.indices_of(name).into_iter().flatten();
            for words in matches.get_occurrences::<String>(name).into_iter().flatten() {
                let words: Vec<String> = words.cloned().collect();
                let place = places.nth(words.len() - 1);
                let is_bytes = name == "bytes";
                let given =
                    if is_bytes { TypedInput::Bytes(words) } else { TypedInput::Calls(words.concat()) };
                inputs.insert(place, given);
            }
        }
        Ok(Self { inputs: inputs.into_values().collect() })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Args for GivenArguments {
    fn augment_args(command: Command) -> Command {
        Typed::augment_args(command)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Typed::augment_args_for_update(command)
    }
}

/// The most bytes that are read: beyond a few hundred only counts are shown, and they have to be there at once.
/// What is typed is not held to it: systems allow less for an argument.
const LIMIT: u64 = 1 << 20;

/// The forms that [`read_bytes`] takes; every message of what was typed wrongly ends with them.
const FORMS: &str = r"forms: C0 80, 'a\xC0\x80', %C0%80, U+D800, @FILE, -";

/// The bytes that `words`, typed for `what`, write: one of the forms of [`bytes_of_text`], `-` for standard input, or `@FILE`
/// for a file.
pub(crate) fn read_bytes(what: &str, words: &[String]) -> Result<Vec<u8>, CliError> {
    let wrong = |error: String| CliError::Usage(format!("{what}: {error}\n{FORMS}"));
    match words {
        [word] if word == "-" => bytes_from(Path::new("standard input"), Ok(io::stdin().lock()), LIMIT),
        [word] if word == "@" => Err(wrong("name a file after `@`".to_owned())),
        words => {
            let text = words.join(" ");
            if let Some(path) = text.strip_prefix('@').map(Path::new) {
                return bytes_from(path, File::open(path), LIMIT);
            }
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
    let quote = text.chars().next_back().filter(|end| ['"', '\''].contains(end))?;
    let (prefix, inner) = text[..text.len() - 1].split_once(quote)?;
    ["b", "B", "br", "rb", "c", "u8", ""].contains(&prefix).then_some(inner)
}

/// What to type instead of `text`, which is not bytes; empty where that is not known.
fn advice(text: &str) -> String {
    if Path::new(text).is_file() {
        return did_you_mean(&[&format!("@{text}")]);
    }
    if text.contains('\\') {
        return String::new();
    }
    let escaped = text.replace('x', r"\x");
    if escaped == text || bytes_of_text(&escaped).is_err() {
        return String::new();
    }
    format!("; a shell removes `\\` outside quotes, so type {}", quoted(&escaped))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inputs_keep_the_order_in_which_they_were_typed() {
        let command = GivenArguments::augment_args(Command::new("fuzz"));
        let words = ["fuzz", "--calls", "c3 .", "--bytes", "41", "C0", "--calls", "- .", "--bytes", "42"];
        let matches = command.try_get_matches_from(words).unwrap();
        let given = GivenArguments::from_arg_matches(&matches).unwrap();
        let typed: Vec<String> = given.inputs.iter().map(TypedInput::to_string).collect();
        assert_eq!(typed, ["--calls c3 .", "--bytes 41 C0", "--calls - .", "--bytes 42"]);
        assert_eq!(given.inputs[1].input().unwrap(), Input::Bytes(b"A\xC0".to_vec()));
    }
}
