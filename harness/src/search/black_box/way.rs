//! From one input that fails to another of the same form, byte by byte.

use illformed_vectors::{Call, Input, Script};

/// The inputs between `from` and `to`, each with one more byte of `to`: once the first bytes first, once the last. `None`
/// when the two differ in more than bytes.
pub(crate) fn ways(from: &Input, to: &Input) -> Option<[Vec<Input>; 2]> {
    let (start, end) = (bytes_of(from), bytes_of(to));
    if start.len() != end.len() || !are_of_one_form(from, to) {
        return None;
    }
    let mut places: Vec<usize> = (0..start.len()).filter(|at| start[*at] != end[*at]).collect();
    let forth = way(from, &start, &end, &places);
    places.reverse();
    Some([forth, way(from, &start, &end, &places)])
}

/// Without the last place, since all of them together are `end`.
fn way(from: &Input, start: &[u8], end: &[u8], places: &[usize]) -> Vec<Input> {
    let mut bytes = start.to_vec();
    let between = places.split_last().map_or(&[][..], |(_, between)| between);
    let steps = between.iter().filter_map(|place| {
        bytes[*place] = end[*place];
        with_bytes(from, &bytes)
    });
    steps.collect()
}

fn are_of_one_form(one: &Input, other: &Input) -> bool {
    match (one, other) {
        (Input::Bytes(_), Input::Bytes(_)) => true,
        (Input::Calls(one), Input::Calls(other)) => {
            let alike = |one: &Call, other: &Call| match (one, other) {
                (Call::Feed(one), Call::Feed(other)) => one.len() == other.len(),
                _ => one == other,
            };
            let (one, other) = (one.calls(), other.calls());
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| alike(one, other))
        }
        _ => false,
    }
}

fn bytes_of(input: &Input) -> Vec<u8> {
    match input {
        Input::Bytes(bytes) => bytes.clone(),
        Input::Calls(script) => {
            let chunk = |call: &Call| match call {
                Call::Feed(chunk) => chunk.clone(),
                Call::Finish | Call::Reset => Vec::new(),
            };
            script.calls().iter().flat_map(chunk).collect()
        }
    }
}

/// An input of the form of `form`, with as many other bytes.
fn with_bytes(form: &Input, bytes: &[u8]) -> Option<Input> {
    let Input::Calls(script) = form else { return Some(Input::Bytes(bytes.to_vec())) };
    let mut rest = bytes;
    let mut calls = Vec::new();
    for call in script.calls() {
        calls.push(match call {
            Call::Feed(chunk) => {
                let (chunk, behind) = rest.split_at_checked(chunk.len())?;
                rest = behind;
                Call::Feed(chunk.to_vec())
            }
            other => other.clone(),
        });
    }
    Script::new(calls).ok().map(Input::Calls)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_way_changes_one_byte_at_a_time_and_no_call() {
        let input = |text: &str| match text.strip_prefix('=') {
            Some(hex) => Input::Bytes(const_hex::decode(hex).unwrap()),
            None => Input::Calls(text.parse().unwrap()),
        };
        let between = |from, to| ways(&input(from), &input(to));
        let inputs = |texts: [&str; 2]| texts.map(input).to_vec();
        assert_eq!(
            between("=f09f98c3", "=f1809841"),
            Some([inputs(["=f19f98c3", "=f18098c3"]), inputs(["=f09f9841", "=f0809841"])])
        );
        assert_eq!(
            between("c3a9 ~ 80", "c280 ~ 41"),
            Some([inputs(["c2a9 ~ 80", "c280 ~ 80"]), inputs(["c3a9 ~ 41", "c380 ~ 41"])])
        );
        assert_eq!(between("=c080", "=c180"), Some([vec![], vec![]]));
        assert_eq!(between("=c080", "=c08041"), None);
        assert_eq!(between("c0 80", "c080"), None);
        assert_eq!(between("c3 ~", "c3 ."), None);
    }
}
