//! `illformed compare`: two decoders, input by input.

use crate::typed::typed;
use serde_json::Value;

#[test]
fn json_has_every_input_and_the_sums_agree() {
    let said =
        typed("compare codec/lossy-drop std/from-utf8-lossy --only overlong/*@- --format json").ends(1);
    let json: Value = serde_json::from_str(&said.stdout).expect("it is JSON");
    assert_eq!((&json["kind"], &json["schema"]), (&"illformed-comparison".into(), &1.into()));
    let inputs = |group: &Value| group["inputs"].as_array().map_or(0, Vec::len);
    let groups = json["groups"].as_array().expect("there are groups");
    assert_eq!(json["differing"], groups.iter().map(inputs).sum::<usize>());
    assert!(groups.iter().all(|group| group["difference_kind"] == "other-text"), "{json}");
}
