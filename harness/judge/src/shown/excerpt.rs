//! Long words, cut around the place where they differ.

use std::fmt::Write;

/// As many characters are shown in full.
const LONGEST: usize = 2048;

/// How many characters stay at the start, on each side of the difference, and at the end.
const START: usize = 256;
const AROUND: usize = 256;
const END: usize = 64;

/// What was expected and what was observed, each whole if it has at most 2,048 characters; of a longer one the start, what
/// is around the first difference, and the end, with the number of characters that are left out in between.
pub(super) fn excerpts(expected: &str, observed: &str) -> (String, String) {
    // The first words differ in what they say of the error, which stands at the start anyway.
    let text = |words: &str| words.find(' ').unwrap_or(words.len());
    let (expected_text, observed_text) = (text(expected), text(observed));
    let pairs = expected.as_bytes()[expected_text..].iter().zip(&observed.as_bytes()[observed_text..]);
    let same = pairs.take_while(|(expected, observed)| expected == observed).count();
    (cut(expected, expected_text + same), cut(observed, observed_text + same))
}

/// `words` with what is far from its start, its end and `place` left out.
fn cut(words: &str, place: usize) -> String {
    if words.len() <= LONGEST {
        return words.to_owned();
    }
    let shown = [
        (0, START),
        (place.saturating_sub(AROUND), place.saturating_add(AROUND)),
        (words.len() - END, words.len()),
    ];
    let mut text = String::new();
    let mut done = 0;
    for (start, end) in shown {
        let start = words.floor_char_boundary(start.max(done));
        let end = words.ceil_char_boundary(end.clamp(start, words.len()));
        if start > done {
            let _ = write!(text, "[{} characters]", start - done);
        }
        text.push_str(&words[start..end]);
        done = end;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::excerpts;

    #[test]
    fn what_is_long_is_cut_and_the_difference_is_seen() {
        let whole = "accept ".to_owned() + &"0000fffd".repeat(200);
        assert_eq!(excerpts(&whole, "reject@1+1"), (whole.clone(), "reject@1+1".to_owned()));
        let right = "accept ".to_owned() + &"0000fffd".repeat(65_536);
        for (at, len) in [(0, 65_536), (300, 65_536), (40_000, 65_537), (65_535, 65_536), (65_535, 65_535)] {
            let mut codes = vec!["0000fffd"; len];
            codes[at.min(len - 1)] = "0010aaaa";
            let wrong = "reject@12 ".to_owned() + &codes.concat();
            let (expected, observed) = excerpts(&right, &wrong);
            assert!(observed.contains("10aaaa"), "{at}: {observed}");
            for (cut, whole) in [(&expected, &right), (&observed, &wrong)] {
                assert!(cut.len() < 1_100, "{}", cut.len());
                assert!(cut.contains(" characters]"), "{cut}");
                assert!(cut.starts_with(&whole[..200]) && cut.ends_with(&whole[whole.len() - 60..]), "{cut}");
            }
        }
    }

    #[test]
    fn words_of_more_than_ascii_are_cut_between_characters() {
        let (_, observed) = excerpts("accept", &"\u{20AC}\u{1F600}".repeat(1_000));
        assert!(observed.contains(" characters]"), "{observed}");
    }
}
