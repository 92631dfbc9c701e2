//! Adapters that break one rule each, and are told which.

use crate::typed::{Folder, Said};
use illformed::ask::adapter_check::Rule;
use std::thread;

/// What an adapter that is waited for brings about. These have two seconds, and the others more than they ever need.
const WAITS: [&str; 4] = [
    "why    no line end in 2000 ms\n",
    "came   nothing in 2000 ms\n",
    "came   still running after 2000 ms\n",
    "only after the end of the input\n",
];

/// The rows of `broken.txt`: the word, the rule, the place, and what is said.
fn table() -> impl Iterator<Item = (&'static str, Rule, &'static str, Vec<String>)> {
    include_str!("broken.txt").lines().filter(|line| !line.starts_with("# ")).map(|line| {
        let (head, says) = line.split_once(" => ").expect("a row has what is said");
        let mut head = head.split(' ');
        let mut next = || head.next().unwrap_or_default();
        let (word, name, place) = (next(), next(), next());
        let rule = Rule::ALL.into_iter().find(|rule| format!("{rule:?}") == name).expect(line);
        (word, rule, place, says.split(" => ").map(|part| part.replace('$', "\n")).collect())
    })
}

fn check(folder: &Folder, word: &str, seconds: u32) -> Said {
    folder.write("it.sh", include_str!("../../adapters/broken.sh"));
    folder.sh(&format!("illformed adapter check --timeout {seconds} -- sh it.sh {word}"))
}

/// The line that shows again what came, and what it shows.
fn shown_again(folder: &Folder, said: &Said) -> (String, Said) {
    let (_, again) = said.stdout.split_once("To see it again:\n  ").expect("there is a line to paste");
    (again.to_owned(), folder.sh(again))
}

#[test]
fn every_rule_is_told_to_the_adapter_that_breaks_it() {
    thread::scope(|scope| {
        // Those that are waited for are waited for together.
        for (word, rule, place, says) in table() {
            scope.spawn(move || tell(word, rule, place, &says));
        }
    });
    let is_told = |rule: &Rule| table().any(|(_, told, ..)| told == *rule);
    let untold: Vec<_> = Rule::ALL.iter().filter(|rule| !is_told(rule)).collect();
    assert_eq!(untold, [&Rule::Starts], "this one is told to no adapter");
}

fn tell(word: &str, rule: Rule, place: &str, says: &[String]) {
    let folder = Folder::new();
    let waits = says.iter().any(|says| WAITS.iter().any(|end| says.ends_with(end)));
    let said = check(&folder, word, if waits { 2 } else { 60 }).ends(3).has(&[&format!("✗ {rule}\n")]);
    for part in says {
        assert!(said.stdout.contains(part), "{word}: no {part} in {}", said.stdout);
    }
    assert_eq!(said.stderr, "illformed: the adapter breaks the contract, see above\n");
    let line = |start: &str| said.stdout.lines().find_map(|line| line.strip_prefix(start));
    assert_eq!(line("  place  ").unwrap_or_default(), place, "{word}: {}", said.stdout);
    let came = line("  came   ").expect("something came");
    if came.starts_with('{') && !came.contains('\u{FFFD}') && !waits {
        let (again, shown) = shown_again(&folder, &said);
        assert!(shown.stdout.lines().any(|line| line == came), "{again}: {shown:?}");
    }
}

#[test]
fn what_breaks_only_after_other_requests_is_shown_again_with_them() {
    let folder = Folder::new();
    let (again, shown) = shown_again(&folder, &check(&folder, "dies-of-the-fifth", 60));
    assert_eq!(again.matches("\"op\":\"decode\"").count(), 5, "{again}");
    assert!(shown.stdout.ends_with("exit code 9\n"), "{shown:?}");
    // What follows the canary is shown with each.
    for (word, shows_alone) in
        [("hands-back-the-canary-alone", true), ("hands-back-the-canary-behind-another", false)]
    {
        let said = check(&folder, word, 60).has(&[&format!("✗ {}\n", Rule::OwnValues)]);
        let (again, shown) = shown_again(&folder, &said);
        assert_eq!(again.matches("\"op\":\"decode\"").count() == 1, shows_alone, "{again}");
        shown.has(&["\"out\":\"5a\"", "\"out\":\"a5\""]);
    }
}

#[test]
fn answers_at_random_do_not_follow_the_canary() {
    let folder = Folder::new();
    let all: Vec<Said> = (0..10).map(|_| check(&folder, "throws-dice", 60).ends(0)).collect();
    assert!(all.iter().any(|said| said.stdout.contains("and in another session")), "{all:?}");
}
