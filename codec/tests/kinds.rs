//! The definition of the error kinds: what each pair of a byte at the start and a byte after it is. This table is
//! written out from the standards' text, not from the code.

use illformed_codec::{ErrorKind, Event, Profile, events};

/// The error that comes first when `lead` is followed by `next` and then by enough continuation bytes; `None` if it is a code.
type First = Option<ErrorKind>;

fn rfc3629(lead: u8, next: u8) -> First {
    use ErrorKind::{
        LegacyForm, NeverValid, OutOfRange, Overlong, Surrogate, Truncated, UnexpectedContinuation,
    };
    match (lead, next) {
        (0x00..=0x7F, _) => None,
        (0x80..=0xBF, _) => Some(UnexpectedContinuation),
        (0xC0 | 0xC1, _) | (0xE0, 0x80..=0x9F) | (0xF0, 0x80..=0x8F) => Some(Overlong),
        (0xED, 0xA0..=0xBF) => Some(Surrogate),
        (0xF4, 0x90..=0xBF) | (0xF5..=0xF7, _) => Some(OutOfRange),
        (0xF8..=0xFD, _) => Some(LegacyForm),
        (0xFE | 0xFF, _) => Some(NeverValid),
        (_, 0x80..=0xBF) => None,
        _ => Some(Truncated),
    }
}

fn rfc2279(lead: u8, next: u8) -> First {
    match (lead, next) {
        (0xF8, 0x80..=0x87) | (0xFC, 0x80..=0x83) => Some(ErrorKind::Overlong),
        (0xED | 0xF4..=0xFD, 0x80..=0xBF) => None,
        (0xF5..=0xFD, _) => Some(ErrorKind::Truncated),
        _ => rfc3629(lead, next),
    }
}

/// Where nothing has four bytes.
fn up_to_three_bytes(lead: u8, otherwise: First) -> First {
    if (0xF0..=0xF4).contains(&lead) { Some(ErrorKind::UnsupportedLength) } else { otherwise }
}

/// A leading surrogate of CESU-8 is refused when its other half does not follow, and here it never does.
fn ucs2_and_cesu8(lead: u8, next: u8) -> First {
    up_to_three_bytes(lead, rfc3629(lead, next))
}

fn mutf8(lead: u8, next: u8) -> First {
    match (lead, next) {
        (0x00, _) => Some(ErrorKind::NeverValid),
        (0xC0, 0x80) => None,
        (0xC0, 0x81..=0xBF) => Some(ErrorKind::Overlong),
        (0xC0, _) => Some(ErrorKind::Truncated),
        _ => up_to_three_bytes(lead, generalized(lead, next)),
    }
}

fn generalized(lead: u8, next: u8) -> First {
    match (lead, next) {
        (0xED, 0x80..=0xBF) => None,
        _ => rfc3629(lead, next),
    }
}

#[test]
fn every_pair_of_lead_and_next_byte_has_the_kind_of_the_table() {
    type Table = fn(u8, u8) -> First;
    let tables: [(Profile, Table); 7] = [
        (Profile::Rfc3629, rfc3629),
        (Profile::Rfc2279, rfc2279),
        (Profile::Ucs2, ucs2_and_cesu8),
        (Profile::Cesu8, ucs2_and_cesu8),
        (Profile::Mutf8, mutf8),
        // The two differ only after a leading surrogate.
        (Profile::Wtf8, generalized),
        (Profile::Generalized, generalized),
    ];
    for (profile, table) in tables {
        for lead in 0..=u8::MAX {
            for next in 0..=u8::MAX {
                let bytes = [lead, next, 0x80, 0x80, 0x80, 0x80];
                let first = events(&bytes, profile).next().unwrap();
                assert_eq!(first.error_kind(), table(lead, next), "{lead:02X} {next:02X} under {profile}");
                if let Event::Error { at, len, .. } = first {
                    assert!(at == 0 && (len == 1 || len == 3 && profile == Profile::Cesu8), "{first:?}");
                }
            }
        }
    }
}

#[test]
fn every_proper_prefix_is_incomplete_at_the_end_and_truncated_before_a_stranger() {
    let sequences: [(&[u8], Profile); 10] = [
        (b"\xC2\x80", Profile::Rfc3629),
        (b"\xE0\xA0\x80", Profile::Rfc3629),
        (b"\xED\x9F\xBF", Profile::Rfc3629),
        (b"\xF0\x90\x80\x80", Profile::Rfc3629),
        (b"\xF4\x8F\xBF\xBF", Profile::Rfc3629),
        (b"\xF7\xBF\xBF\xBF", Profile::Rfc2279),
        (b"\xF8\x88\x80\x80\x80", Profile::Rfc2279),
        (b"\xFC\x84\x80\x80\x80\x80", Profile::Rfc2279),
        (b"\xC0\x80", Profile::Mutf8),
        (b"\xED\xBF\xBF", Profile::Wtf8),
    ];
    for (sequence, profile) in sequences {
        for len in 1..sequence.len() {
            let prefix = &sequence[..len];
            let incomplete = Event::Error { kind: ErrorKind::Incomplete, at: 0, len };
            assert!(events(prefix, profile).eq([incomplete]), "{prefix:02X?}");
            for stranger in (0x00..=0x7F).chain(0xC0..=0xFF) {
                let bytes = [prefix, &[stranger]].concat();
                let truncated = Event::Error { kind: ErrorKind::Truncated, at: 0, len };
                assert_eq!(events(&bytes, profile).next(), Some(truncated), "{bytes:02X?}");
            }
        }
    }
}
