//! Failures, inputs and answers as a person reads them.

use illformed_codec::Profile;
use illformed_judge::judge::{MemoryFault, Response};
use illformed_judge::observation::{Answer, CallOutcome, Observation, Text};
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

fn responses() -> Vec<Response> {
    let text = |codes: &[u32]| Text::Utf32(codes.to_vec());
    let accept = |text| Response::from(Observation::accept(text));
    let calls = |answer, at, call, calls| Response::from(Observation { answer, at, len: None, call, calls });
    let failed = vec![CallOutcome::Done(text(&[0x61])), CallOutcome::Failed(None), CallOutcome::NotMade];
    let limit = Duration::from_millis(1500);
    let among =
        |how: &str, limit, (before, after)| Response::Among { how: how.to_owned(), limit, before, after };
    vec![
        accept(Text::None),
        accept(Text::Count(0)),
        accept(Text::Count(1)),
        accept(Text::Count(12_345)),
        accept(text(&[])),
        accept(Text::Utf8(b"a\xC3\xA9\xED\xA0\x80\xFF\xC3".to_vec())),
        accept(Text::Utf16(vec![0x61, 0xD83D, 0xDE00, 0xD83D, 0x61, 0xDE00])),
        accept(text(&[0x61, 0xD800, 0x11_0000, 0x7FFF_FFFF])),
        accept(text(&[1, 2, 3, 4, 5, 6])),
        accept(text(&[1, 2, 3, 4, 5, 6, 7])),
        accept(text(&[[0x61; 7].as_slice(), &[0x62]].concat())),
        accept(text(&[[0x61; 8].as_slice(), &[0x62]].concat())),
        accept(text(&[&[1, 2, 3, 4, 5], [0x61; 2000].as_slice(), &[7, 8], &[9; 9]].concat())),
        Observation::reject(None, None).into(),
        Observation::reject(None, Some(2)).into(),
        Observation::reject(Some(0), None).into(),
        Observation::reject(Some(1000), Some(2)).into(),
        Observation::incomplete(None).into(),
        Observation::incomplete(Some(1234)).into(),
        Response::from(Observation {
            calls: vec![CallOutcome::Failed(Some(text(&[0x61])))],
            ..Observation::reject(Some(1), Some(1))
        }),
        calls(
            Answer::Accept,
            None,
            None,
            vec![CallOutcome::Done(text(&[0x61])), CallOutcome::Done(text(&[0x62]))],
        ),
        calls(Answer::Reject, Some(1), Some(1), failed.clone()),
        calls(Answer::Incomplete, Some(1), Some(1), failed),
        Response::Skipped("too long".to_owned()),
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

#[test]
fn answers_are_told_as_the_golden_file_has_them() {
    let lines = responses().into_iter().map(|response| {
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
        told.into_iter().map(cut).collect::<Vec<_>>().join(" => ") + &verdict + "\n"
    });
    assert_data_eq!(lines.collect::<String>(), file!["../golden/answers.txt"].raw());
}

#[test]
fn calls_are_shown_apart_and_what_is_repeated_once_from_eight_calls_or_bytes_on() {
    let times = |unit: &str, times| unit.repeat(times);
    let plain = [
        ("c3a9", "C3 A9"),
        ("calls c3a9", "calls C3 A9 |"),
        ("calls - .", "calls - | ."),
        ("calls ~", "calls ~"),
        ("calls f09f 9880 .", "calls F0 9F | 98 80 | ."),
        ("calls f0 9f 98 80 .", "calls F0 | 9F | 98 | 80 | ."),
        ("calls f09f9880 - . ~ 41", "calls F0 9F 98 80 | - | . | ~ | 41"),
    ];
    let plain = plain.map(|(text, shown)| (text.to_owned(), shown.to_owned()));
    let repeated = [
        // A unit of 12 bytes is looked for, one of 13 is not; two of them are no repeat.
        (times("000102030405060708090a0b", 3), "000102030405060708090A0B*3".to_owned()),
        (times("000102030405060708090a0b", 2), times("00 01 02 03 04 05 06 07 08 09 0A 0B ", 2)),
        (times("000102030405060708090a0b0c", 3), times("00 01 02 03 04 05 06 07 08 09 0A 0B 0C ", 3)),
        (times("c3a9", 3), times("C3 A9 ", 3)),
        (times("c3a9", 4) + "c3", "C3A9*4 C3".to_owned()),
        (times("ff", 7) + &times("41", 8), times("FF ", 7) + "41*8"),
        ("calls".to_owned() + &times(" 41", 7), "calls ".to_owned() + &times("41 | ", 6) + "41"),
        ("calls".to_owned() + &times(" 41", 8), "calls (41)*8".to_owned()),
        ("calls".to_owned() + &times(" 41 42 43", 3), "calls (41 | 42 | 43)*3".to_owned()),
        ("calls ".to_owned() + &times("41 ~ ", 255) + "80 .", "calls (41 | ~)*255 | 80 | .".to_owned()),
        ("42".to_owned() + &times("eda080", 65_536), "42 EDA080*65536".to_owned()),
        ("calls c2".to_owned() + &times(" -", 8) + " ~", "calls C2 | (-)*8 | ~".to_owned()),
    ];
    assert_eq!(shown_input(&input("")), "(no bytes)");
    for (text, shown) in plain.into_iter().chain(repeated) {
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
        ("\u{7}", "'\\u{7}'"),
        ("é", "'é'"),
    ] {
        assert_eq!(quoted(word), shown);
    }
}

#[test]
fn a_style_gives_text_one_colour_or_none() {
    for (mark, code) in [
        (Style::good as fn(Style, &str) -> String, 32),
        (Style::bad, 31),
        (Style::doubtful, 33),
        (Style::faint, 2),
        (Style::strong, 1),
    ] {
        assert_eq!(mark(Style::Plain, "a"), "a");
        assert_eq!(mark(Style::Ansi, "a"), format!("\u{1B}[{code}ma\u{1B}[0m"));
    }
}
