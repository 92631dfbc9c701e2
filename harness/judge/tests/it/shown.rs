//! Failures, inputs and answers as a person reads them.

use crate::verdicts::response;
use illformed_codec::Profile;
use illformed_judge::judge::{MemoryFault, Response};
use illformed_judge::observation::{Observation, Text};
use illformed_judge::shown::{
    Failing, Style, again_line, brief_answer, failing, fit, given_answer, quoted, shown_bytes, shown_calls,
    shown_input, wrapped,
};
use illformed_vectors::Input;
use snapbox::{assert_data_eq, file};
use std::time::Duration;

fn input(text: &str) -> Input {
    text.parse().expect("an input")
}

/// Failures: the title, the detail, the input, its profile, and what was expected and observed.
fn failures() -> Vec<(&'static str, String, Input, Profile, &'static str, &'static str)> {
    let words = |times| "said ".repeat(times).trim_end().to_owned();
    let accepts = "accepts ill-formed bytes".to_owned();
    let wrong = || "wrong text".to_owned();
    let wrote = "wrote \u{1B}[31m".to_owned();
    let long = "an answer that is so long that it does not fit in the line that is there for it";
    let resets = input("calls c3 ~ a9 . ~ eda080 .");
    let rfc3629 = Profile::Rfc3629;
    vec![
        ("py overlong/nul", accepts, input("c080"), rfc3629, "reject@0+1", "accept 00"),
        // In question: the line `bits` of no bytes is empty.
        ("nothing given", wrong(), input(""), rfc3629, "accept -", ""),
        // In question: what is behind the fifth line is left out without a mark.
        ("long words", words(100), input("41"), rfc3629, "", "accept 00000042"),
        ("eight bytes", wrong(), input("c3a9e282acc3a941"), rfc3629, "accept", "reject"),
        ("nine bytes", wrong(), input("c3a9e282acc3a94142"), rfc3629, "accept", "reject"),
        ("many steps", words(14), input("ff41ff41ff41ff41ff41"), rfc3629, "accept", "reject"),
        ("one step many times", words(13), input(&"41".repeat(63)), rfc3629, "accept", "reject"),
        ("resets", "late".to_owned(), resets, Profile::Cesu8, "a ~ b ~ c", "d ~ e ~ f"),
        ("controls", wrote, input("1b"), rfc3629, "##[error]", long),
    ]
}

/// Responses that are no answers, and an answer that is too long for a row.
fn other_responses() -> Vec<Response> {
    let long = [&[1, 2, 3, 4, 5], [0x61; 2000].as_slice(), &[7, 8], &[9; 9]].concat();
    let limit = Duration::from_millis(1500);
    let among =
        |how: &str, limit, (before, after)| Response::Among { how: how.to_owned(), limit, before, after };
    vec![
        Observation::accept(Text::Utf32(long)).into(),
        Response::Crashed("killed by signal 11".to_owned()),
        Response::Misused { fault: MemoryFault::ReadsPastEnd, how: "reads byte 3 of 3".to_owned() },
        among("killed by signal 6", None, (2, 3)),
        Response::TimedOut(limit),
        Response::TimedOut(Duration::ZERO),
        among("no answer in 1500 ms, not seen alone", Some(limit), (0, 4)),
        Response::ProtocolError("no JSON".to_owned()),
        Response::NotAsked("given up".to_owned()),
    ]
}

#[test]
fn failures_are_shown_as_the_golden_file_has_them() {
    let refs = ["RFC 3629 s3".to_owned(), "Unicode D93b".to_owned()];
    let mut text = String::new();
    for (number, (title, detail, input, profile, expected, observed)) in failures().iter().enumerate() {
        let refs = &refs[..number.min(2)];
        let (verdict, comment) = ("fail", "a comment");
        let shown =
            Failing { title, verdict, detail, input, comment, refs, profile: *profile, expected, observed };
        text += &failing(&shown, Style::Plain);
        text += &again_line("illformed run --only 'a b'", Style::Plain);
        if number == 0 {
            text += &failing(&shown, Style::Ansi).replace('\u{1B}', "ESC");
            text += &again_line("illformed", Style::Ansi).replace('\u{1B}', "ESC");
        }
        text.push('\n');
    }
    assert_data_eq!(text, file!["../golden/failures.txt"].raw());
}

