//! Which cases are asked again.

use crate::record::run::pass::{Class, Pass};
use illformed_judge::case::Plan;
use illformed_vectors::Input;
use std::collections::HashSet;

/// How many cases are asked again at most, so that a deep run stays within what it may take.
const MOST: usize = 20_000;

const MOST_FAILING: usize = 1000;

/// How many failures of one decoder are asked alone, of so many that are the first of a kind in a group of vectors.
const MOST_ALONE: usize = 12;
const MOST_FIRSTS: usize = 256;

/// The cases of `pass` that are asked again, as places in its list of asked cases, in the order in which they are asked:
/// the reverse of the first one: an eighth of them, or a third where `is_thorough`. First come the failures that are the first
/// of their kind.
pub(super) fn sample(plan: &Plan<'_>, pass: &Pass, is_thorough: bool) -> Vec<usize> {
    let of_class = |class| -> Vec<usize> {
        (0..pass.given.len()).filter(|place| pass.given[*place].class == class).collect()
    };
    let not_compared = of_class(Class::NotCompared);
    // What reads beyond the end of its input differs most where the end is inside of a character.
    let (inside, others): (Vec<usize>, Vec<usize>) = not_compared
        .into_iter()
        .partition(|place| ends_inside_character(plan.cases[pass.asked[*place]].input()));
    let (part, least) = if is_thorough { (3, 2000) } else { (8, 256) };
    let asked = pass.asked.len();
    let most = (asked / part).max(least.min(asked)).min(MOST);
    let mut chosen = spread(&of_class(Class::Failing), MOST_FAILING.min(most));
    for (candidates, share) in [(inside, most / 2), (others, most / 4), (of_class(Class::Passing), most)] {
        let left = most.saturating_sub(chosen.len());
        chosen.extend(spread(&candidates, share.min(left)));
    }
    let firsts = alone(plan, pass);
    let has_answer = |place: &usize| pass.given[*place].class != Class::Unanswered;
    let mut order: Vec<usize> = firsts.iter().copied().filter(has_answer).collect();
    chosen.retain(|place| !firsts.contains(place));
    order.sort_unstable_by(|one, other| other.cmp(one));
    chosen.sort_unstable_by(|one, other| other.cmp(one));
    order.extend(chosen);
    order
}

/// The places of the failures that stand for the others: the first of each kind, then the first of a kind in further groups.
pub(super) fn alone(plan: &Plan<'_>, pass: &Pass) -> Vec<usize> {
    let mut seen = HashSet::new();
    let firsts = pass.given.iter().enumerate().filter_map(|(place, given)| {
        let kind = given.kind?;
        seen.insert((kind, plan.cases[pass.asked[place]].id.vector.group())).then_some(place)
    });
    let firsts: Vec<usize> = firsts.take(MOST_FIRSTS).collect();
    let mut kinds = HashSet::new();
    let (mut chosen, others): (Vec<usize>, Vec<usize>) =
        firsts.into_iter().partition(|place| kinds.insert(pass.given[*place].kind));
    chosen.truncate(MOST_ALONE);
    chosen.extend(spread(&others, MOST_ALONE - chosen.len()));
    chosen
}

/// At most so many of `candidates`, at even distances.
fn spread(candidates: &[usize], most: usize) -> Vec<usize> {
    if candidates.len() <= most {
        return candidates.to_vec();
    }
    (0..most).map(|number| candidates[number * candidates.len() / most]).collect()
}

/// Whether the last bytes begin a character and do not end it.
fn ends_inside_character(input: &Input) -> bool {
    let bytes = input.bytes();
    let behind = bytes.iter().rev().take_while(|byte| **byte & 0xC0 == 0x80).count();
    let lead = bytes.len().checked_sub(behind + 1).map(|place| bytes[place]);
    lead.is_some_and(|lead| lead >= 0xC0 && lead.leading_ones() as usize > behind + 1)
}

#[cfg(test)]
mod tests {
    use super::{ends_inside_character, spread};
    use illformed_vectors::Input;

    #[test]
    fn an_even_selection_has_no_case_twice_and_begins_with_the_first() {
        let candidates: Vec<usize> = (0..1000).map(|number| number * 3).collect();
        for most in [0, 1, 7, 999, 1000, 2000] {
            let chosen = spread(&candidates, most);
            assert_eq!(chosen.len(), most.min(1000));
            assert!(chosen.is_sorted_by(|one, next| one < next), "{most}");
            assert!(chosen.first().is_none_or(|first| *first == 0));
        }
    }

    #[test]
    fn an_input_ends_inside_a_character_when_its_last_lead_byte_wants_more() {
        let table: [(&[u8], bool); 10] = [
            (b"", false),
            (b"a", false),
            (b"\xC2", true),
            (b"\xC2\x80", false),
            (b"a\xF0\x9F\x98", true),
            (b"\xF0\x9F\x98\x80", false),
            (b"\xE2\x82a", false),
            (b"\x80\x80", false),
            (b"\xF8\x88\x80\x80", true),
            (b"\xF4\x83\x80", true),
        ];
        for (bytes, expected) in table {
            assert_eq!(ends_inside_character(&Input::Bytes(bytes.to_vec())), expected, "{bytes:02x?}");
        }
    }
}
