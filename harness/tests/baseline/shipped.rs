//! The baselines of the shipped adapters: their form. Whether they hold is for `make baselines` to say.

use illformed::baseline::{Baseline, check};
use illformed::complete::default_suite;
use std::fs;
use std::path::Path;

#[test]
fn each_shipped_baseline_is_in_its_form_and_named_after_its_decoder() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("baselines");
    let mut found = 0;
    for adapter in
        fs::read_dir(&root).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_dir())
    {
        for path in fs::read_dir(&adapter).unwrap().map(|entry| entry.unwrap().path()) {
            found += 1;
            let name = path.strip_prefix(&root).unwrap().with_extension("").display().to_string();
            let text = fs::read_to_string(&path).unwrap();
            let baseline = Baseline::from_json(&name, &text).unwrap_or_else(|errors| panic!("{errors:?}"));
            assert_eq!(check(&baseline, &name, &text, &[default_suite()]), [], "{name}");
            assert_eq!(baseline.decoder, name);
            assert!(
                baseline.to_canonical() == text,
                "{name} is not in its form: `baseline update` writes it"
            );
            for reason in &baseline.reasons {
                assert!(reason.reason.ends_with('.'), "{name}: {} is no sentence", reason.id);
            }
        }
    }
    assert!(found > 0, "no baseline in {}", root.display());
}
