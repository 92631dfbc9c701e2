//! The automaton of the grammar, with what a family of inputs needs of it; and the suites for decoders that have more states
//! than it, implement another profile, or replace errors.

use crate::sweep::{BytesVisitor, SweepInput, Visitor};
use crate::text::{FILLERS, push_text};
use illformed_judge::automata::{Identifiers, Machine, complete_words, cut_words, formats, letters};
use illformed_judge::claim::Profile;
use illformed_judge::shown::thousands;
use std::ops::ControlFlow;
use std::sync::LazyLock;

pub(super) struct States {
    pub(super) machine: &'static Machine,
    /// What leads to each state.
    pub(super) accesses: Vec<Vec<u8>>,
    /// All that leads to a state within one character, by one byte of each class, and one way to the state after an error.
    pub(super) ways: Vec<(usize, Vec<u8>)>,
    /// Bytes of one class are read alike wherever they stand.
    pub(super) classes: Vec<Vec<u8>>,
    /// For each state the words that tell it from the others.
    pub(super) identifiers: Vec<Identifiers>,
}

pub(super) static STATES: LazyLock<States> = LazyLock::new(|| {
    // The first of the known formats is RFC 3629.
    let machine = &formats()[0].machine;
    let classes = machine.byte_classes();
    States {
        machine,
        accesses: machine.accesses(),
        ways: ways(machine, &classes),
        classes,
        identifiers: machine.identifiers(),
    }
});

fn is_error(machine: &Machine, classes: &[Vec<u8>], state: usize) -> bool {
    classes.iter().all(|class| machine.step(state, class[0]) == state)
}

fn ways(machine: &Machine, classes: &[Vec<u8>]) -> Vec<(usize, Vec<u8>)> {
    let mut ways: Vec<(usize, Vec<u8>)> = vec![(0, Vec::new())];
    let mut extended = 0;
    while let Some((state, way)) = ways.get(extended).cloned() {
        for class in classes {
            let next = machine.step(state, class[0]);
            let is_known =
                next == 0 || is_error(machine, classes, next) && ways.iter().any(|(known, _)| *known == next);
            if !is_known {
                ways.push((next, [way.as_slice(), &class[..1]].concat()));
            }
        }
        extended += 1;
    }
    ways
}

/// How many states more than the grammar's a decoder may have, if bytes of one class are alike to it. Over all bytes one less.
pub(super) const EXTRA: usize = 2;

/// What leads to each state of a decoder that replaces errors, whatever its policy, U+FEFF kept or stripped, and a cut end replaced or
/// dropped: a state is what a byte changes at the end of the text. A test works them out.
#[rustfmt::skip]
const ENDS: [&[u8]; 32] = [
    b"", b"\x00", b"\x00\xEF", b"\x80", b"\x80\xC2", b"\x80\xE0", b"\x80\xE1", b"\x80\xED", b"\x80\xEF", b"\x80\xEF\xBF",
    b"\x80\xF0", b"\x80\xF1", b"\x80\xF4", b"\xC0", b"\xC2", b"\xE0", b"\xE0\xA0", b"\xE1", b"\xED", b"\xED\xA0", b"\xEF",
    b"\xEF\xBB", b"\xEF\xBF", b"\xF0", b"\xF0\x80", b"\xF0\x90", b"\xF0\x90\x80", b"\xF1", b"\xF4", b"\xF5", b"\xF8", b"\xFC",
];

/// What tells such states apart, with the beginnings, at which the text is seen too.
#[rustfmt::skip]
const WORDS: [&[u8]; 20] = [
    b"", b"\x00", b"\x80", b"\x80\x80", b"\x80\x80\x80", b"\x80\x80\x80\x80", b"\x80\x80\x80\x80\x80", b"\x90", b"\x90\x80",
    b"\x90\x80\x80", b"\xA0", b"\xA0\x80", b"\xBB", b"\xBB\xBF", b"\xBD", b"\xBF", b"\xBF\xBD", b"\xEF", b"\xEF\xBB",
    b"\xEF\xBB\xBF",
];

/// Bytes that are alike to the grammar as others of their class, and not to a decoder that looks for U+FFFD or U+FEFF, or counts the
/// bytes that a lead announces.
const MORE_LETTERS: [u8; 8] = [0xEF, 0xBB, 0xBF, 0xBD, 0xF5, 0xF8, 0xFC, 0xFE];

