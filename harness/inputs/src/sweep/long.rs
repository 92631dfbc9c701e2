//! Long text, and an ill-formed part or a character of another width at each position of it.

use crate::sweep::BytesVisitor;
use crate::sweep::mixtures::{ILL_FORMED, push_ill_formed};
use crate::text::{FILLERS, push_text};
use illformed_judge::shown::thousands;
use std::ops::ControlFlow;

/// What may stand at a position: an ill-formed part, or a character of each width.
const UNITS: usize = ILL_FORMED + FILLERS.len();

/// How long inputs with such a unit are: some blocks of a power of two, and what is no whole block. The longest are of ASCII
/// and of characters of three bytes alone.
const LENGTHS: [usize; 4] = [277, 533, 1045, 4117];

/// Those up to `most`, in words.
pub(super) fn lengths(most: usize) -> String {
    let [first @ .., last] = LENGTHS;
    let first = first.iter().filter(|len| **len <= most).map(|len| thousands(*len as u64));
    let words = first.collect::<Vec<_>>().join(", ");
    if last > most {
        return words;
    }
    format!("{words} and, of ASCII and of characters of three bytes, {}", thousands(last as u64))
}

/// The longest text at the end of which an error stands: of each length, so that each tail stands behind some blocks.
pub(super) const BEFORE_END: usize = 600;

/// How many parts the family has.
pub(super) const FAMILY_PARTS: usize = FILLERS.len() * (UNITS * LENGTHS.len() + 1);

/// Visits text of one character of each length up to `most`, the shorter also before each ill-formed part, or a unit at each position of
/// text of at most `most` bytes.
pub(super) fn visit(part: usize, most: usize, visit: &mut BytesVisitor<'_>) -> ControlFlow<()> {
    // Of every four parts each has another character, so that all shares of a family have about as much of the long ones.
    let rest = part / FILLERS.len();
    let filler = (part + rest) % FILLERS.len();
    let mut input = Vec::new();
    let Some(number) = rest.checked_sub(1) else {
        return (1..=most).try_for_each(|len| {
            input.clear();
            push_text(&mut input, filler, len);
            visit(&input)?;
            let units = if len <= BEFORE_END { 0..ILL_FORMED } else { 0..0 };
            units.into_iter().try_for_each(|unit| {
                input.truncate(len);
                push_ill_formed(&mut input, unit, len);
                visit(&input)
            })
        });
    };
    let (unit, len) = (number % UNITS, LENGTHS[number / UNITS]);
    let character = unit.checked_sub(ILL_FORMED);
    let is_left_out = len == LENGTHS[LENGTHS.len() - 1] && filler % 2 == 1;
    if len > most || is_left_out || character == Some(filler) {
        return ControlFlow::Continue(());
    }
    for at in 0..len {
        input.clear();
        push_text(&mut input, filler, at);
        match character {
            Some(other) => input.extend_from_slice(FILLERS[other].as_bytes()),
            None => push_ill_formed(&mut input, unit, at),
        }
        let left = len.saturating_sub(input.len());
        push_text(&mut input, filler, left);
        visit(&input)?;
    }
    ControlFlow::Continue(())
}

#[cfg(test)]
mod tests {
    use super::{FAMILY_PARTS, visit};
    use std::ops::ControlFlow;

    #[test]
    fn an_error_and_each_width_are_asked_at_each_position_and_text_of_each_length() {
        let (mut errors, mut widths, mut lengths) = (vec![0; 300], vec![0; 277], vec![0; 300]);
        for part in 0..FAMILY_PARTS {
            let _ = visit(part, 299, &mut |input| {
                match str::from_utf8(input) {
                    Err(error) => errors[error.valid_up_to()] += 1,
                    Ok(text) => {
                        let ascii = text.bytes().take_while(u8::is_ascii).count();
                        let is_among_ascii =
                            text.chars().filter(|character| !character.is_ascii()).count() == 1;
                        match widths.get_mut(ascii).filter(|_| is_among_ascii && text.len() >= 277) {
                            Some(places) => *places += 1,
                            None => lengths[text.len()] += 1,
                        }
                    }
                }
                ControlFlow::Continue(())
            });
        }
        assert!(lengths[1..277].iter().all(|times| *times >= 4), "{lengths:?}");
        // Those at the end of the text stand there, too.
        assert!(errors[1..277].iter().all(|times| *times == 80), "{errors:?}");
        assert!(errors[277..].iter().all(|times| *times == 40), "{errors:?}");
        assert!(widths.iter().all(|times| *times >= 3), "{widths:?}");
    }
}
