//! The baselines of the shipped adapters: their form. Whether they hold is for `make conformance` to say.

use illformed::record::baseline::Baseline;
use jsonschema::Validator;
use std::fs;
use std::path::Path;

/// How many causes a shipped decoder is told at most.
const MOST_CAUSES: usize = 8;

fn schema() -> Validator {
    let schema = include_str!("../../../schema/baseline.schema.json");
    let schema = serde_json::from_str(schema).expect("it is JSON");
    jsonschema::meta::validate(&schema).expect("the schema is one");
    jsonschema::validator_for(&schema).expect("the schema compiles")
}

#[test]
fn each_shipped_baseline_is_in_its_form_and_named_after_its_decoder() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("baselines");
    let (schema, mut found) = (schema(), 0);
    for adapter in
        fs::read_dir(&root).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_dir())
    {
        for path in fs::read_dir(&adapter).unwrap().map(|entry| entry.unwrap().path()) {
            found += 1;
            let name = path.strip_prefix(&root).unwrap().with_extension("").display().to_string();
            let text = fs::read_to_string(&path).unwrap();
            let baseline = Baseline::from_json(&name, &text).unwrap_or_else(|errors| panic!("{errors:?}"));
            assert_eq!(baseline.decoder, name);
            let json = serde_json::from_str(&text).unwrap();
            let faults: Vec<String> = schema.iter_errors(&json).map(|error| error.to_string()).collect();
            assert!(faults.is_empty(), "{name}: {faults:?}");
            assert!(
                baseline.to_canonical() == text,
                "{name} is not in its form: `baseline update` writes it"
            );
            // A report of more is no diagnosis.
            assert!(baseline.entries.len() <= MOST_CAUSES, "{name}: {:?}", baseline.entries);
            for reason in &baseline.reasons {
                assert!(reason.reason.ends_with('.'), "{name}: {} is no sentence", reason.id);
            }
        }
    }
    assert!(found > 0, "no baseline in {}", root.display());
}

#[test]
fn the_schema_refuses_what_is_no_baseline() {
    let schema = schema();
    let good = r##"{"kind":"illformed-baseline","schema":3,"decoder":"a/d","only":{"os":"linux"},
        "reasons":[{"id":"r","reason":"It is so.","until":"2027-06-30","only":{"version":">=1,<2"}}],
        "asked":{"suite":"0","selection":[],"groups":[["bom",2,"#0123456789abcdef"]]},
        "entries":[{"cause":"accepts-surrogate","why":"r","groups":[["bom",1,"*"]]}]}"##;
    let is_valid = |text: &str| schema.is_valid(&serde_json::from_str(text).expect("it is JSON"));
    assert!(is_valid(good));
    assert!(Baseline::from_json("b", good).is_ok());
    for (from, to) in [
        ("illformed-baseline", "illformed-run"),
        (r#""schema":3"#, r#""schema":2"#),
        ("a/d", "ad"),
        ("It is so.", "todo"),
        ("2027-06-30", "soon"),
        (r#""os""#, r#""system""#),
        ("linux", "Linux"),
        (r#""a/d""#, r#""a/../d""#),
        ("accepts-surrogate", "Accepts"),
        ("accepts-surrogate", "#0123456789ABCDEF"),
        (r#"["bom",1,"*"]"#, r#"["bom",0,"*"]"#),
        (r#"["bom",1,"*"]"#, r#"["bom",1,"any"]"#),
        (r#"["bom",1,"*"]"#, r#"["bom",1]"#),
        (r#"["bom",1,"*"]"#, ""),
        ("#0123456789abcdef", "*"),
        (r#","why":"r","#, ","),
    ] {
        let bad = good.replacen(from, to, 1);
        assert_ne!(bad, good, "{from}");
        assert!(!is_valid(&bad), "{bad}");
        assert!(Baseline::from_json("b", &bad).is_err(), "the command takes {bad}");
    }
}
