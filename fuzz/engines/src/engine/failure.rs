//! In which way an input fails, so that two that fail alike can be told.

use illformed_codec::Profile;
use illformed_fuzz::property::Property;
use std::cell::RefCell;
use std::panic::{self, PanicHookInfo};
use std::sync::Once;

/// What became of a target that was given an input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FailureKind {
    /// The property does not hold, or what it asks panics.
    Panic,
    Timeout,
    OutOfMemory,
    /// It ended otherwise: a signal, an abort, what the address sanitizer sees.
    Died,
    /// It failed once, and not again.
    NotRepeated,
}

impl FailureKind {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Panic => "fails",
            Self::Timeout => "timed-out",
            Self::OutOfMemory => "out-of-memory",
            Self::Died => "died",
            Self::NotRepeated => "not-repeated",
        }
    }
}

/// How an input failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Failure {
    pub(crate) kind: FailureKind,
    /// What was said of it, with all numbers; without the property's name and the input's bytes.
    pub(crate) what: String,
    /// The same without what differs from input to input: two inputs that show one fault have the same.
    pub(crate) class: String,
    /// The decoder or reader that differs, if the words name one.
    pub(crate) decoder: Option<String>,
}

impl Failure {
    /// A panic with this message, at this `file:line`.
    pub(crate) fn panic(message: &str, place: &str) -> Self {
        // What a property says of itself, as opposed to what went wrong in what it asks.
        let said = message.split_once(" does not hold for ").and_then(|(_, rest)| rest.split_once(": "));
        match said {
            Some((_, what)) => Self {
                kind: FailureKind::Panic,
                what: what.to_owned(),
                class: class_of(what),
                decoder: decoder_of(what),
            },
            None => Self {
                kind: FailureKind::Panic,
                what: format!("panic at {place}: {message}"),
                class: format!("panic at {place}: {}", class_of(message)),
                decoder: None,
            },
        }
    }

    /// A failure of another kind, of which no more is known than this.
    pub(crate) fn other(kind: FailureKind, what: &str) -> Self {
        Self { kind, what: what.to_owned(), class: class_of(what), decoder: None }
    }
}

/// `what` without the profile that it begins with, its numbers, texts and lists: a fault shows under several profiles and
/// in many lists. Each number, each byte in hex, each quoted text is `#`, and several of them are one.
pub(crate) fn class_of(what: &str) -> String {
    let mut class = String::new();
    let mut rest = without_profile(what).1;
    while let Some(first) = rest.chars().next() {
        let len = match first {
            '"' => quoted_len(rest),
            '\'' => character_len(rest),
            '[' => list_len(rest),
            c if c.is_alphanumeric() || c == '_' => {
                rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len())
            }
            c => c.len_utf8(),
        };
        let (word, after) = rest.split_at(len);
        let text = word.len() > 1 && matches!(first, '"' | '\'');
        class.push_str(match first {
            '[' => "[#]",
            _ if text || is_number(word) => "#",
            _ => word,
        });
        rest = after;
    }
    while class.contains("#, #") {
        class = class.replace("#, #", "#");
    }
    class
}

/// The profile that is named first in `what`, and the rest.
pub(crate) fn without_profile(what: &str) -> (Option<Profile>, &str) {
    let named = what.split_once(": ").and_then(|(name, rest)| Some((name.parse().ok()?, rest)));
    named.map_or((None, what), |(profile, rest)| (Some(profile), rest))
}

/// The length of the list in brackets that `text` begins with, those in it included.
fn list_len(text: &str) -> usize {
    let mut open = 0;
    for (at, character) in text.char_indices() {
        match character {
            '[' => open += 1,
            ']' if open == 1 => return at + 1,
            ']' => open -= 1,
            _ => {}
        }
    }
    text.len()
}

/// The length of the quoted text that `text` begins with, its quotes included.
fn quoted_len(text: &str) -> usize {
    let mut escaped = false;
    for (at, character) in text.char_indices().skip(1) {
        match character {
            '\\' if !escaped => escaped = true,
            '"' if !escaped => return at + 1,
            _ => escaped = false,
        }
    }
    text.len()
}

/// The length of the character in quotes that `text` begins with, or 1 if what it begins with is only an apostrophe.
fn character_len(text: &str) -> usize {
    let inner = &text[1..];
    let len = match inner.strip_prefix('\\') {
        Some(escape) => escape.char_indices().skip(1).find(|(_, c)| *c == '\'').map(|(at, _)| 1 + at),
        None => inner.chars().next().map(char::len_utf8).filter(|len| inner[*len..].starts_with('\'')),
    };
    len.map_or(1, |len| len + 2)
}

/// Whether a word is a number, or bytes in hex. A decoder's name (`m10`, `simdutf8`) is none, nor is a format's
/// (`rfc3629`).
fn is_number(word: &str) -> bool {
    let hex = word.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'A'..=b'F' | b'a'..=b'f'));
    let digits = word.bytes().filter(u8::is_ascii_digit).count();
    let prefixed = word.strip_prefix("0x").is_some_and(|digits| !digits.is_empty());
    let capitals = (2..=6).contains(&word.len()) && word.bytes().all(|byte| byte.is_ascii_uppercase());
    hex && (digits > 0 || capitals) || prefixed
}

