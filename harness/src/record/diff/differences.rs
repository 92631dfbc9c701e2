//! What else is not the same in two reports, which may explain a change: a comparison of their facts as JSON.

use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};

/// The old and the new value of each key that is not the same in both, by its path (`claim.policy`); `null` where one of them
/// has no such key.
pub type Differences = BTreeMap<String, [Value; 2]>;

pub(super) fn differences(old: &Value, new: &Value) -> Differences {
    let mut differences = Differences::new();
    collect("", old, new, &mut differences);
    differences
}

fn collect(path: &str, old: &Value, new: &Value, differences: &mut Differences) {
    let objects = [old, new].map(Value::as_object);
    if objects == [None, None] {
        if old != new {
            differences.insert(path.to_owned(), [old.clone(), new.clone()]);
        }
        return;
    }
    let keys: BTreeSet<&String> = objects.into_iter().flatten().flat_map(Map::keys).collect();
    for key in keys {
        let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
        collect(&path, &old[key], &new[key], differences);
    }
}

#[cfg(test)]
mod tests {
    use super::differences;
    use serde_json::json;

    #[test]
    fn only_what_differs_is_named_by_the_path_of_its_key() {
        let old =
            json!({"version": "1", "claim": {"kind": "lossy", "max_bytes": 5}, "command": ["a"], "api": "f"});
        let new = json!({"version": "2", "claim": {"kind": "lossy"}, "command": ["a", "b"], "api": "f", "broken": {"x": "y"}});
        let expected = json!({
            "broken.x": [null, "y"],
            "claim.max_bytes": [5, null],
            "command": [["a"], ["a", "b"]],
            "version": ["1", "2"],
        });
        assert_eq!(json!(differences(&old, &new)), expected);
    }
}
