//! `illformed compare`: two decoders, input by input.

use crate::typed::{Said, illformed, typed};
use serde_json::Value;

fn compared(words: &str) -> Said {
    typed(&format!("compare {words}"))
}

#[test]
fn what_one_accepts_and_the_other_refuses_is_told_by_cause_the_shortest_first() {
    let text =
        compared("codec/events-mutf8 std/from-utf8 --only overlong/* --only standard/*").ends(1).stdout;
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let place = |wanted: &str| {
        lines.iter().position(|line| line.starts_with(wanted)).unwrap_or_else(|| panic!("{wanted}: {text}"))
    };
    let accepts = place("codec/events-mutf8 accepts ");
    assert!(lines[accepts].ends_with(" that std/from-utf8 refuses:"), "{text}");
    let nul = place("accepts-overlong-2 ");
    assert_eq!(lines[nul + 1], "C0 80: U+0000", "{text}");
    assert!(place("std/from-utf8 accepts ") > nul && place("refuses-well-formed ") > nul, "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
}

#[test]
fn json_has_every_input_and_the_sums_agree() {
    let said = compared("codec/lossy-drop std/from-utf8-lossy --only overlong/*@- --format json").ends(1);
    let json: Value = serde_json::from_str(&said.stdout).expect("it is JSON");
    assert_eq!((&json["kind"], &json["schema"]), (&"illformed-comparison".into(), &1.into()));
    let inputs = |group: &Value| group["inputs"].as_array().map_or(0, Vec::len);
    let groups = json["groups"].as_array().expect("there are groups");
    assert_eq!(json["differing"], groups.iter().map(inputs).sum::<usize>());
    assert!(groups.iter().all(|group| group["difference_kind"] == "other-text"), "{json}");
}

#[test]
fn two_decoders_of_ones_own_are_brought_in_by_two_commands() {
    let two = "--command 'iconv -f UTF-8 -t UTF-16' --command 'iconv -f UTF-8 -t UTF-32'";
    let text = compared(&format!("{two} --bytes C0")).ends(0).stdout;
    assert_eq!(text.matches("command/iconv").count(), 2, "{text}");
}

#[test]
fn an_adapter_that_dies_is_told() {
    let dies = r#"read -r hello; echo '{"adapter":"dies","protocol":1,"implementation":"sh","version":"1","decoders":1}'
        echo '{"decoder":"d","api":"d","kind":"validate","profile":"rfc3629","policy":"fatal","out":"none","at":"none","bom":"keep","script":"none"}'
        while read -r line; do case $line in *c080*) exit 9 ;; esac
        seq=${line#*\"seq\":}; seq=${seq%%,*}; echo "{\"seq\":$seq,\"answer\":\"reject\"}"; done"#;
    let bytes = "--bytes C1 80 --bytes C0 80";
    let said = Said::of(illformed(&format!("compare std/from-utf8 {bytes} -- sh -c")).arg(dies)).ends(1);
    said.has(&["one gives no answer to 1 input:", "C0 80: an error at byte 0, length 1; exited with code 9"]);
}
