//! Inputs as they are typed, with repeats: `41*300 C0 80`, and `(41 | ~)*255 | 80 | .` for calls.

use illformed_judge::explain::parse_bytes;
use illformed_vectors::{Script, ScriptError};
use std::fmt::Write;

/// The longest input that may be typed, in bytes.
const MOST_BYTES: usize = 16 << 20;

/// Stands for `U+`, the plus of which joins nothing, while the text is split; no text of bytes has it.
const CODE_POINT: &str = "\0";

/// What may stand in a script.
const CALLS: &str = "a call is hex (a chunk), `-` (an empty chunk), `.` (finish) or `~` (reset)";

/// The bytes that `text` writes: hex or escapes as [`parse_bytes`] takes them, or with repeats as reports show them,
/// `41*300 C0 80`; `+` may stand for a blank. Fails, in words, for anything else, and for more than 16 MiB.
///
/// ```
/// use illformed::search::black_box::bytes_of_text;
///
/// assert_eq!(bytes_of_text("41*3 C0 80"), Ok(b"AAA\xC0\x80".to_vec()));
/// assert_eq!(bytes_of_text("c080*2+41"), Ok(b"\xC0\x80\xC0\x80A".to_vec()));
/// assert_eq!(bytes_of_text("c0 80"), Ok(b"\xC0\x80".to_vec()));
/// assert_eq!(bytes_of_text("41+U+D800*2"), Ok(b"A\xED\xA0\x80\xED\xA0\x80".to_vec()));
/// assert!(bytes_of_text("41*").is_err());
/// ```
pub fn bytes_of_text(text: &str) -> Result<Vec<u8>, String> {
    // Between escapes everything stands for itself.
    if text.contains(['\\', '%']) || !text.contains(['*', '+']) {
        return parse_bytes(text).map_err(|error| error.to_string());
    }
    let mut bytes = Vec::new();
    let text = text.replace("U+", CODE_POINT).replace("u+", CODE_POINT);
    for term in text.split(|c: char| c == '+' || c.is_whitespace()).filter(|term| !term.is_empty()) {
        let term = term.replace(CODE_POINT, "U+");
        let (unit, times) = match term.split_once('*') {
            Some((unit, times)) => (unit, number(times)?),
            None => (term.as_str(), 1),
        };
        let unit = parse_bytes(unit).map_err(|error| error.to_string())?;
        if unit.len().saturating_mul(times).saturating_add(bytes.len()) > MOST_BYTES {
            return Err(too_long());
        }
        bytes.extend(unit.repeat(times));
    }
    Ok(bytes)
}

/// The script that `text` writes: a word for each call, which is hex of either case, `-`, `.` or `~`; or with repeats as in
/// `(41*300 ~)*255 80 .`. Where a `|` separates calls, blanks separate the bytes of one, so that scripts are read as reports
/// show them, `(41 | ~)*255 | 80 | .`, with or without `calls` in front. A call after a finish begins anew, as after `~`. Fails, in words, for anything else, and for more than 16 MiB.
///
/// ```
/// use illformed::search::black_box::script_of_text;
///
/// let script = script_of_text("f09f 9880 .").unwrap();
/// assert_eq!(script_of_text("calls F0 9F | 98 80 | ."), Ok(script));
/// assert_eq!(script_of_text("41 . 42"), script_of_text("41 . ~ 42"));
/// ```
pub fn script_of_text(text: &str) -> Result<Script, String> {
    let text = calls_as_words(text)?;
    let mut words = String::new();
    let mut rest = text.as_str();
    while !rest.is_empty() {
        let (group, times, behind) = if let Some(inner) = rest.strip_prefix('(') {
            let (group, behind) = inner.split_once(")*").ok_or("`(` without `)*N`")?;
            let end = behind.find(' ').unwrap_or(behind.len());
            (group, number(&behind[..end])?, &behind[end..])
        } else {
            let end = rest.find(' ').unwrap_or(rest.len());
            (&rest[..end], 1, &rest[end..])
        };
        let group: Vec<String> = group.split_whitespace().map(word).collect::<Result<_, _>>()?;
        let group = group.join(" ");
        if (group.len() + 1).saturating_mul(times).saturating_add(words.len()) > 2 * MOST_BYTES {
            return Err(too_long());
        }
        for _ in 0..times {
            let _ = write!(words, "{}{group}", if words.is_empty() { "" } else { " " });
        }
        rest = behind.strip_prefix(' ').unwrap_or(behind);
    }
    begun_anew(&words).parse().map_err(|error: ScriptError| format!("{error}; {CALLS}"))
}

/// `words` with a reset before each call that follows a finish: nothing else can be meant.
fn begun_anew(words: &str) -> String {
    let mut text = String::new();
    let mut is_finished = false;
    for word in words.split(' ') {
        if is_finished && word != "~" {
            text.push_str(" ~");
        }
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(word);
        is_finished = word == ".";
    }
    text
}

