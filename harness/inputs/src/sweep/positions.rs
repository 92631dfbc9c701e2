//! Each transition of the grammar at each position of inputs of one length.

use crate::sweep::BytesVisitor;
use crate::sweep::states::STATES;
use crate::text::{FILLERS, push_text};
use std::ops::ControlFlow;

/// What stands before the transition: text of characters of one to four bytes. A fifth kind is ASCII after an error.
pub(super) const KINDS: usize = FILLERS.len() + 1;

/// Visits the inputs of `len` bytes after that kind of text: text, the way to a state, a letter, a word that identifies the state
/// where that leads, ASCII; and text of that kind with another byte at one position. Some come more than once.
pub(super) fn visit(len: usize, kind: usize, visit: &mut BytesVisitor<'_>) -> ControlFlow<()> {
    (0..len).try_for_each(|at| {
        visit_at(at, len, kind, visit)?;
        visit_within(at, len, kind, visit)
    })
}

/// Whether that `way` to `state` is taken at position `at` after that kind of text: the shortest, and each within a character
/// after characters of its length. To a fast path for them the state behind F0 9F is another than the one behind E1.
fn is_taken((state, way): &(usize, Vec<u8>), at: usize, kind: usize) -> bool {
    let announced = way.first().map_or(0, |lead| lead.leading_ones() as usize);
    let is_alike = |filler: &str| filler.len() == announced || kind == 0 && at < way.len() + announced;
    // Where nothing of the kind fits before it, the text is that of the first kind.
    let least = if kind == 0 { 0 } else { FILLERS.get(kind).map_or(1, |filler| filler.len()) };
    let is_shortest = STATES.accesses[*state] == *way;
    way.len() + least <= at && (is_shortest || FILLERS.get(kind).is_some_and(|filler| is_alike(filler)))
}

