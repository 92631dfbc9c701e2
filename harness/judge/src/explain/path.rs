//! The way of some bytes through a profile's grammar, event by event.

use crate::explain::spaced_hex;
use illformed_codec::{ErrorKind, Event, Profile, events};

/// What happens to `bytes` under `profile`, one event an entry: `E2 82 AC = U+20AC`, or
/// `ED, then A0: surrogate (needs 80..9F)`. An entry is worked out when it is asked for, and then takes a while: what may
/// follow is tried byte by byte.
pub fn path(bytes: &[u8], profile: Profile) -> impl Iterator<Item = String> {
    events(bytes, profile).map(move |event| step(bytes, event, profile))
}

/// The first `most` entries of [`path`], and whether there are more. Four equal ones or more are one: `41 = U+0041, 63 times`.
pub fn folded_path(bytes: &[u8], profile: Profile, most: usize) -> (Vec<String>, bool) {
    let mut entries = Vec::new();
    let mut steps = path(bytes, profile).peekable();
    while let Some(step) = steps.next() {
        if entries.len() == most {
            return (entries, true);
        }
        let mut times = 1;
        while steps.next_if_eq(&step).is_some() {
            times += 1;
        }
        if times < 4 {
            let room = most - entries.len();
            entries.extend(vec![step; times.min(room)]);
            if times > room {
                return (entries, true);
            }
        } else {
            entries.push(format!("{step}, {times} times"));
        }
    }
    (entries, false)
}

fn step(bytes: &[u8], event: Event, profile: Profile) -> String {
    let own = &bytes[event.at()..event.end()];
    let hex = spaced_hex(own);
    let (kind, next) = match event {
        Event::Code { value, .. } => return format!("{hex} = U+{value:04X}"),
        Event::Error { kind, .. } => (kind, bytes.get(event.end())),
    };
    let allowed = allowed_next(&bytes[..event.at()], own, profile);
    match (kind, next) {
        (ErrorKind::Incomplete, _) => format!("{hex}, then the end: incomplete (needs {allowed})"),
        (_, Some(next)) if !allowed.is_empty() => {
            format!("{hex}, then {next:02X}: {kind} (needs {allowed})")
        }
        _ => format!("{hex}: {kind}"),
    }
}

/// The bytes that may follow `prefix`, an undecided start of a sequence behind `before`, as `80..9F`; empty when nothing
/// can. It is asked of the reference byte by byte, so that no second table of ranges is kept here.
pub(crate) fn allowed_next(before: &[u8], prefix: &[u8], profile: Profile) -> String {
    // Further back nothing matters to any profile.
    let before = &before[before.len().saturating_sub(3)..];
    let continues = |next: &u8| {
        let bytes = [before, prefix, &[*next]].concat();
        let event = events(&bytes, profile).find(|event| event.at() == before.len());
        event.is_some_and(|event| event.end() == bytes.len())
    };
    let allowed: Vec<u8> = (0..=u8::MAX).filter(continues).collect();
    match allowed.as_slice() {
        [first, .., last] => format!("{first:02X}..{last:02X}"),
        [only] => format!("{only:02X}"),
        [] => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_equal_entries_are_one_and_what_is_left_out_is_told() {
        let (a, b, four) = ("41 = U+0041", "42 = U+0042", "41 = U+0041, 4 times");
        let table: [(&[u8], usize, &[&str], bool); 7] = [
            (b"AAAABBB", 4, &[four, b, b, b], false),
            (b"AAAABBB", 3, &[four, b, b], true),
            (b"AAAABBB", 1, &[four], true),
            (b"AAAA", 1, &[four], false),
            (b"AAA", 3, &[a, a, a], false),
            (b"AAA", 2, &[a, a], true),
            (b"", 0, &[], false),
        ];
        for (bytes, most, entries, is_cut) in table {
            let (folded, more) = folded_path(bytes, Profile::Rfc3629, most);
            assert_eq!((folded, more), (entries.iter().map(ToString::to_string).collect(), is_cut), "{most}");
        }
    }
}