/// The profiles besides that of the grammar: a part of a suite is for each.
const OTHERS: &[Profile] = Profile::ALL.split_at(1).1;

/// The smallest automaton of a profile, which is a format of that name.
fn machine_of(profile: Profile) -> Option<&'static Machine> {
    formats().iter().find(|format| format.name == profile.name()).map(|format| &format.machine)
}

/// In how many parts the suite in chunks is visited: those of the states, of other profiles, and of long chunks by their text.
pub(super) const PARTS_IN_CHUNKS: usize = ENDS.len() + OTHERS.len() + FILLERS.len();

/// How much text stands behind what is cut: up to a block of 64 bytes and a little, and of buffers.
const BEHIND_CUT: usize = 66;
const BUFFERS: [usize; 4] = [128, 256, 1_024, 4_096];

/// The same where each input is a request.
const FEW_BEHIND_CUT: [usize; 5] = [7, 8, 16, 32, 64];

/// How much text is behind a cut in the suite in chunks, whole or not, in words.
pub(super) fn behind_cut(is_whole: bool) -> String {
    let words =
        |lengths: &[usize]| lengths.iter().map(|len| thousands(*len as u64)).collect::<Vec<_>>().join(", ");
    if is_whole { format!("up to {BEHIND_CUT}, and {}", words(&BUFFERS)) } else { words(&FEW_BEHIND_CUT) }
}

