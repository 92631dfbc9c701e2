//! Hex that ids and comments quote.

use illformed::search::promote::{LooseForm, LooseInput};

/// What `text` quotes and `input` does not have, as it is written: bytes as pairs of upper-case hex digits (`C0 AF`),
/// numbers in any form, whole or cut (`U+002F`), and ranges of both (`80..BF`). Two decimal digits alone are a count, unless
/// they can only be a continuation byte.
pub(crate) fn absent(text: &str, input: &LooseInput<'_>) -> Vec<String> {
    let bytes = spaced(&input.bytes());
    let mut absent = Vec::new();
    let mut run: Vec<&str> = Vec::new();
    // The last, empty word ends the last run.
    for word in text.split(' ').chain([""]) {
        let bare = word.trim_matches(|c: char| "(),;:.'".contains(c));
        let is_byte = byte(bare).is_some();
        run.extend(is_byte.then_some(bare));
        // Punctuation ends a run too.
        if !is_byte || !word.ends_with(bare) {
            let quote = std::mem::take(&mut run).join(" ");
            let is_count = quote.len() == 2 && quote.as_str() < "80" && quote.parse::<u8>().is_ok();
            if !is_count && !bytes.contains(&quote) {
                absent.push(quote);
            }
        }
        let (first, last) = bare.split_once("..").unwrap_or((bare, bare));
        let is_there = match (byte(first), byte(last), number(first), number(last)) {
            (Some(first), Some(last), ..) if !is_byte => {
                (first..=last).all(|one| bytes.contains(&spaced(&[one])))
            }
            (.., Some(first), Some(last)) => (first..=last).all(|one| names_part_of(input, one)),
            _ => true,
        };
        if !is_there {
            absent.push(bare.to_owned());
        }
    }
    absent
}

/// The quotes of an id, which has only lower case: `e0-a0-before-22` quotes E0 A0. A word without digits is English.
pub(crate) fn absent_of_id(slug: &str, input: &LooseInput<'_>) -> Vec<String> {
    let upper = |word: &str| {
        if word.bytes().any(|byte| byte.is_ascii_digit()) { word.to_uppercase() } else { word.to_owned() }
    };
    absent(&slug.split('-').map(upper).collect::<Vec<_>>().join(" "), input)
}

/// Whether a comment may name `number`: it is in the input, a byte is that number in Latin-1, or ill-formed input has its
/// last six bits, which are the last byte of every form, of its rest without the lead, and of its pair of surrogates.
fn names_part_of(input: &LooseInput<'_>, number: u64) -> bool {
    let has_byte = |wanted: u64| input.segments.iter().flatten().any(|byte| u64::from(*byte) == wanted);
    let is_ill_formed = || input.events.iter().any(|event| event.error_kind().is_some());
    has_number(input, number) || has_byte(number) || (is_ill_formed() && has_byte(0x80 | number & 0x3F))
}

/// Whether `number` is in the input in some form, or the beginning of one.
fn has_number(input: &LooseInput<'_>, number: u64) -> bool {
    let may_be = |form: &LooseForm| {
        let unknown = 6 * (form.announced - form.have);
        form.value >> unknown == number >> unknown
    };
    input.forms.iter().any(may_be)
}

fn spaced(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02X}")).collect::<Vec<_>>().join(" ")
}

fn byte(word: &str) -> Option<u8> {
    let is_byte = word.len() == 2 && word.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'A'..=b'F'));
    is_byte.then(|| u8::from_str_radix(word, 16).ok())?
}

fn number(word: &str) -> Option<u64> {
    u64::from_str_radix(word.strip_prefix("U+")?, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use illformed_vectors::Input;

    #[test]
    fn only_quotes_that_the_bytes_do_not_have_are_absent() {
        // The text, the bytes, and what is absent.
        let all = const_hex::encode((0x80..=0xBE).collect::<Vec<u8>>());
        let leads = |leads: std::ops::Range<u8>| {
            const_hex::encode(leads.flat_map(|lead| [lead, 0x20]).collect::<Vec<u8>>())
        };
        let (leads_of_two, leads_of_five) = (leads(0xC0..0xDF), leads(0xF8..0xFB));
        let table: [(&str, &str, &[&str]); 23] = [
            ("C0 AF, then U+0041", "c0af41", &[]),
            ("C0 AF, then U+0041", "c0ae42", &["C0 AF", "U+0041"]),
            ("C0, AF", "c041af", &[]),
            ("63 spaces, a stray 80", "20", &["80"]),
            ("2F 0C AE", "f20cae", &["2F 0C AE"]),
            ("40 41", "41", &["40 41"]),
            ("40 times", "41", &[]),
            ("each of C2..C4 (twice)", "c2c3", &["C2..C4"]),
            ("all of U+0041..U+0043", "414243", &[]),
            ("all of U+0041..U+0043", "4143", &["U+0041..U+0043"]),
            ("U+002F in four bytes", "f08080af", &[]),
            ("U+20AC, cut", "e282", &[]),
            ("U+20AC, cut", "e283", &["U+20AC"]),
            ("the last byte of U+20AC", "ac", &[]),
            ("the last byte of U+20AC", "41ab", &["U+20AC"]),
            ("a pair of surrogates, U+103FF in UTF-16", "eda080edbfbf", &[]),
            ("U+00A3; in Latin-1 U+00C2 U+00A3", "c2a3", &[]),
            ("U+FDEF, the last of the block", "efb79f", &["U+FDEF"]),
            ("a CR and DEL, by RFC 2279", "0d7f", &[]),
            // Each is wrong in a set of test data that somebody published, and so is that of U+FDEF.
            ("E0 A0, then U+0061", "e08061", &["E0 A0"]),
            ("all continuation bytes 80..BF", &all, &["80..BF"]),
            ("all leads C0..DF, each before a space", &leads_of_two, &["C0..DF"]),
            ("all leads F8..FB, each before a space", &leads_of_five, &["F8..FB"]),
        ];
        let absent_of = |text: &str, bytes: &str, find: fn(&str, &LooseInput<'_>) -> Vec<String>| {
            let input = Input::Bytes(const_hex::decode(bytes).unwrap());
            find(text, &LooseInput::of(&input))
        };
        for (comment, bytes, expected) in table {
            assert_eq!(absent_of(comment, bytes, absent), expected, "{comment}");
        }
        let table: [(&str, &str, &[&str]); 4] = [
            ("e0-a0-before-22", "e0a022", &[]),
            ("e0-a0-before-22", "e0a1", &["E0 A0"]),
            ("line-feed-to-be", "0a", &[]),
            ("c1-after-64-ascii", "c0", &["C1"]),
        ];
        for (slug, bytes, expected) in table {
            assert_eq!(absent_of(slug, bytes, absent_of_id), expected, "{slug}");
        }
    }
}
