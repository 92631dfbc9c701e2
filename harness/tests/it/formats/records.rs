//! Records to render.

use illformed::record::run_record::{
    AdapterNote, BaselineDeviation, BaselineRecord, DeviationKind, Ranges, RunRecord,
};
use illformed_judge::judge::VerdictKind;
use snapbox::cmd::{Command, cargo_bin};
use std::fs;
use std::path::Path;
use std::sync::LazyLock;
use tempfile::TempDir;

/// The command, in the folder of the package.
pub(crate) fn illformed(arguments: &[&str]) -> Command {
    Command::new(cargo_bin!("illformed"))
        .args(arguments)
        .env_remove("GITHUB_STEP_SUMMARY")
        .current_dir(env!("CARGO_MANIFEST_DIR"))
}

/// A folder that goes away.
pub(crate) fn temporary() -> TempDir {
    TempDir::new().expect("there is room for a folder")
}

/// The text of the file at `path`.
#[track_caller]
pub(crate) fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// What an adapter answers to a few questions, with a decoder of ours that is right.
fn asked(adapter: &str, only: &[&str]) -> RunRecord {
    let folder = temporary();
    let run = ["run", "--format", "json", "--out", folder.path().to_str().expect("a plain path")];
    let selected: Vec<&str> = only.iter().flat_map(|only| ["--only", *only]).collect();
    let decoders = ["--adapter", "codec", "--decoder", "codec/events-rfc????", "--decoder", "*/blind"];
    let command = ["--", "sh", adapter];
    illformed(&[run.as_slice(), &selected, &decoders, &command].concat()).assert().code(1);
    let record: RunRecord =
        serde_json::from_str(&read(&folder.path().join("report.json"))).expect("the report is a record");
    RunRecord { began_at: 1_700_000_000, took_ms: 1_234, ..record }
}

/// A blind decoder and two of our own, asked a little.
pub(crate) fn small() -> RunRecord {
    static SMALL: LazyLock<RunRecord> = LazyLock::new(|| {
        asked("tests/adapters/accepts-everything.sh", &["overlong/*", "surrogate/*", "script/known-*"])
    });
    SMALL.clone()
}

/// A decoder whose every text tries to be more than text, and two of our own.
pub(crate) fn hostile() -> RunRecord {
    static HOSTILE: LazyLock<RunRecord> = LazyLock::new(|| {
        asked("tests/adapters/hostile.sh", &["overlong/nul-two-*", "surrogate/single-*@-", "script/known-*"])
    });
    HOSTILE.clone()
}

/// The record of `small` where the blind decoder has a baseline that it keeps in part, and an adapter each is absent and
/// broken.
pub(crate) fn baselined(stale_is_error: bool) -> RunRecord {
    let mut record = small();
    let blind = record.decoders.last_mut().expect("the blind decoder was asked");
    let mut bad: Vec<usize> = blind.by_claim.bad().flat_map(|group| group.cases.iter()).collect();
    bad.sort_unstable();
    // It is right on nothing: what it could not be asked is made so.
    let group = blind.by_claim.groups.iter_mut().find(|group| group.verdict == VerdictKind::NotApplicable);
    let group = group.expect("it takes no chunks");
    (group.verdict, group.cause) = (VerdictKind::Pass, None);
    let deviation = |kind, subject: &str, line| BaselineDeviation {
        kind,
        subject: subject.to_owned(),
        line,
        pointer: format!("/entries/{line}"),
        cases: 1,
        example: None,
        detail: "the reason, in words".to_owned(),
    };
    let (known, others) = bad.split_at(bad.len() - 4);
    blind.baseline = Some(BaselineRecord {
        file: "baselines/blind.json".to_owned(),
        stale_is_error,
        known: known.iter().copied().collect(),
        new: others[2..].iter().copied().collect(),
        undecided: others[..2].iter().copied().collect(),
        deviations: vec![
            BaselineDeviation { cases: 2, ..deviation(DeviationKind::Regressed, "accepts-surrogate", 6) },
            deviation(DeviationKind::ChangedWrong, "accepts-truncated in surrogate", 7),
            deviation(DeviationKind::Expired, "decodes-wrongly", 8),
            deviation(DeviationKind::Fixed, "accepts-none in overlong", 9),
            deviation(DeviationKind::Fixed, "accepts-nothing", 10),
        ],
        unstable: None,
    });
    record.absent = vec![AdapterNote { adapter: "gone".to_owned(), why: "no `gone` on the PATH".to_owned() }];
    record.broken = vec![AdapterNote { adapter: "broken".to_owned(), why: "no hello".to_owned() }];
    record.check().expect("its numbers name cases");
    record
}

/// Makes the baseline of the last decoder accept all that fails.
pub(crate) fn accept_all(record: &mut RunRecord) -> &mut BaselineRecord {
    let blind = record.decoders.last_mut().expect("the blind decoder was asked");
    let mut bad: Vec<usize> = blind.by_claim.bad().flat_map(|group| group.cases.iter()).collect();
    bad.sort_unstable();
    let baseline = blind.baseline.get_or_insert_default();
    baseline.known = bad.into_iter().collect();
    (baseline.new, baseline.undecided) = (Ranges::default(), Ranges::default());
    baseline.deviations.retain(|deviation| deviation.kind.is_stale());
    baseline
}