/// Who differs, in the words that properties use: `..., std has ...`, `m10 accepts ...`.
fn decoder_of(what: &str) -> Option<String> {
    let name = if let Some((before, _)) = what.rsplit_once(" has ") {
        before.rsplit([',', ':', ';', ']', '}']).next()?
    } else {
        let verbs = [" accepts ", " rejects ", " reads "];
        verbs.iter().find_map(|verb| Some(what.split_once(verb)?.0))?
    };
    let name = name.trim();
    (!name.is_empty() && name.len() <= 40).then(|| name.to_owned())
}

/// Whether panics are noted.
#[derive(Debug)]
enum Noting {
    Off,
    Waiting,
    Noted(Failure),
}

thread_local! {
    /// Where this thread's panics are noted instead of shown, while it tries an input.
    static NOTED: RefCell<Noting> = const { RefCell::new(Noting::Off) };
}

static HOOK: Once = Once::new();

/// How `bytes` fails `property` when this very thread asks it; `None` when the property holds. Nothing is printed.
///
/// What ends the whole process, or never ends, must not come here.
pub(crate) fn in_this_thread(property: &Property, bytes: &[u8]) -> Option<Failure> {
    HOOK.call_once(|| {
        let shown = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            NOTED.with_borrow_mut(|noted| match noted {
                Noting::Off => shown(info),
                Noting::Waiting => *noted = Noting::Noted(of_panic(info)),
                // The first says what went wrong.
                Noting::Noted(_) => {}
            });
        }));
    });
    NOTED.set(Noting::Waiting);
    let held = panic::catch_unwind(|| (property.check)(bytes)).is_ok();
    let noted = NOTED.replace(Noting::Off);
    match noted {
        _ if held => None,
        Noting::Noted(failure) => Some(failure),
        Noting::Off | Noting::Waiting => Some(Failure::panic("without a message", "nowhere")),
    }
}

fn of_panic(info: &PanicHookInfo<'_>) -> Failure {
    let message = info.payload_as_str().unwrap_or("a panic that is no text");
    let place =
        info.location().map_or_else(String::new, |place| format!("{}:{}", place.file(), place.line()));
    Failure::panic(message, &place)
}

#[cfg(test)]
mod tests {
    use super::*;
    use illformed_fuzz::property::Seeds;

    fn said(what: &str) -> Failure {
        Failure::panic(&format!("decoders_agree does not hold for c080: {what}"), "agreement.rs:12")
    }

    #[test]
    fn the_class_has_no_bytes_and_no_offsets_but_names_and_kinds() {
        for (one, other, class) in [
            (
                "the codec has Error { kind: Overlong, at: 1, len: 1 }, std has Some(Code { value: 0, len: 2 })",
                "the codec has Error { kind: Overlong, at: 17, len: 1 }, std has Some(Code { value: 99, len: 2 })",
                "the codec has Error { kind: Overlong, at: #, len: # }, std has Some(Code { value: #, len: # })",
            ),
            (
                "rfc3629: other events in call 3, which is [Feed([E2, 82, FF])]: [], the model [(Error, [E2])]",
                "cesu8: other events in call 0, which is [Finish]: [(Code, [41])], the model []",
                "other events in call #, which is [#]: [#], the model [#]",
            ),
            (
                r#"label: what was read is written as "a\"b", which is refused"#,
                r#"label: what was read is written as "", which is refused"#,
                "label: what was read is written as #, which is refused",
            ),
            (
                "the codec has U+FFFD, the reader's has '\\u{fffd}'",
                "the codec has U+0041, the reader's has 'A'",
                "the codec has U+#, the reader's has #",
            ),
        ] {
            assert_eq!(said(one).class, class);
            assert_eq!(said(other).class, class);
        }
        assert_ne!(
            said("m10 accepts what is ill-formed").class,
            said("m11 accepts what is ill-formed").class
        );
    }

    #[test]
    fn the_decoder_that_differs_is_named() {
        for (what, decoder) in [
            ("the codec has Error { at: 1 }, std has None", Some("std")),
            (
                "(valid_up_to, error_len) 0: the codec has (1, None), simdutf8 compat has nothing",
                Some("simdutf8 compat"),
            ),
            ("m10 accepts what is ill-formed", Some("m10")),
            ("the events end at offset 1, the input at 2", None),
        ] {
            assert_eq!(said(what).decoder.as_deref(), decoder, "{what}");
        }
    }

    #[test]
    fn a_panic_of_something_else_is_known_by_its_place() {
        let panic = Failure::panic("index out of bounds: the len is 3 but the index is 7", "src/x.rs:12");
        assert_eq!(panic.class, "panic at src/x.rs:12: index out of bounds: the len is # but the index is #");
        let refuses = Property::new("refuses_ff", Seeds::Bytes, |bytes| {
            assert!(!bytes.contains(&0xFF), "there is one");
        });
        assert_eq!(in_this_thread(&refuses, b"A"), None);
        let failure = in_this_thread(&refuses, b"\xFF").unwrap();
        assert!(failure.class.ends_with(": there is one"), "{failure:?}");
        assert!(failure.class.contains("failure.rs:"), "{failure:?}");
    }
}
