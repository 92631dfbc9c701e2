//! Inputs as they are typed, with repeats: `41*300 C0 80`, and `(41 | ~)*255 | 80 | .` for calls.

use illformed_judge::explain::parse_bytes;
use illformed_vectors::{Call, Script};

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
    let mut terms =
        text.split(|c: char| c == '+' || c.is_whitespace()).filter(|term| !term.is_empty()).peekable();
    if terms.peek().is_none() {
        return Err(format!("`{text}`: nothing to add"));
    }
    for term in terms {
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
/// show them, `(41 | ~)*255 | 80 | .`, with or without `calls` in front. A call after a finish begins anew, as after `~`.
/// Fails, in words, for anything else, and for more than 16 MiB.
///
/// ```
/// use illformed::search::black_box::script_of_text;
///
/// let script = script_of_text("f09f 9880 .").unwrap();
/// assert_eq!(script_of_text("calls F0 9F | 98 80 | ."), Ok(script));
/// assert_eq!(script_of_text("41 . 42"), script_of_text("41 . ~ 42"));
/// ```
pub fn script_of_text(text: &str) -> Result<Script, String> {
    let text = text.trim();
    let text = text.strip_prefix("calls ").unwrap_or(text);
    let has_bars = text.contains('|');
    let text = text.replace('(', " ( ").replace(")*", " )*").replace('|', " | ");
    let mut calls: Vec<Call> = Vec::new();
    let mut groups = Vec::new();
    let mut previous = "|";
    for word in text.split_whitespace() {
        match word {
            "|" if previous == "|" => return Err(format!("no call before or after a `|`; {CALLS}")),
            "|" => {}
            "(" => groups.push(calls.len()),
            "-" => calls.push(Call::Feed(Vec::new())),
            "." => calls.push(Call::Finish),
            "~" => calls.push(Call::Reset),
            _ => match (word.strip_prefix(")*"), calls.last_mut()) {
                (Some(times), _) => {
                    let group = groups.pop().ok_or("`)*N` without `(`")?;
                    repeat(&mut calls, group, number(times)?)?;
                }
                (None, Some(Call::Feed(bytes))) if has_bars && !previous.starts_with(NO_CHUNK) => {
                    bytes.extend(chunk(word)?);
                }
                (None, _) => calls.push(Call::Feed(chunk(word)?)),
            },
        }
        previous = word;
    }
    if !groups.is_empty() {
        return Err("`(` without `)*N`".to_owned());
    }
    // Nothing but a reset can be meant between a finish and another call.
    let mut begun_anew: Vec<Call> = Vec::new();
    for call in calls {
        if begun_anew.last() == Some(&Call::Finish) && call != Call::Reset {
            begun_anew.push(Call::Reset);
        }
        begun_anew.push(call);
    }
    Script::new(begun_anew).map_err(|error| format!("{error}; {CALLS}"))
}

/// What the words begin with that are not bytes of a chunk.
const NO_CHUNK: [char; 6] = ['|', '(', ')', '-', '.', '~'];

/// Repeats the calls from number `group` on, so that they stand there so many times.
fn repeat(calls: &mut Vec<Call>, group: usize, times: usize) -> Result<(), String> {
    let size = |calls: &[Call]| calls.iter().map(|call| 1 + call.fed().len()).sum::<usize>();
    let unit = calls.split_off(group);
    // Nothing is no more when it is repeated, and takes as long as it is told to.
    if unit.is_empty() {
        return Ok(());
    }
    if size(&unit).saturating_mul(times).saturating_add(size(calls)) > MOST_BYTES {
        return Err(too_long());
    }
    calls.extend((0..times).flat_map(|_| unit.iter().cloned()));
    Ok(())
}

/// The bytes of one call, as hex or with repeats.
fn chunk(text: &str) -> Result<Vec<u8>, String> {
    let wrong = |error| format!("`{text}`: {error}; {CALLS}");
    if text.contains(['*', '+']) {
        return bytes_of_text(text).map_err(wrong);
    }
    if let Some(stranger) = text.chars().find(|c| !c.is_ascii_hexdigit()) {
        return Err(wrong(format!("`{}` is not a hex digit", stranger.escape_default())));
    }
    const_hex::decode(text).map_err(|_| wrong("half a byte".to_owned()))
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
