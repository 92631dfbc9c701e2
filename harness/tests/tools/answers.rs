//! `illformed identify --answers`, and the checker that shares no code with it.

use crate::typed::Folder;

const CHECKER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/checker/check_answers.py");

pub(crate) fn a_checker_without_our_code_comes_to_the_same_verdict() {
    let workshop = Folder::new();
    for (decoder, format) in
        [("std/from-utf8", "utf8"), ("codec/validate-cesu8", "cesu8"), ("codec/validate-mutf8", "mutf8")]
    {
        workshop.sh(&format!("illformed identify {decoder} --answers {format}.jsonl")).ends(0);
        let said = workshop.sh(&format!("python3 {CHECKER} {format}.jsonl")).ends(0).stdout;
        assert!(said.contains("proved: if it looks at nothing but the bytes so far"), "{said}");
        assert!(said.contains(&format!("states, it accepts exactly {format}\n")), "{said}");
    }
    workshop.sh("illformed identify std/from-utf8-lossy --answers lossy.jsonl").ends(0);
    let said = workshop.sh(&format!("python3 {CHECKER} lossy.jsonl")).ends(0).stdout;
    assert!(said.contains("words are those of bytes.decode('utf-8', 'replace')"), "{said}");
    let lossy = workshop.read("lossy.jsonl");
    let text = "\"input\":\"c080\",\"text\":\"fffd";
    assert_eq!(lossy.matches(text).count(), 1);
    workshop.write("lossy.jsonl", lossy.replace(text, &text.replace("fffd", "003f")));
    let outcome = workshop.sh(&format!("python3 {CHECKER} lossy.jsonl"));
    assert_eq!(outcome.code, Some(1));
    assert!(
        outcome.stdout.contains("1 texts are not those of 'replace', such as that of C0 80"),
        "{outcome:?}"
    );
    let outcome = workshop.sh(&format!("python3 {CHECKER} utf8.jsonl generalized"));
    assert_eq!(outcome.code, Some(1));
    assert!(outcome.stdout.contains("  refuses ED A0 80\n"), "{outcome:?}");
}

pub(crate) fn the_checker_notices_an_answer_that_is_changed_and_one_that_is_left_out() {
    let workshop = Folder::new();
    workshop.sh("illformed identify std/from-utf8 --answers right.jsonl").ends(0);
    let right = workshop.read("right.jsonl");
    let line = "{\"answer\":\"reject\",\"input\":\"c080\"}\n";
    assert_eq!(right.matches(line).count(), 1);
    let accepts = line.replace("reject", "accept");
    let unasked = line.replace("reject", "unasked");
    let cases = [
        (right.replace(line, &accepts), 1, "  accepts C0 80\n1 answers are not as utf8 has it\n"),
        (
            right.replace(line, ""),
            3,
            "1 words of the suite are not answered, such as C0 80: nothing is proved\n",
        ),
        (right.replace(line, &unasked), 3, "1 words of the suite are not answered, such as C0 80"),
        (
            right.replace("illformed-answers", "illformed-run"),
            2,
            "no answers of illformed: another kind or schema",
        ),
        (right.replace(line, "c080\n"), 2, "no answers of illformed"),
        (right.clone() + &accepts, 2, "no answers of illformed: C0 80 is answered twice"),
        (
            right.replace("\"format\"", "\"forms\""),
            2,
            "changed.jsonl:1: no answers of illformed: 'format' is missing",
        ),
        (String::new(), 2, "changed.jsonl:1: no answers of illformed"),
    ];
    for (text, code, words) in cases {
        workshop.write("changed.jsonl", text);
        let outcome = workshop.sh(&format!("python3 {CHECKER} changed.jsonl"));
        assert_eq!(outcome.code, Some(code), "{outcome:?}");
        assert!(outcome.stdout.contains(words), "{words}: {outcome:?}");
    }
    for (path, words) in [(".", "Is a directory"), ("absent.jsonl", "No such file")] {
        let outcome = workshop.sh(&format!("python3 {CHECKER} {path}"));
        assert!(outcome.code == Some(2) && outcome.stdout.contains(words), "{outcome:?}");
    }
}
