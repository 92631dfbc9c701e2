//! Groups of bytes in a row: what each state makes of each byte, what is cut, and what follows an error.

use crate::generate::characters::count;
use crate::generate::specimen::Draft;
use illformed_judge::automata::{KnownFormat, Machine, Ways, complete_words, formats, letters, ways_of};
use illformed_judge::claim::Profile;
use illformed_judge::explain::spaced_hex;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// The first and last byte of every class that some version of UTF-8 or some fault tells apart.
const BOUNDARY: [u8; 31] = [
    0x00, 0x01, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED,
    0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xF7, 0xF8, 0xFB, 0xFC, 0xFD, 0xFE, 0xFF,
];

/// What follows that byte. The first seven tell any two states apart, those of a decoder that says accepted or refused,
/// and with the end, 80, 90 and A0 80 alone those of one that says incomplete too. The others are characters of one, two
/// and four bytes and an error with a character behind it, which must be found again.
const SUFFIXES: [&[u8]; 11] = [
    b"",
    b"\x80",
    b"\x90",
    b"\x80\x80",
    b"\xA0\x80",
    b"\x80\x80\x80",
    b"\x90\x80\x80",
    b"A",
    b"\xC2\xBF",
    b"\xF0\x9F\x98\x80",
    b"\xFFA",
];

/// Every state by every boundary byte.
pub(super) fn dfa(machine: &Machine) -> Draft {
    let mut specimens = Vec::new();
    for access in &open_accesses(machine) {
        for byte in BOUNDARY {
            for suffix in SUFFIXES {
                let bytes = [access.as_slice(), &[byte], suffix].concat();
                let then = if suffix.is_empty() { "the end".to_owned() } else { spaced_hex(suffix) };
                specimens.push((bytes, format!("{} the byte {byte:02X}, then {then}", place(access))));
            }
        }
    }
    Draft {
        group: "dfa",
        about: "Every state of a decoder by every byte on the edge of a class, followed by what shows the state that it leads \
                to and by characters that must be found again.",
        generated: "the automaton of the grammar in RFC 3629 section 4: 8 states, 31 boundary bytes, 11 suffixes",
        refs: &["RFC 3629 s4"],
        specimens,
    }
}

/// Every ASCII character after every state.
pub(super) fn after_error(machine: &Machine) -> Draft {
    let mut specimens = Vec::new();
    for access in &open_accesses(machine) {
        for byte in 0x00..=0x7F_u8 {
            let comment = match access.as_slice() {
                [] => format!("the character {byte:02X} alone"),
                _ => format!("the character {byte:02X} after {}, which is cut", spaced_hex(access)),
            };
            specimens.push(([access.as_slice(), &[byte]].concat(), comment));
        }
    }
    Draft {
        group: "after-error",
        about: "Each of the 128 ASCII characters in every state: whatever is cut, the character behind it is there.",
        generated: "the automaton of the grammar in RFC 3629 section 4: 8 states, 128 bytes",
        refs: &["RFC 3629 s4", "Unicode D93b"],
        specimens,
    }
}

/// Every proper prefix, at its least and its greatest, before everything that does not continue it.
pub(super) fn cut(ways: &Ways) -> Draft {
    let followers: [(&[u8], &str); 9] = [
        (b"", "the end"),
        (b"A", "a letter"),
        (b"\x00", "NUL"),
        (b"\"", "a quotation mark"),
        (b"\xC2\x80", "a character of two bytes"),
        (b"\xE2\x82\xAC", "a character of three bytes"),
        (b"\xF0\x90\x80\x80", "a character of four bytes"),
        (b"A\x80", "a letter and a stray byte"),
        (b"\xFF", "FF"),
    ];
    let mut specimens = Vec::new();
    for way in ways {
        for len in 1..way.len() {
            let least: Vec<u8> = way[..len].iter().map(|range| *range.start()).collect();
            let greatest: Vec<u8> = way[..len].iter().map(|range| *range.end()).collect();
            for prefix in [least, greatest] {
                for (follower, name) in followers {
                    let bytes = [prefix.as_slice(), follower].concat();
                    specimens.push((bytes, format!("{} cut by {name}", spaced_hex(&prefix))));
                }
            }
        }
    }
    Draft {
        group: "cut",
        about: "Characters cut at every place, by the end and by everything else that may come instead of the rest.",
        generated: "the proper prefixes of the nine alternatives in the grammar of RFC 3629 section 4, with the least and the \
                    greatest bytes",
        refs: &["RFC 3629 s4", "Unicode D93b"],
        specimens,
    }
}

