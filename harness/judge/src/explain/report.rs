//! Everything there is to say of some bytes, in 80 columns.

use crate::detection::{Detected, detect};
use crate::explain::{bits, lax_readings, path};
use crate::shown::fit;
use illformed_codec::{ErrorKind, Event, Policy, Profile, decode_lossy, events};
use std::fmt::Write;

/// How many bytes are shown one a line, and how many steps and codes of each answer.
const SHOWN: usize = 64;

/// What `bytes` are: their bits, what each profile reads, what each policy makes of them, and where that is written.
pub fn explain(bytes: &[u8]) -> String {
    let mut text = String::new();
    let plural = if bytes.len() == 1 { "" } else { "s" };
    let _ = writeln!(text, "{} byte{plural}\n", bytes.len());
    each_byte(&mut text, bytes);
    // Profiles that go the same way, as far as it is shown, are told once.
    let mut ways: Vec<(Vec<String>, Vec<Profile>)> = Vec::new();
    for &profile in Profile::ALL {
        let steps: Vec<String> = path(bytes, profile).take(SHOWN).collect();
        let same = |other: Profile| events(bytes, other).eq(events(bytes, profile));
        match ways.iter_mut().find(|(earlier, others)| *earlier == steps && others.iter().copied().all(same))
        {
            Some((_, profiles)) => profiles.push(profile),
            None => ways.push((steps, vec![profile])),
        }
    }
    for (steps, profiles) in &ways {
        reading(&mut text, bytes, profiles, steps);
    }
    let _ = writeln!(text, "as a whole: {}", whole(detect(bytes)));
    old_hangul(&mut text, bytes);
    let ill_formed = events(bytes, Profile::Rfc3629).any(|event| event.error_kind().is_some());
    let lax = lax_readings(bytes);
    if !lax.is_empty() {
        text.push_str("\na lax decoder\n");
    }
    for reading in lax.iter().take(SHOWN) {
        let _ = writeln!(text, "  {}", fit(&reading.to_string(), 78));
    }
    if lax.len() > SHOWN {
        let _ = writeln!(text, "  ... {} more", lax.len() - SHOWN);
    }
    if ill_formed {
        text.push_str("\nerrors replaced (rfc3629)\n");
        for &policy in Policy::ALL {
            let codes = decode_lossy(bytes, Profile::Rfc3629, policy);
            let _ = writeln!(text, "  {:<22} {}", policy.name(), listed(codes));
        }
    }
    text
}

/// What a detector by validity takes the bytes for.
fn whole(detected: Detected) -> String {
    match detected {
        Detected::Ascii => "ASCII, and so well-formed UTF-8".to_owned(),
        Detected::Utf8 => "UTF-8, by validity".to_owned(),
        Detected::Utf8WithBom => "UTF-8 with its signature, by validity".to_owned(),
        Detected::Cut { at } => format!("UTF-8 cut at offset {at}; if nothing follows, another encoding"),
        _ => "not UTF-8, by validity; a detector falls back to another encoding".to_owned(),
    }
}

