//! Long text, and an ill-formed part at each position of it.

use crate::sweep::mixtures::{ILL_FORMED, push_ill_formed};
use crate::sweep::text::{FILLERS, push_text};
use std::ops::ControlFlow;

/// How long inputs with an ill-formed part are: some blocks of a power of two, and what is no whole block. The longest are of ASCII
/// and of characters of three bytes alone.
const LENGTHS: [usize; 4] = [277, 533, 1045, 4117];

/// How many parts the family has.
pub(super) const FAMILY_PARTS: usize = FILLERS.len() * (ILL_FORMED * LENGTHS.len() + 1);

/// Visits text of one character of each length up to `most`, or an ill-formed part at each position of text of at most `most` bytes.
pub(super) fn visit(
    part: usize,
    most: usize,
    visit: &mut dyn FnMut(&[u8]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    // Of every four parts each has another character, so that all shares of a family have about as much of the long ones.
    let rest = part / FILLERS.len();
    let filler = (part + rest) % FILLERS.len();
    let mut input = Vec::new();
    let Some(number) = rest.checked_sub(1) else {
        return (1..=most).try_for_each(|len| {
            input.clear();
            push_text(&mut input, filler, len);
            visit(&input)
        });
    };
    let (unit, len) = (number % ILL_FORMED, LENGTHS[number / ILL_FORMED]);
    let is_left_out = len == LENGTHS[LENGTHS.len() - 1] && filler % 2 == 1;
    if len > most || is_left_out {
        return ControlFlow::Continue(());
    }
    for at in 0..len {
        input.clear();
        push_text(&mut input, filler, at);
        push_ill_formed(&mut input, unit, at);
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
    fn an_error_is_asked_at_each_position_and_text_of_each_length() {
        let (mut places, mut lengths) = (vec![0; 277], vec![0; 300]);
        for part in 0..FAMILY_PARTS {
            let _ = visit(part, 299, &mut |input| {
                match str::from_utf8(input) {
                    Ok(text) => lengths[text.len()] += 1,
                    Err(error) => places[error.valid_up_to()] += 1,
                }
                ControlFlow::Continue(())
            });
        }
        assert!(lengths[1..].iter().all(|times| *times == 4), "{lengths:?}");
        assert!(places.iter().all(|times| *times == 40), "{places:?}");
    }
}
