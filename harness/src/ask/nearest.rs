//! Names near one that does not exist.

use glob::Pattern;
use illformed_judge::case::Recipe;
use std::collections::BTreeSet;
use std::fmt::Display;

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
pub(crate) fn did_you_mean(names: &[impl Display]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    if quoted.is_empty() { String::new() } else { format!("; did you mean {}?", quoted.join(" or ")) }
}

/// What to say behind `pattern`, which selects no case of `vectors`: the nearest groups, vectors or recipes, or where all are
/// listed.
pub(crate) fn did_you_mean_cases(pattern: &str, vectors: &[&str]) -> String {
    let (wanted, recipe) = pattern.split_once('@').unwrap_or((pattern, ""));
    let matches = |glob: &Pattern| vectors.iter().any(|vector| glob.matches(vector));
    let suggested: Vec<String> =
        if !recipe.is_empty() && Pattern::new(wanted).is_ok_and(|glob| matches(&glob)) {
            let word = recipe.split('=').next().unwrap_or_default();
            let name = |form: &'static str| form.split('=').next().unwrap_or_default();
            // Two stand alone; all others have a value.
            let value = |known: &str| if Recipe::FORMS.contains(&known) { "" } else { "=*" };
            let near = nearest(word, Recipe::FORMS.into_iter().map(name));
            near.into_iter().map(|known| format!("{wanted}@{known}{}", value(known))).collect()
        } else {
            near_vectors(wanted, vectors)
        };
    if suggested.is_empty() { "; see illformed list cases".to_owned() } else { did_you_mean(&suggested) }
}

/// The vectors near `wanted`, by their whole ids or the part behind the group; all of a group near it, if it is the name of
/// one or ends with a glob.
pub(crate) fn near_vectors(wanted: &str, vectors: &[&str]) -> Vec<String> {
    let ids = || vectors.iter().map(|id| (*id, id.split_once('/').unwrap_or((id, ""))));
    let (group, name) = wanted.split_once('/').unwrap_or((wanted, "*"));
    if name.contains(['*', '?', '[']) {
        let groups: BTreeSet<&str> = ids().map(|(_, (group, _))| group).collect();
        let near: Vec<String> = nearest(group, groups).iter().map(|group| format!("{group}/*")).collect();
        if !near.is_empty() || wanted.contains('/') {
            return near;
        }
        let names: BTreeSet<&str> = ids().map(|(_, (_, name))| name).collect();
        let near = nearest(wanted, names);
        let named = ids().filter(|(_, (_, name))| near.contains(name));
        return named.take(MOST).map(|(id, _)| id.to_owned()).collect();
    }
    nearest(wanted, vectors.iter().copied()).into_iter().map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::{did_you_mean, did_you_mean_cases, nearest};

    #[test]
    fn a_slip_of_the_fingers_is_near_and_another_word_is_not() {
        let known = ["python/strict", "python/replace", "perl/encode-croak"];
        assert_eq!(nearest("python/strct", known)[0], "python/strict");
        assert_eq!(nearest("zzz", known), [""; 0]);
        assert_eq!(did_you_mean(&["a", "b"]), "; did you mean `a` or `b`?");
        assert_eq!(did_you_mean(&[""; 0]), "");
    }

    #[test]
    fn a_pattern_of_cases_is_answered_with_groups_vectors_or_recipes() {
        let vectors = ["overlong/nul-two-bytes", "overlong/slash-two-bytes", "truncated/euro", "stray/one"];
        for (pattern, answer) in [
            ("overlong", "; did you mean `overlong/*`?"),
            ("overlng/*", "; did you mean `overlong/*`?"),
            ("truncatd/*", "; did you mean `truncated/*`?"),
            ("nul-two-byte", "; did you mean `overlong/nul-two-bytes` or `overlong/slash-two-bytes`?"),
            ("stray/on", "; did you mean `stray/one`?"),
            ("stray/*@splt=1", "; did you mean `stray/*@split=*` or `stray/*@splits=*`?"),
            ("stray/*@reus", "; did you mean `stray/*@reuse` or `stray/*@reset=*`?"),
            ("zzz", "; see illformed list cases"),
        ] {
            assert_eq!(did_you_mean_cases(pattern, &vectors), answer, "{pattern}");
        }
    }
}