/// Those whose transition stands at that position.
fn visit_at(at: usize, len: usize, kind: usize, visit: &mut BytesVisitor<'_>) -> ControlFlow<()> {
    let mut input = Vec::with_capacity(len);
    for (state, way) in STATES.ways.iter().filter(|way| is_taken(way, at, kind)) {
        input.clear();
        push_kind(&mut input, kind, at - way.len());
        input.extend_from_slice(way);
        for class in &STATES.classes {
            let next = STATES.machine.step(*state, class[0]);
            // Which byte stands for its class changes from place to place.
            let letter = class[(at + len + kind) % class.len()];
            let words = STATES.identifiers[next].iter().take_while(|(word, _)| at + 1 + word <= len);
            for (_, word) in words {
                input.truncate(at);
                input.push(letter);
                input.extend_from_slice(word);
                input.resize(len, b'A');
                visit(&input)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Those whose byte at that position is another than the text has there.
fn visit_within(at: usize, len: usize, kind: usize, visit: &mut BytesVisitor<'_>) -> ControlFlow<()> {
    let mut input = Vec::with_capacity(len);
    push_kind(&mut input, kind, len);
    let others = STATES.classes.iter().filter(|class| !class.contains(&input[at])).collect::<Vec<_>>();
    others.into_iter().try_for_each(|class| {
        input[at] = class[(at + len + kind) % class.len()];
        visit(&input)
    })
}

/// Adds `len` bytes of a kind of text.
fn push_kind(input: &mut Vec<u8>, kind: usize, len: usize) {
    match FILLERS.get(kind) {
        Some(_) => push_text(input, kind, len),
        None if len > 0 => {
            input.push(0xFF);
            push_text(input, 0, len - 1);
        }
        None => {}
    }
}

#[cfg(test)]
mod tests {
    use super::{KINDS, visit_at, visit_within};
    use crate::sweep::BytesVisitor;
    use crate::sweep::states::STATES;
    use std::ops::ControlFlow;

    /// The inputs of `len` bytes whose transition stands at that position.
    fn inputs_at(at: usize, len: usize) -> Vec<Vec<u8>> {
        let mut inputs = Vec::new();
        for kind in 0..KINDS {
            let visit: &mut BytesVisitor<'_> = &mut |input| {
                inputs.push(input.to_vec());
                ControlFlow::Continue(())
            };
            let _ = visit_at(at, len, kind, visit);
            let _ = visit_within(at, len, kind, visit);
        }
        inputs
    }

    fn inputs(len: usize) -> Vec<Vec<u8>> {
        (0..len).flat_map(|at| inputs_at(at, len)).collect()
    }

    /// A validator that takes one wrong step: at position `at` of an input of `len` bytes, from a state by a class of bytes to
    /// another state.
    struct Faulty {
        len: usize,
        at: usize,
        from: usize,
        class: usize,
        wrong: usize,
    }

    impl Faulty {
        fn accepts(&self, bytes: &[u8]) -> bool {
            let state = bytes.iter().enumerate().fold(0, |state, (place, byte)| {
                let is_fault = (bytes.len(), place, state) == (self.len, self.at, self.from)
                    && STATES.classes[self.class].contains(byte);
                if is_fault { self.wrong } else { STATES.machine.step(state, *byte) }
            });
            state == 0
        }
    }

    #[test]
    fn each_wrong_step_at_each_position_of_a_length_is_found_unless_nothing_can_show_it() {
        for len in [1, 2, 3, 5, 8, 16, 33, 64, 130] {
            for at in 0..len {
                let inputs = inputs_at(at, len);
                for (from, way) in STATES.ways.iter().filter(|(_, way)| way.len() <= at) {
                    let from = *from;
                    let is_here = |input: &&Vec<u8>| input[..at].ends_with(way);
                    let near: Vec<&Vec<u8>> = inputs.iter().filter(is_here).collect();
                    for (class, bytes) in STATES.classes.iter().enumerate() {
                        let right = STATES.machine.step(from, bytes[0]);
                        for wrong in (0..STATES.machine.len()).filter(|wrong| *wrong != right) {
                            // What is left of the length has to be enough to tell the two states apart.
                            let ends = |state: usize, word: &[u8]| STATES.machine.accepts(state, word);
                            let tells = |word: &[u8]| ends(right, word) != ends(wrong, word);
                            let mut words = STATES.identifiers[right].iter();
                            let shows = words.any(|(word_len, word)| at + 1 + word_len <= len && tells(word));
                            let faulty = Faulty { len, at, from, class, wrong };
                            let is_seen =
                                |input: &&Vec<u8>| faulty.accepts(input) != str::from_utf8(input).is_ok();
                            let found = near.iter().any(is_seen);
                            assert!(found || !shows, "{len} {at} {way:02X?} {class} {wrong}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn a_fast_path_for_characters_of_one_length_that_skips_a_byte_is_found() {
        for (many, skipped) in [(2, 6), (4, 2), (4, 13), (4, 14), (4, 15), (8, 30)] {
            // It takes so many characters of four bytes at once, and does not look at one byte of them.
            let accepts = |bytes: &[u8]| {
                let mut group = bytes[..4 * many].to_vec();
                group[skipped] = 0x9F;
                let is_taken = str::from_utf8(&group)
                    .is_ok_and(|text| text.chars().all(|character| character.len_utf8() == 4));
                str::from_utf8(if is_taken { &bytes[4 * many..] } else { bytes }).is_ok()
            };
            let is_seen = |input: &Vec<u8>| accepts(input) != str::from_utf8(input).is_ok();
            assert!(inputs_at(skipped, 40).iter().any(is_seen), "{many} {skipped}");
        }
    }

    #[test]
    fn a_validator_without_a_wrong_step_passes() {
        let right = Faulty { len: 0, at: 0, from: 0, class: 0, wrong: 0 };
        for input in inputs(12) {
            assert_eq!(right.accepts(&input), str::from_utf8(&input).is_ok(), "{input:02X?}");
        }
    }

    #[test]
    fn a_fault_of_a_longer_input_passes_which_is_said() {
        // After a whole character of four bytes at position 13 of 17 bytes everything is wrong.
        let beyond = Faulty { len: 17, at: 13, from: 0, class: 0, wrong: 1 };
        let passes = |len: usize| {
            inputs(len).iter().all(|input| beyond.accepts(input) == str::from_utf8(input).is_ok())
        };
        assert!(passes(16) && !passes(17));
    }
}