/// Which code points stand where Hangul stood before Amendment 5 to ISO/IEC 10646 and Unicode 2.0, which moved it to
/// `U+AC00..U+D7A3`. Only the first of many is named.
fn old_hangul(text: &mut String, bytes: &[u8]) {
    // Hangul (`3400..3D2D`), Supplementary-A (`3D2E..44B7`) and Supplementary-B (`44B8..4DFF`) of Unicode 1.1.
    let old = |event: Event| event.value().filter(|value| matches!(value, 0x3400..=0x4DFF));
    let mut found = events(bytes, Profile::Rfc3629).filter_map(old);
    let Some(first) = found.next() else { return };
    let more = match found.count() {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let _ = writeln!(
        text,
        "U+{first:04X}{more}: Hangul in Unicode 1.1, something else since Amendment 5\n  (RFC 2279 s3, s5)",
    );
}

/// One line a byte: offset, hex, bits with the marks of the length set off, and what it can be.
fn each_byte(text: &mut String, bytes: &[u8]) {
    for (at, &byte) in bytes.iter().enumerate().take(SHOWN) {
        let marks = byte.leading_ones() as usize;
        let all = bits(&[byte]);
        // The ones and the zero after them say what the byte is; the rest is payload.
        let (mark, payload) = all.split_at((marks + 1).min(8));
        let what = match marks {
            0 if byte.is_ascii_graphic() => format!("ASCII, {}", char::from(byte)),
            0 => "ASCII, a control or space".to_owned(),
            1 => "continuation".to_owned(),
            2..=6 => format!("lead, announces {marks} bytes"),
            _ => "never used".to_owned(),
        };
        let _ = writeln!(text, "{at:>6}  {byte:02X}  {:<9} {what}", format!("{mark} {payload}"));
    }
    if bytes.len() > SHOWN {
        let _ = writeln!(text, "        ... {} more", bytes.len() - SHOWN);
    }
    text.push('\n');
}

/// What some profiles read, all of them the same, with the first of their steps.
fn reading(text: &mut String, bytes: &[u8], profiles: &[Profile], steps: &[String]) {
    let Some(&profile) = profiles.first() else { return };
    let names: Vec<&str> = profiles.iter().map(|profile| profile.name()).collect();
    let names =
        if profiles.len() == Profile::ALL.len() { "every profile".to_owned() } else { names.join(", ") };
    let mut errors = events(bytes, profile).filter(|event| event.error_kind().is_some());
    let first = errors.next().map(|event| event.at());
    let verdict = match (first, errors.count()) {
        (None, _) => "well-formed".to_owned(),
        (Some(at), 0) => format!("ill-formed at offset {at}"),
        (Some(at), more) => format!("ill-formed from offset {at}, {} errors", more + 1),
    };
    let between = if names.len() + verdict.len() < 78 { " " } else { "\n  " };
    let _ = writeln!(text, "{names}:{between}{verdict}");
    for (event, step) in events(bytes, profile).zip(steps) {
        let source = event.error_kind().map_or("", |kind| section(kind, profile));
        let line = format!("  {:>4}  {:<47} {source}", event.at(), step);
        let _ = writeln!(text, "{}", line.trim_end());
    }
    let more = events(bytes, profile).count() - steps.len();
    if more > 0 {
        let _ = writeln!(text, "        ... {more} more");
    }
    let surrogate = |event: Event| event.value().is_some_and(|value| (0xD800..=0xDFFF).contains(&value));
    if profiles.contains(&Profile::Rfc2279) && events(bytes, Profile::Rfc2279).any(surrogate) {
        text.push_str("        RFC 2279 does not say whether an encoded surrogate is well-formed.\n");
    }
}

/// Where a standard says so.
pub(super) fn section(kind: ErrorKind, profile: Profile) -> &'static str {
    match (profile, kind) {
        (Profile::Rfc2279, _) => "RFC 2279 s2",
        (Profile::Ucs2, ErrorKind::UnsupportedLength) => "utf-8(7)",
        (Profile::Cesu8, ErrorKind::UnsupportedLength | ErrorKind::Surrogate | ErrorKind::Incomplete) => {
            "UTR 26 s3.1"
        }
        (Profile::Mutf8, ErrorKind::UnsupportedLength | ErrorKind::NeverValid | ErrorKind::Overlong) => {
            "JVMS s4.4.7"
        }
        (Profile::Wtf8, ErrorKind::Surrogate) => "WTF-8 s3.3",
        (_, ErrorKind::Overlong | ErrorKind::Surrogate | ErrorKind::OutOfRange) => "RFC 3629 s3, Table 3-7",
        _ => "RFC 3629 s4, Table 3-7",
    }
}

/// As many of `codes` as a line has room for, with a note when there are more.
fn listed(mut codes: impl Iterator<Item = u32>) -> String {
    const ROOM: usize = 36;
    let mut line = String::new();
    let mut shown = 0;
    while let Some(code) = codes.next() {
        let word = format!("{code:04X}");
        if line.len() + word.len() >= ROOM {
            return format!("{line}... ({} in all)", shown + 1 + codes.count());
        }
        line.push_str(&word);
        line.push(' ');
        shown += 1;
    }
    match shown {
        0 => "(nothing)".to_owned(),
        _ => line.trim_end().to_owned(),
    }
}
