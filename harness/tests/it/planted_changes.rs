//! The shipped baselines notice what is planted: one case more fails, one fewer, and one fails otherwise.

use crate::typed::recorded;
use crate::whole::is_whole;
use illformed::ask::adapter::{Adapter, in_process};
use illformed::record::baseline::{AskedCases, Baseline, compare, digest};
use illformed::record::run_record::{DecoderRecord, ExitReason, RunRecord};
use illformed::tell::report::{Style, TerminalOptions, terminal};
use std::fs;
use std::path::{Path, PathBuf};

/// What is done to the first group of an entry, so that the decoder differs from its baseline.
type Plant = fn(&mut Baseline);

/// A change, the word for it, and the exit codes where stale entries count and where they do not.
const CHANGES: [(Plant, &str, [u8; 2]); 4] = [
    (|_| {}, "", [0, 0]),
    (one_more_fails, "Regressed", [1, 1]),
    (|baseline| baseline.entries[0].groups[0].count += 1, "Fixed", [1, 0]),
    (|baseline| baseline.entries[0].groups[0].digest = digest("another answer"), "ChangedWrong", [1, 1]),
];

fn one_more_fails(baseline: &mut Baseline) {
    let groups = &mut baseline.entries[0].groups;
    groups[0].count -= 1;
    groups.retain(|group| group.count > 0);
    baseline.entries.retain(|entry| !entry.groups.is_empty());
}

#[test]
fn each_shipped_baseline_notices_one_change_of_its_decoder() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("baselines");
    // Interpreters take their time.
    let here: Vec<PathBuf> = in_process::all().iter().map(|adapter| root.join(adapter.name())).collect();
    let mut files = files(&root);
    files.retain(|path| is_whole() || here.iter().any(|folder| path.starts_with(folder)));
    let name = |path: &PathBuf| {
        path.strip_prefix(&root).expect("it is in it").with_extension("").display().to_string()
    };
    let decoders: Vec<String> = files.iter().map(|path| format!("--decoder {}", name(path))).collect();
    let (record, said) = recorded(&format!("--survey {}", decoders.join(" ")));
    said.ends(0);
    let asked = AskedCases::of(&record);
    let mut alone = RunRecord { decoders: Vec::new(), broken: Vec::new(), ..record.clone() };
    let mut planted = 0;
    for path in &files {
        let Some(decoder) = record.decoders.iter().find(|decoder| decoder.name() == name(path)) else {
            continue;
        };
        let text = fs::read_to_string(path).expect("it is there");
        let baseline = Baseline::from_json("baseline", &text).expect("it is a baseline");
        // Of an unstable decoder any number of cases may fail.
        if baseline.unstable.is_some() || baseline.entries.is_empty() || !baseline.describes(&record, decoder)
        {
            continue;
        }
        for (plant, word, codes) in CHANGES {
            let mut changed = baseline.clone();
            plant(&mut changed);
            let canonical = changed.to_canonical();
            for (stale_is_error, code) in [true, false].into_iter().zip(codes) {
                let compared =
                    compare(&record, decoder, &changed, ("baseline", &canonical), &asked, stale_is_error);
                let baseline = Some(compared.expect("no cause is accepted twice"));
                alone.decoders = vec![DecoderRecord { baseline, ..decoder.clone() }];
                let record = &alone;
                let found = ExitReason::of(record).first().map_or(0, |reason| reason.code());
                let text =
                    terminal(record, TerminalOptions { style: Style::Plain, findings: 0, matrix: false });
                let (_, said) =
                    text.split_once(&format!("aseline {}: ", decoder.name())).unwrap_or_else(|| {
                        text.split_once(&format!("ASELINE {}: ", decoder.name())).expect("it has a line")
                    });
                assert_eq!(found, code, "{} {word}: {text}", decoder.name());
                let first = said.lines().nth(1).unwrap_or_default();
                assert_eq!(first.starts_with(&format!("  {word} ")), !word.is_empty(), "{word}: {text}");
            }
            planted += 1;
        }
    }
    assert!(planted > 0, "no decoder with a baseline is on this machine");
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries =
        fs::read_dir(folder).expect("it is a folder").map(|entry| entry.expect("it is there").path());
    let mut files: Vec<PathBuf> =
        entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect();
    files.sort();
    files
}
