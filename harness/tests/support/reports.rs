//! Records to render.

use illformed::record::run_record::{
    AdapterNote, BaselineDeviation, BaselineRecord, DeviationKind, RunRecord,
};
use illformed_judge::judge::VerdictKind;
use snapbox::cmd::{Command, cargo_bin};
use std::fs;
use std::sync::LazyLock;
use tempfile::TempDir;

/// What an adapter would write if it wanted to be more than text.
pub(crate) const HOSTILE: &str = "</script><img src=x onerror=\"document.title='taken'\"><!--<script>'\"&amp;\u{2028}\u{202E}\u{1b}[31m\0\u{7}";

/// A blind decoder and two of our own, asked a little.
pub(crate) fn small() -> RunRecord {
    static SMALL: LazyLock<RunRecord> = LazyLock::new(|| {
        let folder = TempDir::new().expect("there is room for a folder");
        let run = ["run", "--format", "json", "--out", folder.path().to_str().expect("a plain path")];
        let selected = ["--only", "overlong/*", "--only", "surrogate/*", "--only", "script/known-*"];
        let adapters = ["--adapter", "codec", "--decoder", "codec/events-rfc????", "--decoder", "*/blind"];
        Command::new(cargo_bin!("illformed"))
            .args(run.iter().chain(&selected).chain(&adapters))
            .args(["--", "sh", "tests/adapters/accepts-everything.sh"])
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .assert()
            .code(1);
        let text = fs::read_to_string(folder.path().join("report.json")).expect("the report was written");
        let record: RunRecord = serde_json::from_str(&text).expect("the report is a record");
        RunRecord { began_at: 1_700_000_000, took_ms: 1_234, ..record }
    });
    SMALL.clone()
}

/// The same, but of another codec than ours, so that each decoder has its row.
pub(crate) fn unfolded() -> RunRecord {
    let mut record = small();
    for decoder in &mut record.decoders {
        "another".clone_into(&mut decoder.implementation);
    }
    record
}

/// The same with baselines: of a decoder that is as listed, of one that is not, and of one whose list is out of date.
pub(crate) fn baselined() -> RunRecord {
    let mut record = small();
    let deviation = |kind, cases| BaselineDeviation {
        kind,
        subject: "accepts-overlong-2 in overlong".to_owned(),
        line: 1,
        pointer: format!("/entries/{cases}"),
        cases,
        example: None,
        detail: "2 cases fail, 1 accepted".to_owned(),
    };
    let baseline = |stale_is_error, new: &str, deviations| BaselineRecord {
        file: "baselines/one.json".to_owned(),
        stale_is_error,
        new: new.parse().expect("numbers"),
        deviations,
        ..BaselineRecord::default()
    };
    record.decoders[0].baseline = Some(BaselineRecord {
        known: "3".parse().expect("a number"),
        ..baseline(false, "", vec![deviation(DeviationKind::Fixed, 1)])
    });
    record.decoders[1].baseline = Some(baseline(true, "", vec![deviation(DeviationKind::Fixed, 1)]));
    record.decoders[2].baseline = Some(baseline(
        false,
        "3-5",
        vec![deviation(DeviationKind::Regressed, 3), deviation(DeviationKind::ChangedWrong, 1)],
    ));
    record.check().expect("its numbers name cases");
    record
}

/// The same, where everything that adapters choose is [`HOSTILE`].
pub(crate) fn hostile() -> RunRecord {
    let mut record = small();
    let hostile = || HOSTILE.to_owned();
    for decoder in &mut record.decoders {
        decoder.command = vec![hostile()];
        decoder.implementation = hostile();
        decoder.version = hostile();
        decoder.api = hostile();
        decoder.diagnostics = hostile();
        let deviation = BaselineDeviation {
            kind: DeviationKind::ChangedWrong,
            subject: hostile(),
            line: 1,
            pointer: hostile(),
            cases: 1,
            example: Some(0),
            detail: hostile(),
        };
        decoder.baseline = Some(BaselineRecord {
            file: hostile(),
            known: "0-3".parse().expect("numbers"),
            deviations: vec![deviation],
            ..BaselineRecord::default()
        });
        if decoder.decoder == "blind" {
            decoder.adapter = hostile();
            decoder.decoder = hostile();
        }
        for outcomes in [Some(&mut decoder.by_claim), decoder.by_rfc3629.as_mut()].into_iter().flatten() {
            for group in
                outcomes.groups.iter_mut().filter(|group| group.verdict == VerdictKind::NotApplicable)
            {
                group.cause = Some(hostile());
            }
            for finding in &mut outcomes.findings {
                finding.detail = hostile();
                finding.expected = hostile();
                finding.observed = hostile();
            }
        }
    }
    record.absent = vec![AdapterNote { adapter: hostile(), why: hostile() }];
    record.broken.clone_from(&record.absent);
    record.selection = vec![hostile()];
    record
}