/// What shows one wrong entry in a table of bytes, where other groups have the edges of a class alone.
pub(super) fn table(ways: &Ways) -> Draft {
    let mut specimens = Vec::new();
    for least in first_of_leads(ways) {
        for prefix in (1..least.len()).map(|len| &least[..len]) {
            let cut = spaced_hex(prefix);
            specimens.push(([prefix, b"\""].concat(), format!("{cut} cut by a quotation mark")));
        }
        specimens.push((vec![least[0]; 2], format!("{:02X} twice", least[0])));
        let behind = format!("U+00E9, then the first character under {:02X}", least[0]);
        specimens.push(([b"\xC3\xA9", least.as_slice()].concat(), behind));
    }
    for least in first_of_leads(&ways_of(Profile::Rfc2279).unwrap_or_default()) {
        for (place, byte) in (1..least.len()).flat_map(|place| [0x7F, 0xBF, 0xC0].map(|byte| (place, byte))) {
            let bytes = [&least[..place], &[byte], &least[place + 1..]].concat();
            let form = format!("the first form under {:02X}", least[0]);
            specimens.push((bytes, format!("{form}, with {byte:02X} at offset {place}")));
        }
    }
    for cut in [&b"\xE2\x82"[..], b"\xF0\x9F", b"\xF0\x9F\x98"] {
        for byte in (0x01..=0x7F).step_by(0x10) {
            let bytes = [cut, &[byte]].concat();
            specimens.push((bytes, format!("{} cut by the character {byte:02X}", spaced_hex(cut))));
        }
    }
    for byte in 0x00..=0x7F_u8 {
        specimens.push((vec![byte, 0x80], format!("the character {byte:02X}, then a stray 80")));
    }
    Draft {
        group: "table",
        about: "Each lead byte, of RFC 2279 too, before what does not continue it, before the last byte that does, and behind a \
                character, and each ASCII character before a byte that continues nothing: one wrong entry in a table of bytes.",
        generated: "the bytes of the alternatives in the grammars of RFC 3629 section 4 and of RFC 2279 section 2",
        refs: &["RFC 3629 s4", "Unicode D93b"],
        specimens,
    }
}

/// The first character of each lead byte of more than one byte.
fn first_of_leads(ways: &Ways) -> Vec<Vec<u8>> {
    let of_way = |way: &Vec<RangeInclusive<u8>>| {
        let rest: Vec<u8> = way[1..].iter().map(|range| *range.start()).collect();
        way[0].clone().map(move |lead| [&[lead], rest.as_slice()].concat())
    };
    ways.iter().filter(|way| way.len() > 1).flat_map(of_way).collect()
}

/// Continuation bytes without a lead.
pub(super) fn run() -> Draft {
    let alone = |byte| (vec![byte], format!("the continuation byte {byte:02X} alone"));
    let mut specimens: Vec<_> = (0x80..=0xBF_u8).map(alone).collect();
    for byte in [0x80, 0xBF] {
        for len in 2..=7 {
            specimens.push((vec![byte; len], format!("{byte:02X} {len} times")));
        }
        for character in [&b"A"[..], b"\xC2\x80", b"\xE2\x82\xAC", b"\xF0\x9F\x98\x80"] {
            for len in 1..=2 {
                let bytes = [character, &vec![byte; len]].concat();
                let (after, stray) = (count(character.len()), spaced_hex(&vec![byte; len]));
                let after = if character.len() == 1 { "one byte" } else { &after };
                specimens.push((bytes, format!("{stray} after a character of {after}")));
            }
        }
    }
    Draft {
        group: "run",
        about: "Continuation bytes where a character should start: each alone, in rows, and behind whole characters.",
        generated: "the bytes 80..BF of UTF8-tail in RFC 3629 section 4",
        refs: &["RFC 3629 s4"],
        specimens,
    }
}

