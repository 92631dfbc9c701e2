//! Which recipes there are, what they say, and how much they make.

use illformed_judge::case::{CaseId, Plan, Recipe};
use illformed_vectors::Suite;

#[test]
fn a_recipe_that_makes_nothing_or_too_much_is_refused_with_the_reason() {
    for (text, reason) in [
        ("times=0", "the bytes stand at least 2 times"),
        ("uses=0,then=61", "the bytes are decoded at least 2 times, or once before others"),
        ("warm=0,with=61", "a warm-up is at least one input"),
        ("at=131073,fill=61,tail=0", "more than 131072 bytes on a side"),
        ("at=0,fill=61,tail=131073", "more than 131072 bytes on a side"),
        ("at=0,fill=61,tail=0", "nothing is around the vector"),
    ] {
        assert_eq!(text.parse::<Recipe>(), Err(format!("recipe `{text}`: {reason}")));
    }
    assert!("at=131072,fill=61,tail=0".parse::<Recipe>().is_ok());
}

#[test]
fn a_case_has_at_most_half_a_million_bytes_in_all_uses() {
    let is_made = |id: &str| Plan::find(Suite::embedded(), &id.parse::<CaseId>().unwrap()).is_some();
    // Two bytes, 2^18 times and once more.
    assert!(is_made("overlong/nul-two-bytes@uses=262144,then=61"));
    assert!(!is_made("overlong/nul-two-bytes@uses=262145,then=61"));
}

#[test]
fn the_words_of_a_recipe_say_what_stands_where_and_how_long_it_is_if_that_is_not_seen() {
    let words = |id: &str| {
        let case = Plan::find(Suite::embedded(), &id.parse().unwrap()).unwrap();
        case.id.recipe.unwrap().words_for(&case.vector.input)
    };
    for (recipe, told) in [
        ("after=ff", "directly before FF"),
        ("times=2,end=ff", "then FF"),
        ("at=62,fill=61,tail=0", "before 0 of 61"),
        ("at=63,fill=61,tail=0", "65 bytes in all"),
    ] {
        let words = words(&format!("overlong/nul-two-bytes@{recipe}"));
        assert!(words.ends_with(told), "{recipe}: {words}");
    }
}
