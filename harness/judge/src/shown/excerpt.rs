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
    let parts = [expected, observed].map(|words| words.split_at(words.find(' ').unwrap_or(words.len())));
    let [(expected_head, expected_text), (observed_head, observed_text)] = parts;
    let pairs = expected_text.chars().zip(observed_text.chars());
    let same = pairs.take_while(|(expected, observed)| expected == observed).count();
    let place = |head: &str| head.chars().count() + same;
    (cut(expected, place(expected_head)), cut(observed, place(observed_head)))
}

/// `words` with what is far from its start, its end and the character numbered `place` left out.
fn cut(words: &str, place: usize) -> String {
    let characters: Vec<char> = words.chars().collect();
    let len = characters.len();
    if len <= LONGEST {
        return words.to_owned();
    }
    let shown = [(0, START), (place.saturating_sub(AROUND), place.saturating_add(AROUND)), (len - END, len)];
    let mut text = String::new();
    let mut done = 0;
    for (start, end) in shown {
        let start = start.max(done);
        let end = end.clamp(start, len);
        if start > done {
            let _ = write!(text, "[{} characters]", start - done);
        }
        text.extend(&characters[start..end]);
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
    fn characters_of_more_than_a_byte_count_as_one() {
        let words = |times| "\u{20AC}\u{1F600}".repeat(times);
        assert_eq!(excerpts("accept", &words(1_024)).1, words(1_024));
        // Of 4,000 characters 256 stay at the start, and as many before the place where nothing more is the same.
        let (_, observed) = excerpts("accept", &words(2_000));
        assert_eq!(observed, words(128) + "[3488 characters]" + &words(128));
    }
}
