//! Looser looks at an input: whatever a label may rightly name.

use illformed::search::promote::{LooseForm, LooseInput, payload};
use illformed_codec::{ErrorKind, Event};
use illformed_judge::oracle::arithmetic::shortest_len;

/// Whether two events stand directly one after the other that `wanted` holds for.
pub(crate) fn has_pair(input: &LooseInput<'_>, wanted: impl Fn(&Event, &Event) -> bool) -> bool {
    input.events.iter().any(|events| events.windows(2).any(|pair| wanted(&pair[0], &pair[1])))
}

/// Whether `form` is `value`, or the beginning of it.
pub(crate) fn may_be(form: &LooseForm, value: u64) -> bool {
    let unknown = 6 * (form.announced - form.have);
    form.value >> unknown == value >> unknown
}

/// Whether the number `value` is in it in some form, whole or cut, as a pair of surrogates too.
pub(crate) fn has_value(input: &LooseInput<'_>, value: u64) -> bool {
    input.all_forms().any(|form| may_be(form, value)) || sloppy(input, value) || has_halves(input, value)
}

/// Whether the last bytes of `value` stand where no lead comes before.
pub(crate) fn has_tail(input: &LooseInput<'_>, value: u64) -> bool {
    let form = shortest(value);
    input.segments.iter().zip(&input.events).any(|(bytes, events)| {
        events
            .iter()
            .filter(|event| event.error_kind() == Some(ErrorKind::UnexpectedContinuation))
            .any(|event| (1..form.len()).any(|from| bytes[event.at()..].starts_with(&form[from..])))
    })
}

/// Whether the form of `value` is in it with one of its bytes lost.
pub(crate) fn has_damaged(input: &LooseInput<'_>, value: u64) -> bool {
    let form = shortest(value);
    (0..form.len()).filter(|_| form.len() > 1).any(|lost| {
        let left = [&form[..lost], &form[lost + 1..]].concat();
        input.bytes().windows(left.len()).any(|window| window == left)
    })
}

/// Whether a decoder that does not look at the two top bits of what follows a lead would get `value`.
fn sloppy(input: &LooseInput<'_>, value: u64) -> bool {
    input.segments.iter().zip(&input.forms).any(|(bytes, forms)| {
        forms.iter().filter(|form| form.is_cut()).any(|form| {
            let rest = bytes.get(form.at + 1..form.at + form.announced as usize);
            rest.is_some_and(|rest| payload(bytes[form.at], form.announced, rest) == value)
        })
    })
}

fn has_halves(input: &LooseInput<'_>, value: u64) -> bool {
    input.forms.iter().any(|forms| {
        forms.windows(2).any(|pair| {
            let [leading, trailing] = [pair[0].value, pair[1].value];
            !pair[0].is_cut()
                && leading >> 10 == 0x36
                && trailing >> 10 == 0x37
                && value == ((leading - 0xD800) << 10) + (trailing - 0xDC00) + 0x1_0000
        })
    })
}

/// The shortest form of `value`, of at most six bytes.
fn shortest(value: u64) -> Vec<u8> {
    let len = shortest_len(value as u32) as u32;
    let lead = if len == 1 { 0 } else { 0xFF_u64 << (8 - len) & 0xFF };
    let rest = (0..len - 1).rev().map(|place| 0x80 | (value >> (6 * place)) & 0x3F);
    [lead | value >> (6 * (len - 1))].into_iter().chain(rest).map(|byte| byte as u8).collect()
}
