//! Special characters beside each other.

use crate::sweep::special::SPECIAL;
use std::ops::ControlFlow;

/// How much ASCII stands at most before two characters, and how many of one stand beside another.
pub(super) const BLOCK: usize = 64;

/// The character of that number and each other one, alone and after different amounts of ASCII; both and a third; and it in a row of
/// at most `most`, also before and after one other, and by turns with it.
pub(super) fn visit(
    part: usize,
    most: usize,
    visit: &mut dyn FnMut(&[u8]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let Some(one) = SPECIAL.get(part) else { return ControlFlow::Continue(()) };
    let ascii = "A".repeat(BLOCK);
    for other in SPECIAL {
        visit(format!("{one}{other}").as_bytes())?;
        for before in 0..=BLOCK {
            visit(format!("{}{one}{other}{}", &ascii[..before], &ascii[..BLOCK / 4]).as_bytes())?;
        }
        for third in SPECIAL {
            visit(format!("{one}{other}{third}").as_bytes())?;
        }
        beside(*one, other, most.min(BLOCK + 1), visit)?;
    }
    let row = one.to_string().repeat(most);
    (1..=most).try_for_each(|times| visit(&row.as_bytes()[..times * one.len_utf8()]))
}

/// From three to `most` of `one` after and before one of `other`, and both by turns.
fn beside(
    one: char,
    other: char,
    most: usize,
    visit: &mut dyn FnMut(&[u8]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let row = format!("{other}{}", one.to_string().repeat(most));
    let turns = format!("{one}{other}").repeat(most.div_ceil(2));
    let mut before = String::new();
    for times in 3..=most {
        let end = other.len_utf8() + times * one.len_utf8();
        visit(&row.as_bytes()[..end])?;
        before.clear();
        before.push_str(&row[other.len_utf8()..end]);
        before.push(other);
        visit(before.as_bytes())?;
    }
    let turn = one.len_utf8() + other.len_utf8();
    (2..=most.div_ceil(2)).try_for_each(|times| visit(&turns.as_bytes()[..times * turn]))
}
