//! The few words by which known decoders are told apart.

use std::collections::BTreeMap;

/// Words on which formats, policies and ways to treat U+FEFF part.
pub(super) const PROBES: [&[u8]; 41] = [
    b"A",
    b"\x00",
    b"\x00\x80",
    b"\x80",
    b"\xFF",
    b"\xC0\x80",
    b"\xC1\xBF",
    b"\xC2",
    b"\xC3\xA9",
    b"\xC2A",
    b"\xE0\x80\x80",
    b"\xE0\x9F\xBF",
    b"\xE2\x82",
    b"\xE2\x82A",
    b"\xE2\x82\xAC",
    b"\xED\xA0\x80",
    b"\xED\xA0\x80A",
    b"\xED\xA0",
    b"\xED\xB0\x80",
    b"\xED\xB0\x80\xED\xA0\x80",
    b"\xED\xA0\x80\xED\xB0\x80",
    b"\xEF\xB7\x90",
    b"\xEF\xBB\xBFA",
    b"\xEF\xBF\xBE",
    b"\xF0\x80\x80\x80",
    b"\xF0\x8F\xBF\xBF",
    b"\xF0\x9F",
    b"\xF0\x9F\x98\x80",
    b"\xF0\x9F\xBF\xBE",
    b"\xF4\x8F\xBF\xBF",
    b"\xF4\x90\x80\x80",
    b"\xF7\xBF\xBF\xBF",
    b"\xF8\x80\x80\x80\x80",
    b"\xF8\x88\x80\x80\x80",
    b"\xFC\x84\x80\x80\x80\x80",
    b"\xFD\xBF\xBF\xBF\xBF\xBF",
    b"\xFE\x82\x80\x80\x80\x80\x80",
    b"\xFF\x80\x80\x80\x80\x80\x81\x80\x80\x80\x80\x80\x80",
    b"\x01",
    b"\x80\x80",
    b"\xF0\x90\x80A",
];

/// Keeps those of `candidates` that answer as the decoder does, word by word: each time the word is asked that leaves the fewest
/// in the worst case. `expected` is what a candidate answers, `ask` what the decoder does, or none if the word cannot be
/// asked. Returns the candidates that are left and how many words were asked; `None` when nothing more can be asked.
pub(super) fn narrowed<C, A: Ord>(
    candidates: Vec<C>,
    expected: impl Fn(&C, &[u8]) -> A,
    mut ask: impl FnMut(&[u8]) -> Option<Option<A>>,
) -> Option<(Vec<C>, usize)> {
    let mut left = candidates;
    let mut words: Vec<&'static [u8]> = PROBES.to_vec();
    let mut asked = 0;
    while left.len() > 1 {
        let worst = |word: &[u8]| {
            let mut parts: BTreeMap<A, usize> = BTreeMap::new();
            for candidate in &left {
                *parts.entry(expected(candidate, word)).or_default() += 1;
            }
            parts.into_values().max().unwrap_or(0)
        };
        let best = words.iter().enumerate().min_by_key(|(_, word)| worst(word));
        let Some((place, word)) = best.filter(|(_, word)| worst(word) < left.len()) else { break };
        let word: &'static [u8] = word;
        words.remove(place);
        let Some(answer) = ask(word)? else { continue };
        asked += 1;
        left.retain(|candidate| expected(candidate, word) == answer);
    }
    Some((left, asked))
}

#[cfg(test)]
mod tests {
    use super::*;
    use illformed_judge::automata::formats;

    #[test]
    fn twelve_words_at_most_tell_any_two_formats_apart() {
        for format in formats() {
            let answers = |word: &[u8]| Some(Some(format.machine.accepts(0, word)));
            let candidates: Vec<_> = formats().iter().collect();
            let expected =
                |other: &&illformed_judge::automata::KnownFormat, word: &[u8]| other.machine.accepts(0, word);
            let (left, asked) = narrowed(candidates, expected, answers).expect("it can be asked");
            let names: Vec<&str> = left.iter().map(|format| format.name.as_str()).collect();
            assert_eq!(names, [format.name.as_str()]);
            assert!(asked <= 12, "{}: {asked}", format.name);
        }
    }
}