/// The bytes that occur in no character.
pub(super) fn impossible(ways: &Ways) -> Draft {
    let occurs = |byte: u8| ways.iter().flatten().any(|range| range.contains(&byte));
    let mut specimens = Vec::new();
    for byte in (0..=u8::MAX).filter(|byte| !occurs(*byte)) {
        let inputs: [(&[u8], &str); 9] = [
            (&[byte], "alone"),
            (&[byte, byte], "twice"),
            (&[byte, 0x80], "before one continuation byte"),
            (&[byte, 0x80, 0x80], "before two continuation bytes"),
            (&[byte, 0x80, 0x80, 0x80], "before three continuation bytes"),
            (&[byte, 0x80, 0x80, 0x80, 0x80], "before four continuation bytes"),
            (&[byte, 0x80, 0x80, 0x80, 0x80, 0x80], "before five continuation bytes"),
            (&[b'A', byte, b'B'], "between letters"),
            (&[byte, 0xC2, 0x80], "before a character of two bytes"),
        ];
        for (bytes, how) in inputs {
            specimens.push((bytes.to_vec(), format!("{byte:02X} {how}")));
        }
        // As the lead of a form of that length it would be no longer than needed.
        for len in 1..=5 {
            let bytes = [&[byte][..], &[0xBF; 5][..len]].concat();
            specimens.push((bytes, format!("{byte:02X} before {len} of the greatest continuation byte")));
        }
    }
    Draft {
        group: "impossible",
        about: "The thirteen bytes that occur in no character, C0, C1 and F5..FF: alone, doubled, and among others.",
        generated: "the bytes that the grammar in RFC 3629 section 4 does not have",
        refs: &["RFC 3629 s3", "RFC 3629 s4"],
        specimens,
    }
}

/// Every kind of error before every other.
pub(super) fn subpart() -> Draft {
    const KINDS: [&[u8]; 12] = [
        b"\x80",
        b"\xC0",
        b"\xC2",
        b"\xE0\x80",
        b"\xE0\xA0",
        b"\xE1\x80",
        b"\xED\xA0",
        b"\xF0\x80",
        b"\xF1\x80\x80",
        b"\xF4\x90",
        b"\xF8",
        b"\xFF",
    ];
    let mut specimens = Vec::new();
    for one in KINDS {
        for other in KINDS {
            let (first, second) = (spaced_hex(one), spaced_hex(other));
            specimens.push(([one, other].concat(), format!("{first} before {second}")));
            let apart = format!("{first}, U+00E9, and {second}");
            specimens.push(([one, b"\xC3\xA9", other].concat(), apart));
        }
    }
    Draft {
        group: "subpart",
        about: "Every ordered pair of twelve kinds of error, beside each other and with a character between: where one error \
                ends and the next begins.",
        generated: "twelve ill-formed pieces, one for each way in which the grammar in RFC 3629 section 4 can be broken",
        refs: &["RFC 3629 s4", "Unicode D93b"],
        specimens,
    }
}

/// The complete suite of each profile but RFC 3629, over a byte of each class.
pub(super) fn profile() -> Draft {
    let mut profiles_of: BTreeMap<Vec<u8>, Vec<&str>> = BTreeMap::new();
    for profile in &Profile::ALL[1..] {
        // Each is a format of that name.
        for KnownFormat { machine, .. } in formats().iter().filter(|format| format.name == profile.name()) {
            // The empty string is written, and has cases of its own.
            let words = complete_words(machine, &letters(machine), 0).into_iter();
            for word in words.filter(|word| !word.is_empty()) {
                profiles_of.entry(word).or_default().push(profile.name());
            }
        }
    }
    let mut specimens: Vec<_> = profiles_of.into_iter().collect();
    specimens.sort_by_key(|(word, _)| word.len());
    let told =
        |(word, profiles): (Vec<u8>, Vec<&str>)| (word, format!("complete suite of {}", profiles.join(", ")));
    Draft {
        group: "profile",
        about: "The complete suites of the other profiles over one byte of each class: every decoder that is an automaton of no \
                more states than its profile needs, treats bytes of one class alike and accepts other strings answers one of \
                these, or of the other generated groups, wrongly.",
        generated: "the automata of rfc2279, ucs2, cesu8, mutf8, wtf8 and generalized, by the method HSI",
        refs: &["RFC 2279 s2", "RFC 3629 s4"],
        specimens: specimens.into_iter().map(told).collect(),
    }
}

/// What leads to the states from which something may be accepted: all but the error.
fn open_accesses(machine: &Machine) -> Vec<Vec<u8>> {
    let accesses = machine.accesses().into_iter().enumerate();
    accesses.filter(|(state, _)| !machine.is_error(*state)).map(|(_, access)| access).collect()
}

/// Where a byte stands.
fn place(access: &[u8]) -> String {
    if access.is_empty() { "at the start".to_owned() } else { format!("after {}", spaced_hex(access)) }
}