/// Each way within a character and a byte of each class, cut within the way, and then text of that kind in the same chunk: alone
/// and, if the suite is whole, behind one and four times 16 bytes.
fn visit_long_chunks(filler: usize, is_whole: bool, visit: &mut Visitor<'_>) -> ControlFlow<()> {
    let lengths: Vec<usize> =
        if is_whole { (0..=BEHIND_CUT).chain(BUFFERS).collect() } else { FEW_BEHIND_CUT.to_vec() };
    let before = if is_whole { &[0, 16, 64][..] } else { &[0] };
    let mut input = Vec::new();
    let States { machine, ways, classes, .. } = &*STATES;
    let is_within = |(state, way): &&(usize, Vec<u8>)| !way.is_empty() && !is_error(machine, classes, *state);
    for (_, way) in ways.iter().filter(is_within) {
        for class in classes {
            // What follows is looked at, or as many bytes are skipped as the first announces.
            let rest = (way[0].leading_ones() as usize).saturating_sub(way.len() + 1);
            for rest in (0..=rest).step_by(rest.max(1)) {
                for (before, len) in
                    before.iter().flat_map(|before| lengths.iter().map(move |len| (*before, *len)))
                {
                    input.clear();
                    push_text(&mut input, filler, before);
                    input.extend_from_slice(way);
                    input.push(class[0]);
                    input.resize(input.len() + rest, 0x80);
                    push_text(&mut input, filler, len);
                    for cut in 1..=way.len() {
                        visit(SweepInput { bytes: &input, cuts: &[before + cut] })?;
                    }
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Visits part number `part` of the suite for decoders that take chunks, over one byte of each class, with the offsets at which a call
/// ends: a cut is one letter more, which leads from each state to itself. The last parts are [those of long chunks](visit_long_chunks).
pub(super) fn visit_in_chunks(part: usize, is_whole: bool, visit: &mut Visitor<'_>) -> ControlFlow<()> {
    if let Some(filler) = part.checked_sub(ENDS.len() + OTHERS.len()) {
        return visit_long_chunks(filler, is_whole, visit);
    }
    if let Some(machine) = part.checked_sub(ENDS.len()).and_then(|other| machine_of(OTHERS[other])) {
        let words = cut_words(machine, &letters(machine)).into_iter();
        // One chunk is no cut.
        return words.filter(|chunks| chunks.len() > 1).try_for_each(|chunks| {
            let ends = chunks[..chunks.len() - 1].iter().scan(0, |end, chunk| {
                *end += chunk.len();
                Some(*end)
            });
            visit(SweepInput { bytes: &chunks.concat(), cuts: &ends.collect::<Vec<_>>() })
        });
    }
    let (end, letters) = (ENDS[part], STATES.classes.iter().map(|class| class[0]).chain(MORE_LETTERS));
    let before = end.len();
    for letter in letters {
        for word in WORDS {
            let bytes = &[end, &[letter], word].concat();
            let each: Vec<usize> = (1..bytes.len()).collect();
            let behind = before + 1;
            let all = [&[before][..], &[behind], &[before, behind], &[behind, behind], &each];
            // One byte by itself has no cut.
            for cuts in all.into_iter().filter(|cuts| !cuts.is_empty()) {
                visit(SweepInput { bytes, cuts })?;
            }
        }
    }
    for word in WORDS {
        visit(SweepInput { bytes: &[end, word].concat(), cuts: &[before, before] })?;
    }
    ControlFlow::Continue(())
}

/// In how many parts the suites are visited.
pub(super) fn parts(is_whole: bool) -> usize {
    ENDS.len() + OTHERS.len() + STATES.accesses.len() * if is_whole { 1 + (1 << 8) } else { 1 }
}

/// Visits part number `part`: the suite of decoders that replace errors, from one of their states, over all bytes or, if the suites are
/// not whole, over one of each class; that of another profile, over all bytes; that of acceptors with [`EXTRA`] states more over one
/// byte of each class, from one state; and, if the suites are whole, that with one state more over all bytes, from one state and the
/// byte after it.
pub(super) fn visit(part: usize, is_whole: bool, visit: &mut BytesVisitor<'_>) -> ControlFlow<()> {
    let classes: Vec<u8> = STATES.classes.iter().map(|class| class[0]).collect();
    let all: Vec<u8> = (0..=u8::MAX).collect();
    let mut input = Vec::new();
    if let Some(end) = ENDS.get(part) {
        let bytes = if is_whole { all } else { [classes.as_slice(), &MORE_LETTERS].concat() };
        for byte in bytes {
            for word in WORDS {
                input.clear();
                input.extend_from_slice(end);
                input.push(byte);
                input.extend_from_slice(word);
                visit(&input)?;
            }
        }
        return ControlFlow::Continue(());
    }
    let part = part - ENDS.len();
    if let Some(machine) = OTHERS.get(part).and_then(|profile| machine_of(*profile)) {
        return complete_words(machine, &all, 0).iter().try_for_each(|word| visit(word));
    }
    let part = part - OTHERS.len();
    let (kind, state) = (part / STATES.accesses.len(), part % STATES.accesses.len());
    let access = &STATES.accesses[state];
    let mut identified = |bytes: &[u8]| -> ControlFlow<()> {
        let state = STATES.machine.walk(state, bytes);
        for (_, word) in &STATES.identifiers[state] {
            input.clear();
            for part in [access, bytes, word] {
                input.extend_from_slice(part);
            }
            visit(&input)?;
        }
        ControlFlow::Continue(())
    };
    match kind.checked_sub(1) {
        Some(first) => all.iter().try_for_each(|second| identified(&[first as u8, *second])),
        None => classes.iter().try_for_each(|first| {
            classes.iter().try_for_each(|second| {
                classes.iter().try_for_each(|third| identified(&[*first, *second, *third]))
            })
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use illformed_codec::{REPLACEMENT, validate};
    use illformed_judge::automata::{ReplacingModel, stepwise_words};
    use std::collections::BTreeSet;

    fn in_chunks(part: usize) -> BTreeSet<Vec<Vec<u8>>> {
        let mut visited = BTreeSet::new();
        let _ = visit_in_chunks(part, false, &mut |SweepInput { bytes, cuts }| {
            let bounds = [&[0], cuts, &[bytes.len()]].concat();
            visited.insert(bounds.windows(2).map(|chunk| bytes[chunk[0]..chunk[1]].to_vec()).collect());
            ControlFlow::Continue(())
        });
        visited
    }

    #[test]
    fn the_suites_of_all_policies_are_visited_in_chunks() {
        let mut visited: BTreeSet<Vec<Vec<u8>>> = BTreeSet::new();
        for part in 0..PARTS_IN_CHUNKS {
            visited.extend(in_chunks(part));
        }
        let models =
            ReplacingModel::all(REPLACEMENT).into_iter().filter(|model| model.profile == Profile::Rfc3629);
        let every = if std::env::var_os("ILLFORMED_WHOLE").is_some() { 1 } else { 9 };
        for model in models.step_by(every) {
            let machine = model.machine();
            // A cut before the first byte or behind the last changes nothing else, and stands by itself elsewhere.
            let is_long = |chunks: &Vec<Vec<u8>>| chunks.concat().len() > 3 && !chunks.contains(&Vec::new());
            let words = cut_words(&machine, &letters(&machine)).into_iter();
            let missing = words.filter(is_long).find(|chunks| !visited.contains(chunks));
            assert_eq!(missing, None, "{}", model.code());
        }
    }

    #[test]
    fn what_is_cut_meets_text_of_each_length_in_the_next_chunk() {
        let visited = in_chunks(ENDS.len() + OTHERS.len());
        let text = "A".repeat(BEHIND_CUT);
        for len in FEW_BEHIND_CUT {
            for (cut, rest) in [(&b"\xE1"[..], &b"\x00"[..]), (b"\xE0", b"\x80\x80"), (b"\xF0\x90", b"\xC2")]
            {
                let chunks = vec![cut.to_vec(), [rest, &text.as_bytes()[..len]].concat()];
                assert!(visited.contains(&chunks), "{chunks:02X?}");
            }
        }
    }

    #[test]
    fn the_suites_of_all_policies_and_of_acceptors_with_more_states_are_visited() {
        let mut visited = BTreeSet::new();
        for part in 0..parts(true) {
            let _ = visit(part, true, &mut |input| {
                // What is asked over all bytes is too much to keep.
                if part < parts(false) {
                    visited.insert(input.to_vec());
                }
                ControlFlow::Continue(())
            });
        }
        let all: Vec<u8> = (0..=u8::MAX).collect();
        let models =
            ReplacingModel::all(REPLACEMENT).into_iter().filter(|model| model.profile == Profile::Rfc3629);
        let every = if std::env::var_os("ILLFORMED_WHOLE").is_some() { 1 } else { 9 };
        for model in models.step_by(every) {
            let words = stepwise_words(&model.machine(), &all, 0);
            // Shorter words than an end and a byte are beginnings of others.
            let missing = words.iter().find(|word| word.len() > 3 && !visited.contains(*word));
            assert_eq!(missing, None, "{}", model.code());
        }
        let words = complete_words(STATES.machine, &letters(STATES.machine), EXTRA);
        let of_full_length = words.iter().filter(|word| word.len() > 4);
        assert!(of_full_length.clone().count() > 10_000);
        assert_eq!(of_full_length.clone().find(|word| !visited.contains(*word)), None);
    }

    #[test]
    fn the_suites_of_all_profiles_are_visited_whole_and_in_chunks_and_their_automata_are_those_of_the_codec()
    {
        for (other, profile) in OTHERS.iter().enumerate() {
            let machine = machine_of(*profile).expect("each profile is a format");
            let is_right = |word: &[u8]| machine.accepts(0, word) == validate(word, *profile).is_ok();
            let mut words = BTreeSet::new();
            let _ = visit(ENDS.len() + other, false, &mut |word| {
                assert!(is_right(word), "{profile} {word:02X?}");
                words.insert(word.to_vec());
                ControlFlow::Continue(())
            });
            assert_eq!(words, complete_words(machine, &(0..=u8::MAX).collect::<Vec<_>>(), 0), "{profile}");
            let mut words = cut_words(machine, &letters(machine));
            words.retain(|chunks| chunks.len() > 1);
            assert_eq!(in_chunks(ENDS.len() + other), words, "{profile}");
        }
    }

    #[test]
    fn each_byte_is_read_as_its_class_after_any_state_and_before_any_word() {
        let is_right = |bytes: &[u8]| str::from_utf8(bytes).is_ok();
        for class in &STATES.classes {
            for byte in class {
                for access in &STATES.accesses {
                    for (_, word) in STATES.identifiers.iter().flatten() {
                        let [this, first] =
                            [byte, &class[0]].map(|byte| [access.as_slice(), &[*byte], word].concat());
                        assert_eq!(is_right(&this), is_right(&first), "{this:02X?}");
                    }
                }
            }
        }
    }
}
