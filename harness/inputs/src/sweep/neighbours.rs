//! Special characters beside each other, and before an error.

use crate::sweep::BytesVisitor;
use crate::sweep::mixtures::{ILL_FORMED, push_ill_formed};
use std::ops::ControlFlow;

/// Characters that decoders treat apart: controls, separators, what quotes and escapes, letters whose case has another length, marks
/// and what composes with one, joiners, what changes the picture of the character before it, edges of rows and of planes,
/// noncharacters, astral ones.
pub(super) const SPECIAL: &str = "\
    \0\t\n\u{B}\u{C}\r\u{1A}\u{1B} \"%&'./1<A\\i\u{7F}\u{80}\u{85}\u{A0}\u{AD}\u{DF}\u{E9}\u{FF}\
    \u{130}\u{131}\u{17F}\u{301}\u{5D0}\u{627}\u{644}\u{7FF}\u{800}\u{94D}\u{FFF}\u{1000}\u{1100}\
    \u{1161}\u{1E9E}\u{200B}\u{200D}\u{2028}\u{2029}\u{202E}\u{20AC}\u{20E3}\u{212A}\u{3000}\u{304B}\
    \u{3099}\u{AC00}\u{D7FF}\u{E000}\u{FB01}\u{FDD0}\u{FE0F}\u{FEFF}\u{FF0F}\u{FFFD}\u{FFFE}\u{FFFF}\
    \u{10000}\u{1F1E6}\u{1F3FB}\u{1F600}\u{1FFFE}\u{3FFFF}\u{E0001}\u{FFFFF}\u{10FFFF}";

/// How much ASCII stands at most before two characters.
pub(super) const BLOCK: usize = 64;

/// How many of one stand beside another at most.
pub(super) const BESIDE: usize = BLOCK + 1;

/// The character of that number and each other one, alone and after different amounts of ASCII; both and a third; it in a row of
/// at most `most`, also before and after one other, and by turns with it; and it before an error.
pub(super) fn visit(part: usize, most: usize, visit: &mut BytesVisitor<'_>) -> ControlFlow<()> {
    let Some(one) = SPECIAL.chars().nth(part) else { return ControlFlow::Continue(()) };
    let ascii = "A".repeat(BLOCK);
    for other in SPECIAL.chars() {
        visit(format!("{one}{other}").as_bytes())?;
        for before in 0..=BLOCK {
            visit(format!("{}{one}{other}{}", &ascii[..before], &ascii[..BLOCK / 4]).as_bytes())?;
        }
        for third in SPECIAL.chars() {
            visit(format!("{one}{other}{third}").as_bytes())?;
        }
        beside(one, other, most.min(BESIDE), visit)?;
    }
    before_error(one, most.min(BLOCK), visit)?;
    let row = one.to_string().repeat(most);
    (1..=most).try_for_each(|times| visit(&row.as_bytes()[..times * one.len_utf8()]))
}

/// `one` behind and before at most `most` bytes of ASCII each, and then an ill-formed part: text may end there.
fn before_error(one: char, most: usize, visit: &mut BytesVisitor<'_>) -> ControlFlow<()> {
    let mut input = Vec::new();
    for before in 0..=most {
        for between in 0..=most {
            input.clear();
            input.resize(before, b'A');
            input.extend_from_slice(one.encode_utf8(&mut [0; 4]).as_bytes());
            input.resize(input.len() + between, b'A');
            push_ill_formed(&mut input, (before + between) % ILL_FORMED, before);
            visit(&input)?;
        }
    }
    ControlFlow::Continue(())
}

/// From three to `most` of `one` after and before one of `other`, and both by turns.
fn beside(one: char, other: char, most: usize, visit: &mut BytesVisitor<'_>) -> ControlFlow<()> {
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
