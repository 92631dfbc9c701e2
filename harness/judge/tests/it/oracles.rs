//! Each source of expectations with a fault in it, among the others without: the linter must see the fault, wherever
//! it sits, or the sources would be no check of each other.

use crate::whole::is_whole;
use illformed_codec::{ErrorKind, Event, Profile, events};
use illformed_judge::automata::formats;
use illformed_judge::judge::{judge_observation, self_check};
use illformed_judge::lint::lint;
use illformed_judge::oracle::{Opinion, Oracle};
use illformed_vectors::Suite;

/// What a source reads once something went wrong in it.
fn spoiled(
    oracle: Oracle,
    bytes: &[u8],
    profile: Profile,
    spoil: fn(&[u8], &mut Vec<Event>),
) -> Option<Opinion> {
    let mut opinion = (oracle.read)(bytes, profile)?;
    spoil(bytes, &mut opinion.events);
    // When other events are known does not matter here.
    opinion.decided_by = None;
    Some(opinion)
}

/// It takes `F4 90 80 80` for U+110000.
fn goes_too_far(bytes: &[u8], events: &mut Vec<Event>) {
    if bytes == b"\xF4\x90\x80\x80" {
        *events = vec![Event::Code { value: 0x11_0000, at: 0, len: 4 }];
    }
}

/// It counts each byte of a cut character.
fn counts_bytes(_: &[u8], events: &mut Vec<Event>) {
    let split = |event: &Event| match *event {
        Event::Error { kind, at, len } => {
            (at..at + len).map(|at| Event::Error { kind, at, len: 1 }).collect()
        }
        code @ Event::Code { .. } => vec![code],
    };
    *events = events.iter().flat_map(split).collect();
}

/// It does not see that the input ended too early.
fn forgets_the_end(_: &[u8], events: &mut Vec<Event>) {
    events.pop_if(|event| event.error_kind() == Some(ErrorKind::Incomplete));
}

/// It loses the top bit of what four bytes hold.
fn loses_a_bit(_: &[u8], events: &mut Vec<Event>) {
    for event in events {
        if let Event::Code { value, .. } = event {
            *value &= 0xF_FFFF;
        }
    }
}

/// Each source with each of the faults.
macro_rules! faulty {
    ($($source:ident: $($fault:ident)*;)*) => {
        [$((Oracle::$source, vec![$({
            fn read(bytes: &[u8], profile: Profile) -> Option<Opinion> {
                spoiled(Oracle::$source, bytes, profile, $fault)
            }
            (stringify!($fault), Oracle { name: "faulty", read })
        },)*])),*]
    };
}

#[test]
fn a_fault_in_any_source_is_noticed_beside_the_others_and_by_the_self_check() {
    let faulty = faulty! {
        REFERENCE: goes_too_far counts_bytes forgets_the_end loses_a_bit;
        ARITHMETIC: goes_too_far counts_bytes forgets_the_end loses_a_bit;
        AUTOMATON: goes_too_far counts_bytes forgets_the_end loses_a_bit;
        STANDARD_LIBRARY: goes_too_far counts_bytes forgets_the_end loses_a_bit;
    };
    // Each fault shows in one of these.
    let suite = Suite::embedded_part(|group| {
        is_whole() || ["boundary", "noncharacter", "out-of-range", "truncated"].contains(&group)
    });
    for (source, faults) in faulty {
        for (fault, faulty) in faults {
            let oracles: Vec<Oracle> = Oracle::ALL
                .into_iter()
                .map(|oracle| if oracle.name == source.name { faulty } else { oracle })
                .collect();
            let findings = lint(&suite, &oracles);
            assert!(!findings.is_empty(), "{fault} in {}", source.name);
            let blamed = findings.iter().all(|finding| finding.reason.contains("faulty reads"));
            assert!(blamed, "{fault} in {}: {}", source.name, findings[0]);
            let refusal = self_check(judge_observation, &oracles, &suite).unwrap_err();
            assert_eq!(refusal.to_string(), findings[0].to_string());
        }
    }
}

/// Bytes at which some row of some table begins or ends.
const EDGES: [u8; 34] = [
    0x00, 0x41, 0x7F, 0x80, 0x83, 0x84, 0x87, 0x88, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF,
    0xE0, 0xE1, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF4, 0xF5, 0xF7, 0xF8, 0xFB, 0xFC, 0xFD, 0xFE, 0xFF,
];

/// What stands behind two bytes. Between two surrogates that are no pair stands a character with the same lead byte.
const TAILS: [&[u8]; 13] = [
    b"",
    b"\x80",
    b"\x80A",
    b"\x80\x80",
    b"\xBF\xBF",
    b"\xBF\xBF\xBF",
    b"\x80\x80\x80\x80",
    b"A",
    b"\xC0\xED\xBE\xB4",
    b"\xED\xA0\x80\xED\xBF\xBF",
    b"\x80\xED\xB0\x80",
    b"\x80\xED\xA0\x80\xED\xB0\x80",
    b"\x80\xED\x80\x80\xED\xB0\x80",
];

#[test]
fn each_source_and_the_automaton_of_each_profile_agree_with_the_codec_on_all_pairs_of_edges() {
    let seconds = if is_whole() { (0..=u8::MAX).collect() } else { EDGES.to_vec() };
    let mut silent = 0;
    for &profile in Profile::ALL {
        let name = if profile == Profile::Rfc3629 { "utf8" } else { profile.name() };
        let machine = &formats().iter().find(|format| format.name == name).expect(name).machine;
        let sources = Oracle::ALL.into_iter().filter(|source| (source.read)(b"", profile).is_some());
        let sources: Vec<Oracle> = sources.collect();
        silent += Oracle::ALL.len() - sources.len();
        for (first, second) in
            (0..=u8::MAX).flat_map(|first| seconds.iter().map(move |second| (first, *second)))
        {
            for tail in TAILS {
                let bytes = [&[first, second], tail].concat();
                let events: Vec<Event> = events(&bytes, profile).collect();
                let is_accepted = events.iter().all(|event| event.error_kind().is_none());
                assert_eq!(machine.accepts(0, &bytes), is_accepted, "{name} {bytes:02X?}");
                for source in &sources {
                    let agrees = (source.read)(&bytes, profile).is_some_and(|read| read.agrees_with(&events));
                    assert!(agrees, "{} {bytes:02X?} under {profile}", source.name);
                }
            }
        }
    }
    assert_eq!(silent, 2 + 6, "the automaton knows five profiles, the standard library one");
}
