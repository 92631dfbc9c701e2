//! UTF-8 by the grammar that RFC 3629 prints: its text is parsed, and the automaton that it describes is walked. No byte
//! range stands here but in that text.

use crate::oracle::Opinion;
use crate::oracle::arithmetic::end;
use illformed_codec::{ErrorKind, Event, Profile};
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::sync::LazyLock;

/// RFC 3629 section 4, as it is printed.
const RFC3629: &str = "
    UTF8-char   = UTF8-1 / UTF8-2 / UTF8-3 / UTF8-4
    UTF8-1      = %x00-7F
    UTF8-2      = %xC2-DF UTF8-tail
    UTF8-3      = %xE0 %xA0-BF UTF8-tail / %xE1-EC 2( UTF8-tail ) / %xED %x80-9F UTF8-tail / %xEE-EF 2( UTF8-tail )
    UTF8-4      = %xF0 %x90-BF 2( UTF8-tail ) / %xF1-F3 3( UTF8-tail ) / %xF4 %x80-8F 2( UTF8-tail )
    UTF8-tail   = %x80-BF
";

/// The same for RFC 2279, which has a table and no grammar: six rows, each without what an earlier one has.
const RFC2279: &str = "
    UTF8-char   = UTF8-1 / UTF8-2 / UTF8-3 / UTF8-4 / UTF8-5 / UTF8-6
    UTF8-1      = %x00-7F
    UTF8-2      = %xC2-DF UTF8-tail
    UTF8-3      = %xE0 %xA0-BF UTF8-tail / %xE1-EF 2( UTF8-tail )
    UTF8-4      = %xF0 %x90-BF 2( UTF8-tail ) / %xF1-F7 3( UTF8-tail )
    UTF8-5      = %xF8 %x88-BF 3( UTF8-tail ) / %xF9-FB 4( UTF8-tail )
    UTF8-6      = %xFC %x84-BF 4( UTF8-tail ) / %xFD 5( UTF8-tail )
    UTF8-tail   = %x80-BF
";

/// What the other formats say differently from RFC 3629; a later rule takes the place of an earlier one.
const UCS2: &str = "UTF8-char = UTF8-1 / UTF8-2 / UTF8-3";
const GENERALIZED: &str = "UTF8-3 = %xE0 %xA0-BF UTF8-tail / %xE1-EF 2( UTF8-tail )";
const MUTF8: &str = "
    UTF8-char   = UTF8-1 / UTF8-2 / UTF8-3
    UTF8-1      = %x01-7F
    UTF8-2      = %xC0 %x80 / %xC2-DF UTF8-tail
    UTF8-3      = %xE0 %xA0-BF UTF8-tail / %xE1-EF 2( UTF8-tail )
";

/// The ways through a character: what each of its bytes may be.
pub type Ways = Vec<Vec<RangeInclusive<u8>>>;

/// The ways of RFC 3629.
pub fn rfc3629() -> Option<Ways> {
    ways(RFC3629, "")
}

/// The events of `bytes`; nothing for CESU-8 and WTF-8, where characters depend on their neighbours.
pub(crate) fn read(bytes: &[u8], profile: Profile) -> Option<Opinion> {
    static AUTOMATA: LazyLock<Vec<(Profile, Automaton)>> = LazyLock::new(|| {
        let texts = [
            (Profile::Rfc3629, RFC3629, ""),
            (Profile::Rfc2279, RFC2279, ""),
            (Profile::Ucs2, RFC3629, UCS2),
            (Profile::Generalized, RFC3629, GENERALIZED),
            (Profile::Mutf8, RFC3629, MUTF8),
        ];
        // A grammar that cannot be read has no opinion; a test reads all of them.
        texts
            .into_iter()
            .filter_map(|(profile, text, changes)| Some((profile, Automaton::new(&ways(text, changes)?))))
            .collect()
    });
    let (_, automaton) = AUTOMATA.iter().find(|(known, _)| *known == profile)?;
    let mut events = Vec::with_capacity(bytes.len());
    let mut decided_by = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let (event, looked_at) = automaton.walk(bytes, at);
        decided_by.push(looked_at.map(|looked_at| at + looked_at));
        at = end(&event);
        events.push(event);
    }
    Some(Opinion { events, decided_by: Some(decided_by), knows_kinds: false })
}

/// What a byte does in a state.
#[derive(Debug, Clone, Copy)]
enum Transition {
    /// No way goes on.
    Refused,
    /// A way ends: the character is whole.
    Ended,
    /// To the state of this number.
    To(usize),
}

/// All ways through a character at once: a state is a number of bytes and the ways that are open after them.
#[derive(Debug)]
struct Automaton {
    steps: Vec<[Transition; 256]>,
}

impl Automaton {
    /// The automaton of at most 64 `ways`. State 0 is where it starts.
    fn new(ways: &Ways) -> Self {
        // An open way is a one bit.
        let mut states = vec![(0, u64::MAX)];
        let mut steps = Vec::new();
        while let Some(&(len, open)) = states.get(steps.len()) {
            steps.push(std::array::from_fn(|byte| {
                let (mut next, mut ended) = (0, false);
                for (number, way) in ways.iter().enumerate() {
                    let allowed: Option<&RangeInclusive<u8>> = way.get(len);
                    if open >> number & 1 == 1 && allowed.is_some_and(|range| range.contains(&(byte as u8))) {
                        next |= 1 << number;
                        ended |= way.len() == len + 1;
                    }
                }
                match next {
                    0 => Transition::Refused,
                    _ if ended => Transition::Ended,
                    _ => Transition::To(number_of(&mut states, (len + 1, next))),
                }
            }));
        }
        Self { steps }
    }

