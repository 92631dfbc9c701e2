//! Names near one that does not exist.

/// How many names are suggested.
const MOST: usize = 3;

/// The names of `known` that are nearest to `word`, at most three, the nearest first; only those that share more than half
/// of it.
pub(crate) fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let scored = known.into_iter().map(|name| (strsim::jaro_winkler(word, name), name));
    let mut near: Vec<(f64, &str)> = scored.filter(|(score, _)| *score > 0.8).collect();
    near.sort_by(|one, other| other.0.total_cmp(&one.0));
    near.dedup_by_key(|(_, name)| *name);
    near.into_iter().take(MOST).map(|(_, name)| name).collect()
}

/// `; did you mean `a` or `b`?`, or nothing without names.
pub(crate) fn did_you_mean(names: &[&str]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    if quoted.is_empty() { String::new() } else { format!("; did you mean {}?", quoted.join(" or ")) }
}

#[cfg(test)]
mod tests {
    use super::{did_you_mean, nearest};

    #[test]
    fn a_slip_of_the_fingers_is_near_and_another_word_is_not() {
        let known = ["python/strict", "python/replace", "perl/encode-croak"];
        assert_eq!(nearest("python/strct", known)[0], "python/strict");
        assert_eq!(nearest("zzz", known), [""; 0]);
        assert_eq!(did_you_mean(&["a", "b"]), "; did you mean `a` or `b`?");
        assert_eq!(did_you_mean(&[]), "");
    }
}