/// A row begins with the form of the text, if what is behind it is read.
#[test]
fn answers_are_told_as_the_golden_file_has_them() {
    let read = include_str!("../golden/answers.txt").lines().filter_map(|row| {
        let (form, told) = row.split(" => ").next()?.split_once(' ')?;
        let out = serde_json::from_value(form.into()).ok()?;
        Some((format!("{form} "), response(told, out)))
    });
    let others = other_responses().into_iter().map(|response| (String::new(), response));
    let lines = read.chain(others).map(|(form, response)| {
        let (brief, whole) = brief_answer(&response);
        let given = given_answer(&response);
        let others = [brief, whole].into_iter().filter(|words| *words != given).collect::<Vec<_>>();
        let told = [vec![response.to_string(), given], others].concat();
        let window = response.window().map_or_else(String::new, |window| format!(" {window:?}"));
        let verdict = response.verdict_without_answer().map_or_else(String::new, |verdict| {
            format!("{window} [{} {:?}: {verdict}]", verdict.name(), verdict.cause())
        });
        // The notation of a run of thousands is a line of as many digits.
        let cut = |words: String| fit(&words, 120);
        form + &told.into_iter().map(cut).collect::<Vec<_>>().join(" => ") + &verdict + "\n"
    });
    assert_data_eq!(lines.collect::<String>(), file!["../golden/answers.txt"].raw());
}

/// `text`, in which `{unit*3}` stands for three units.
fn repeated(text: &str) -> String {
    let part = |part: &str| {
        let Some((run, rest)) = part.split_once('}') else { return part.to_owned() };
        let (unit, times) = run.rsplit_once('*').expect(run);
        unit.repeat(times.parse().expect(times)) + rest
    };
    text.split('{').map(part).collect()
}

#[test]
fn calls_are_shown_apart_and_what_is_repeated_once_from_eight_calls_or_bytes_on() {
    assert_eq!(shown_input(&input("")), "(no bytes)");
    for row in include_str!("inputs.txt").lines().filter(|row| !row.starts_with("# ")) {
        let (text, shown) = row.split_once(" => ").expect(row);
        let (text, shown) = (repeated(text), repeated(shown));
        let input = input(&text);
        assert_eq!(shown_input(&input), shown.trim_end(), "{text}");
        let own = match &input {
            Input::Bytes(bytes) => shown_bytes(bytes),
            Input::Calls(script) => "calls ".to_owned() + &shown_calls(script),
        };
        assert_eq!(own, shown.trim_end(), "{text}");
    }
}

#[test]
fn lines_are_fitted_and_words_wrapped_at_the_width_and_quoted_for_a_shell() {
    for (text, width, fitted, lines) in [
        ("", 3, "", &[""][..]),
        ("abc", 3, "abc", &["abc"]),
        ("abcd", 3, "ab…", &["abcd"]),
        ("éééé", 3, "éé…", &["éééé"]),
        ("a b c", 3, "a …", &["a b", "c"]),
        ("ab c d", 4, "ab …", &["ab c", "d"]),
        ("ab", 0, "…", &["ab"]),
    ] {
        assert_eq!(fit(text, width), fitted, "{text}");
        assert_eq!(wrapped(text, width), lines, "{text}");
    }
    for (word, shown) in [
        ("", "''"),
        ("a-b_c./d=1:2,3+4@5%", "a-b_c./d=1:2,3+4@5%"),
        ("a b", "'a b'"),
        ("a'b", "'a'\\''b'"),
        ("$x", "'$x'"),
        ("\u{7}\n[", "$'\\x07\\n\\x5b'"),
        ("é", "'é'"),
    ] {
        assert_eq!(quoted(word), shown);
    }
}