    /// The event at `at`, which is in `bytes`, and at how many bytes the walk ended; `None` where the input ended first.
    fn walk(&self, bytes: &[u8], at: usize) -> (Event, Option<usize>) {
        let mut state = 0;
        for (len, byte) in bytes[at..].iter().enumerate() {
            let event = match self.steps[state][usize::from(*byte)] {
                Transition::Refused => Event::Error { kind: ErrorKind::NeverValid, at, len: len.max(1) },
                Transition::Ended => Event::Code { value: value(&bytes[at..=at + len]), at, len: len + 1 },
                Transition::To(next) => {
                    state = next;
                    continue;
                }
            };
            return (event, Some(len + 1));
        }
        (Event::Error { kind: ErrorKind::Incomplete, at, len: bytes.len() - at }, None)
    }
}

/// The place of `state` in `states`, where it is put if it is new.
fn number_of(states: &mut Vec<(usize, u64)>, state: (usize, u64)) -> usize {
    states.iter().position(|known| *known == state).unwrap_or_else(|| {
        states.push(state);
        states.len() - 1
    })
}

/// "The x bits": what is left of each byte without its marks, written one after the other.
fn value(character: &[u8]) -> u32 {
    character.iter().fold(0, |value, byte| {
        // The first zero ends the marks, of a lead and of a continuation alike.
        let bits = 7_u32.saturating_sub(byte.leading_ones());
        value << bits | u32::from(*byte) & ((1 << bits) - 1)
    })
}

/// The ways that `UTF8-char` has by the rules of `text`, with those of `changes` in their place. `None` for what is no
/// grammar.
fn ways(text: &str, changes: &str) -> Option<Ways> {
    let mut rules: BTreeMap<&str, &str> = BTreeMap::new();
    for line in text.lines().chain(changes.lines()).filter(|line| !line.trim().is_empty()) {
        let (name, definition) = line.split_once('=')?;
        rules.insert(name.trim(), definition.trim());
    }
    expand("UTF8-char", &rules)
}

fn expand(name: &str, rules: &BTreeMap<&str, &str>) -> Option<Ways> {
    let mut ways = Ways::new();
    for alternative in rules.get(name)?.split('/') {
        let mut so_far: Ways = vec![Vec::new()];
        // `2( UTF8-tail )` is one element of three words.
        let mut words = alternative.split_whitespace();
        while let Some(word) = words.next() {
            let (times, element) = match word.strip_suffix('(') {
                Some(times) => (times.parse().ok()?, words.next()?),
                None => (1, word),
            };
            if element != word && words.next() != Some(")") {
                return None;
            }
            let element = match element.strip_prefix("%x") {
                Some(range) => vec![vec![byte_range(range)?]],
                None => expand(element, rules)?,
            };
            for _ in 0..times {
                so_far = so_far
                    .iter()
                    .flat_map(|start| element.iter().map(move |end| [start.as_slice(), end].concat()))
                    .collect();
            }
        }
        ways.append(&mut so_far);
    }
    Some(ways)
}

/// `C2-DF` or `E0`.
fn byte_range(text: &str) -> Option<RangeInclusive<u8>> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    Some(u8::from_str_radix(first, 16).ok()?..=u8::from_str_radix(last, 16).ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use illformed_codec::events;

    #[test]
    fn the_printed_grammar_has_the_nine_rows_of_table_3_7() {
        let ways = ways(RFC3629, "").unwrap();
        assert_eq!(ways.len(), 9);
        assert_eq!(ways[2], [0xE0..=0xE0, 0xA0..=0xBF, 0x80..=0xBF]);
        assert_eq!(ways[8], [0xF4..=0xF4, 0x80..=0x8F, 0x80..=0xBF, 0x80..=0xBF]);
    }

    #[test]
    fn what_is_no_grammar_is_not_read() {
        for text in ["UTF8-char = gone", "UTF8-char = %xG0", "UTF8-char = 2( %x80", "UTF8-char"] {
            assert_eq!(ways(text, ""), None, "{text}");
        }
    }

    #[test]
    fn agrees_with_the_reference_on_all_strings_of_two_bytes_and_their_continuations() {
        for &profile in Profile::ALL {
            let Some(_) = read(b"", profile) else { continue };
            for first in 0..=u8::MAX {
                for second in 0..=u8::MAX {
                    for tail in [&b""[..], b"\x80", b"\xBF\xBF", b"\x80\x80\x80\x80", b"\x80A"] {
                        let bytes = [&[first, second], tail].concat();
                        let reference: Vec<Event> = events(&bytes, profile).collect();
                        assert!(
                            read(&bytes, profile).unwrap().agrees_with(&reference),
                            "{bytes:02X?} {profile}"
                        );
                    }
                }
            }
        }
        assert_eq!(Profile::ALL.iter().copied().filter_map(|profile| read(b"", profile)).count(), 5);
    }
}
