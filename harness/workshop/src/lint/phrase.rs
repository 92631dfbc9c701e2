//! What a comment says in words.

use crate::lint::loose::may_be;
use crate::lint::quote::value;
use illformed::search::promote::{LooseForm, LooseInput};
use illformed_codec::{ErrorKind, Event};

/// What is not true in the words of `comment`.
pub(crate) fn faults(comment: &str, input: &LooseInput<'_>) -> Vec<String> {
    let mut faults = Vec::new();
    // What is said of one thing does not reach over a comma.
    for clause in comment.split([',', ';', ':']) {
        let words: Vec<&str> = clause.split(' ').filter(|word| !word.is_empty()).collect();
        for (at, word) in words.iter().enumerate() {
            let next = words.get(at + 1).copied().unwrap_or_default();
            let fault = match *word {
                "overlong" => (!overlong(input)).then(|| "there is no overlong form".to_owned()),
                "truncated" | "cut" => {
                    (!cut(input)).then(|| "there is no lead that announces more than follows".to_owned())
                }
                "stray" => (!input.has(ErrorKind::UnexpectedContinuation))
                    .then(|| "there is no continuation byte without a lead".to_owned()),
                "in" => match (length(next), words.get(at + 2)) {
                    (Some(len), Some(&("byte" | "bytes"))) => {
                        let said = words[..at].iter().rev().find_map(|word| value(word));
                        said.filter(|value| !written_in(input, *value, len))
                            .map(|value| format!("{value:04X} is not in it in {next} bytes"))
                    }
                    _ => None,
                },
                "under" => lead(next).and_then(|lead| edge_of_lead(&words[..at], lead, input)),
                "first" | "last" => {
                    length_adjective(next).and_then(|len| edge_of_length(word, len, &words[at..], input))
                }
                word => length_adjective(word)
                    .filter(|len| !announced(input, *len))
                    .map(|_| format!("there is no {word} form")),
            };
            faults.extend(fault);
        }
    }
    faults
}

fn overlong(input: &LooseInput<'_>) -> bool {
    let overlong = |event: &Event| event.error_kind() == Some(ErrorKind::Overlong);
    input.all_events().chain(input.old_events.iter().flatten()).any(overlong)
}

/// A lead with less behind it than it announces, an overlong one and one of five bytes too.
fn cut(input: &LooseInput<'_>) -> bool {
    input.all_forms().any(LooseForm::is_cut)
}

fn announced(input: &LooseInput<'_>, len: u32) -> bool {
    input.all_forms().any(|form| form.announced == len)
}

fn written_in(input: &LooseInput<'_>, value: u64, len: u32) -> bool {
    input.all_forms().any(|form| form.announced == len && may_be(form, value))
}

fn length(word: &str) -> Option<u32> {
    let words = ["one", "two", "three", "four", "five", "six", "seven", "eight"];
    words.iter().position(|known| *known == word).map(|at| at as u32 + 1)
}

/// The length of `two-byte`.
fn length_adjective(word: &str) -> Option<u32> {
    length(word.strip_suffix("-byte")?)
}

/// A lead as a comment writes it.
fn lead(word: &str) -> Option<u8> {
    u8::from_str_radix(word, 16).ok().filter(|byte| *byte >= 0xC0 && word.len() == 2)
}

/// `the first two-byte character`, `the last overlong three-byte form`: where the form stands in its row.
fn edge_of_length(edge: &str, len: u32, words: &[&str], input: &LooseInput<'_>) -> Option<String> {
    let what = *words.get(2)?;
    if !matches!(what, "character" | "value") {
        return None;
    }
    let greatest = |len: u32| match len {
        1 => 0x7F_u64,
        _ => (1 << (5 * len + 1)) - 1,
    };
    let wanted = match (edge, len) {
        ("first", 1) => 0,
        ("first", _) => greatest(len - 1) + 1,
        (_, 4) if what == "character" => 0x10_FFFF,
        _ => greatest(len),
    };
    (!written_in(input, wanted, len)).then(|| format!("the {edge} {len}-byte {what} is {wanted:04X}"))
}

/// `the first under C2`, `the last value under F4`: of what a lead can begin.
fn edge_of_lead(before: &[&str], lead: u8, input: &LooseInput<'_>) -> Option<String> {
    let edge = before.iter().rev().take(3).find(|word| matches!(**word, "first" | "last"))?;
    let len = lead.leading_ones() as usize;
    if !(2..=6).contains(&len) {
        return None;
    }
    // What a second byte may be where not every continuation byte is good: that of the standard, or any.
    let (seconds, rest): (&[u8], u8) = match (*edge, lead) {
        ("first", 0xE0) => (&[0xA0], 0x80),
        ("first", 0xF0) => (&[0x90], 0x80),
        ("first", 0xF8) => (&[0x88], 0x80),
        ("first", 0xFC) => (&[0x84], 0x80),
        ("first", _) => (&[0x80], 0x80),
        (_, 0xED) => (&[0x9F, 0xBF], 0xBF),
        (_, 0xF4) => (&[0x8F, 0xBF], 0xBF),
        _ => (&[0xBF], 0xBF),
    };
    let is_there = input.segments.iter().any(|bytes| {
        bytes.windows(len).any(|form| {
            form[0] == lead && seconds.contains(&form[1]) && form[2..].iter().all(|byte| *byte == rest)
        })
    });
    (!is_there).then(|| format!("the {edge} under {lead:02X} is not in it"))
}