/// `text` without `calls` in front, a word for each call, and one blank between words. Where it has a `|`, the bytes between
/// two of them are one call.
fn calls_as_words(text: &str) -> Result<String, String> {
    let text = text.trim();
    let text = text.strip_prefix("calls ").unwrap_or(text);
    let mut words: Vec<String> = Vec::new();
    if !text.contains('|') {
        words.extend(text.split_whitespace().map(str::to_owned));
        return Ok(words.join(" "));
    }
    // A bar at the end says that nothing came yet after the call before it.
    let text = text.strip_suffix('|').unwrap_or(text);
    for part in text.split('|').map(str::trim) {
        let (opening, inner) = part.strip_prefix('(').map_or(("", part), |inner| ("(", inner));
        let (inner, closing) = inner.split_at(inner.find(")*").unwrap_or(inner.len()));
        let typed: Vec<&str> = inner.split_whitespace().collect();
        if typed.is_empty() {
            return Err(format!("no call before or after a `|`; {CALLS}"));
        }
        let calls = typed.chunk_by(|one, next| is_of_bytes(one) && is_of_bytes(next));
        let calls: Vec<String> = calls.map(one_word).collect();
        words.push(format!("{opening}{}{closing}", calls.join(" ")));
    }
    Ok(words.join(" "))
}

/// Whether `word` stands for bytes of a call, and for no call of its own.
fn is_of_bytes(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_hexdigit() || matches!(byte, b'*' | b'+'))
}

/// The words for the bytes of a call as one.
fn one_word(words: &[&str]) -> String {
    let has_repeats = words.iter().any(|word| word.contains('*'));
    words.join(if has_repeats { "+" } else { "" })
}

/// One call of [`Script`], with repeated bytes written out.
fn word(text: &str) -> Result<String, String> {
    if matches!(text, "-" | "." | "~") {
        return Ok(text.to_owned());
    }
    let wrong = |error| format!("`{text}`: {error}; {CALLS}");
    if text.contains(['*', '+']) {
        return bytes_of_text(text).map(const_hex::encode).map_err(wrong);
    }
    if let Some(stranger) = text.chars().find(|c| !c.is_ascii_hexdigit()) {
        return Err(wrong(format!("`{}` is not a hex digit", stranger.escape_default())));
    }
    if !text.len().is_multiple_of(2) {
        return Err(wrong("half a byte".to_owned()));
    }
    Ok(text.to_ascii_lowercase())
}

fn number(text: &str) -> Result<usize, String> {
    text.parse().map_err(|_| format!("`{}` is not a number of repeats", text.escape_default()))
}

fn too_long() -> String {
    format!("more than {} MiB", MOST_BYTES >> 20)
}

#[cfg(test)]
mod tests {
    use super::*;
    use illformed_judge::shown::{shown_bytes, shown_calls};
    use illformed_vectors::Call;
    use proptest::prelude::*;

    #[test]
    fn what_was_typed_wrongly_is_named() {
        let wrong = |text: &str, calls: bool| {
            let read = if calls { script_of_text(text).map(drop) } else { bytes_of_text(text).map(drop) };
            read.unwrap_err()
        };
        for (text, calls, reason) in [
            ("41*x", false, "`x` is not a number of repeats"),
            ("41*99999999", false, "more than 16 MiB"),
            ("4*3", false, "character 0: `4` has half a byte"),
            ("(41 ~", true, "`(` without `)*N`"),
            ("(41 ~)*99999999", true, "more than 16 MiB"),
        ] {
            assert_eq!(wrong(text, calls), reason, "{text}");
        }
        for (text, reason) in [
            ("", "a script needs at least one call"),
            ("41 zz", "`zz`: `z` is not a hex digit"),
            ("41 4", "`4`: half a byte"),
            ("41 | | .", "no call before or after a `|`"),
            ("| 41", "no call before or after a `|`"),
            ("41*x .", "`41*x`: `x` is not a number of repeats"),
        ] {
            assert_eq!(wrong(text, true), format!("{reason}; {CALLS}"), "{text}");
        }
    }

    #[test]
    fn a_script_is_read_as_reports_show_it() {
        for (text, script) in [
            ("F0 9F 98 80 .", "f0 9f 98 80 ."),
            ("  F09f   9880 .", "f09f 9880 ."),
            ("F0 | 9F80", "f0 9f80"),
            ("F0 9F | 98 80 | .", "f09f 9880 ."),
            ("calls F0 9F | 98 80 | .", "f09f 9880 ."),
            ("calls c3 a9 .", "c3 a9 ."),
            ("E2 82 |", "e282"),
            ("C3 | - | A9 . | ~ | 41", "c3 - a9 . ~ 41"),
            ("(41 | ~)*2 | 80 BF | .", "41 ~ 41 ~ 80bf ."),
            ("(C3 A9 | ~)*2 | 41*3 C2 | .", "c3a9 ~ c3a9 ~ 414141c2 ."),
            ("(C3 A9)*2 |", "c3a9 c3a9"),
        ] {
            assert_eq!(
                script_of_text(text).map(|script| script.to_string()),
                Ok(script.to_owned()),
                "{text}"
            );
        }
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_again(
            parts in prop::collection::vec((prop::collection::vec(any::<u8>(), 0..5), 1_usize..40), 0..4),
            resets in 0_usize..30,
        ) {
            let bytes: Vec<u8> = parts.iter().flat_map(|(unit, times)| unit.repeat(*times)).collect();
            prop_assert_eq!(bytes_of_text(&shown_bytes(&bytes)), Ok(bytes.clone()));
            let mut calls = vec![Call::Feed(bytes)];
            for (unit, _) in &parts {
                (0..resets).for_each(|_| calls.extend([Call::Feed(unit.clone()), Call::Finish, Call::Reset]));
            }
            if let Ok(script) = Script::new(calls) {
                prop_assert_eq!(script_of_text(&shown_calls(&script)), Ok(script));
            }
        }
    }
}
