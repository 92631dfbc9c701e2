//! Records to render.

use crate::typed::recorded;
use illformed::record::run_record::{
    AdapterNote, BaselineDeviation, BaselineRecord, DecoderRecord, DeviationKind, Ranges, RunRecord,
};
use illformed_judge::judge::VerdictKind;
use std::sync::LazyLock;

/// What an adapter would write if it wanted to be more than text.
pub(crate) const HOSTILE: &str = "</script><img src=x onerror=\"document.title='taken'\"><!--<script>'\"&amp;\u{2028}\u{202E}\u{1b}[31m\0\u{7}";

/// What an adapter answers to a few questions, with two decoders of ours that are right.
fn asked(adapter: &str, only: [&str; 3]) -> RunRecord {
    let only = only.map(|only| format!("--only {only}")).join(" ");
    let decoders = "--adapter codec --decoder codec/events-rfc???? --decoder */blind";
    let (record, said) = recorded(&format!("{only} {decoders} -- sh tests/adapters/{adapter}"));
    said.ends(1);
    RunRecord { began_at: 1_700_000_000, took_ms: 1_234, ..record }
}

/// A blind decoder and two of our own, asked a little.
pub(crate) fn small() -> RunRecord {
    static SMALL: LazyLock<RunRecord> =
        LazyLock::new(|| asked("accepts-everything.sh", ["overlong/*", "surrogate/*", "script/known-*"]));
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

/// The same with one of ours again under another name: with four decoders no card is left for those that pass.
pub(crate) fn four() -> RunRecord {
    let mut record = small();
    let again = DecoderRecord { adapter: "another".to_owned(), ..record.decoders[0].clone() };
    record.decoders.push(again);
    record
}

/// The record with so many decoders more that are as the blind one.
pub(crate) fn with_more(mut record: RunRecord, more: usize) -> RunRecord {
    let like = blind(&mut record).clone();
    let decoder = |number| DecoderRecord { decoder: format!("blind-{number}"), ..like.clone() };
    record.decoders.extend((0..more).map(decoder));
    record
}

/// The decoder that was asked last, which accepts everything.
pub(crate) fn blind(record: &mut RunRecord) -> &mut DecoderRecord {
    record.decoders.last_mut().expect("the blind decoder was asked")
}

fn bad(blind: &DecoderRecord) -> Vec<usize> {
    let mut bad: Vec<usize> = blind.by_claim.bad().flat_map(|group| group.cases.iter()).collect();
    bad.sort_unstable();
    bad
}

fn note(adapter: &str, why: &str) -> Vec<AdapterNote> {
    vec![AdapterNote { adapter: adapter.to_owned(), why: why.to_owned() }]
}

pub(crate) fn deviation(
    kind: DeviationKind,
    cases: usize,
    subject: &str,
    line: usize,
    detail: &str,
) -> BaselineDeviation {
    let pointer = format!("/entries/{line}");
    let (subject, detail) = (subject.to_owned(), detail.to_owned());
    BaselineDeviation { kind, subject, line, pointer, cases, example: None, detail }
}

/// The record of `small` where the blind decoder has a baseline that it keeps in part, and an adapter each is absent and
/// broken.
pub(crate) fn baselined(stale_is_error: bool) -> RunRecord {
    let mut record = small();
    let blind = blind(&mut record);
    let bad = bad(blind);
    // It is right on nothing: what it could not be asked is made so.
    let group = blind.by_claim.groups.iter_mut().find(|group| group.verdict == VerdictKind::NotApplicable);
    let group = group.expect("it takes no chunks");
    (group.verdict, group.cause) = (VerdictKind::Pass, None);
    let (known, others) = bad.split_at(bad.len() - 4);
    let deviation =
        |kind, cases, subject, line| deviation(kind, cases, subject, line, "the reason, in words");
    blind.baseline = Some(BaselineRecord {
        file: "baselines/blind.json".to_owned(),
        stale_is_error,
        known: known.iter().copied().collect(),
        new: others[2..].iter().copied().collect(),
        undecided: others[..2].iter().copied().collect(),
        deviations: vec![
            deviation(DeviationKind::Regressed, 2, "accepts-surrogate", 6),
            deviation(DeviationKind::ChangedWrong, 1, "accepts-truncated in surrogate", 7),
            deviation(DeviationKind::Expired, 1, "decodes-wrongly", 8),
            deviation(DeviationKind::Fixed, 1, "accepts-none in overlong", 9),
            deviation(DeviationKind::Fixed, 1, "accepts-nothing", 10),
        ],
        unstable: None,
    });
    record.absent = note("gone", "no `gone` on the PATH");
    record.broken = note("broken", "no hello");
    record.check().expect("its numbers name cases");
    record
}

/// The record of `small` with baselines: of a decoder that is as listed, of one whose list is out of date, and of one that is
/// not as listed.
pub(crate) fn baselined_each() -> RunRecord {
    let mut record = small();
    let deviation = |kind, cases| {
        deviation(kind, cases, "accepts-overlong-2 in overlong", cases, "2 cases fail, 1 accepted")
    };
    let fixed = vec![deviation(DeviationKind::Fixed, 1)];
    let worse = vec![deviation(DeviationKind::Regressed, 3), deviation(DeviationKind::ChangedWrong, 1)];
    let baselines = [("3", "", false, fixed.clone()), ("", "", true, fixed), ("", "3-5", false, worse)];
    for (decoder, (known, new, stale_is_error, deviations)) in record.decoders.iter_mut().zip(baselines) {
        let [known, new] = [known, new].map(|cases| cases.parse().expect("numbers"));
        let file = "baselines/one.json".to_owned();
        decoder.baseline =
            Some(BaselineRecord { file, stale_is_error, known, new, deviations, ..Default::default() });
    }
    record.check().expect("its numbers name cases");
    record
}

/// Makes the baseline of the blind decoder accept all that fails.
pub(crate) fn accept_all(record: &mut RunRecord) -> &mut BaselineRecord {
    let blind = blind(record);
    let bad = bad(blind);
    let baseline = blind.baseline.get_or_insert_default();
    baseline.known = bad.into_iter().collect();
    (baseline.new, baseline.undecided) = (Ranges::default(), Ranges::default());
    baseline.deviations.retain(|deviation| deviation.kind.is_stale());
    baseline
}

/// A decoder whose every text tries to be more than text, and two of our own.
pub(crate) fn hostile() -> RunRecord {
    static HOSTILE: LazyLock<RunRecord> = LazyLock::new(|| {
        asked("hostile.sh", ["overlong/nul-two-*", "surrogate/single-*@-", "script/known-*"])
    });
    HOSTILE.clone()
}

/// The record, where everything that adapters choose is `text`.
pub(crate) fn with_text(mut record: RunRecord, text: &str) -> RunRecord {
    let free = || text.to_owned();
    for decoder in &mut record.decoders {
        decoder.command = vec![free()];
        for of_decoder in
            [&mut decoder.implementation, &mut decoder.version, &mut decoder.api, &mut decoder.diagnostics]
        {
            *of_decoder = free();
        }
        let changed = deviation(DeviationKind::ChangedWrong, 1, text, 1, text);
        decoder.baseline = Some(BaselineRecord {
            file: free(),
            known: "0-3".parse().expect("numbers"),
            deviations: vec![BaselineDeviation { pointer: free(), example: Some(0), ..changed }],
            ..BaselineRecord::default()
        });
        if decoder.decoder == "blind" {
            (decoder.adapter, decoder.decoder) = (free(), free());
        }
        for outcomes in [Some(&mut decoder.by_claim), decoder.by_rfc3629.as_mut()].into_iter().flatten() {
            for group in outcomes.groups.iter_mut().filter(|group| group.verdict != VerdictKind::Fail) {
                group.cause = group.cause.as_ref().map(|_| free());
            }
            for finding in &mut outcomes.findings {
                (finding.detail, finding.expected, finding.observed) = (free(), free(), free());
            }
        }
    }
    record.absent = note(text, text);
    record.broken.clone_from(&record.absent);
    record.selection = vec![free()];
    record
}
