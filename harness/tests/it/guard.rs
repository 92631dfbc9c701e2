//! Decoders of this process before a page that cannot be read.

use crate::typed::recorded;
use crate::whole::is_whole;
use illformed::ask::native::OVER_READER;
use illformed::record::run_record::DecoderRecord;
use illformed_judge::judge::VerdictKind;
use snapbox::cmd::cargo_bin;

#[test]
fn a_decoder_that_reads_too_far_crashes_in_those_cases_and_kills_nothing_else() {
    let program = cargo_bin!("illformed").display();
    let (record, said) = recorded(&format!("--only truncated/e* -- '{program}' worker {OVER_READER}"));
    said.ends(1);
    let of_claim = &record.decoders[0].by_claim;
    let tally = &of_claim.tally;
    assert!(tally.crashed > 0 && tally.pass > 0 && record.footer.complete, "{tally:?}");
    assert_eq!(tally.crashed + tally.pass, tally.judged, "{tally:?}");
    let crashed = of_claim.groups.iter().filter(|group| group.verdict == VerdictKind::Crashed);
    for id in crashed.flat_map(|group| group.cases.iter()).map(|case| record.case_id(case)) {
        // What ends within a sequence, and a tail behind it completes the error.
        let ends = id.contains("at-end") || id.contains("-cut") || id.ends_with("tail=0");
        assert!(ends || !id.contains("tail="), "{id}");
    }
}

#[test]
fn a_worker_s_decoders_are_judged_as_in_process() {
    let only = if is_whole() {
        "--only standard/* --only stray/*"
    } else {
        "--only standard/*@- --only stray/end-*"
    };
    // A busy machine must not make the slowest decoder time out.
    let words = format!("--survey {only} --adapter bstr --adapter encoding-rs --timeout 120");
    let ((guarded, _), (free, _)) = (recorded(&format!("--guard {words}")), recorded(&words));
    assert_eq!(guarded.decoders.len(), free.decoders.len());
    for (guarded, free) in guarded.decoders.iter().zip(&free.decoders) {
        assert_eq!(guarded.claim, free.claim);
        // A protocol does not tell an empty text before an error from none, so that less may be compared.
        let verdicts = |decoder: &DecoderRecord| {
            let findings = decoder.by_claim.findings.iter().map(|finding| (finding.case, finding.verdict));
            (decoder.by_claim.tally.clone(), findings.collect::<Vec<_>>())
        };
        assert_eq!(verdicts(guarded), verdicts(free), "{}", free.name());
    }
}
