//! The report of a run, and what is made of it.

use crate::typed::{Folder, read_record, typed};
use crate::whole::is_whole;
use illformed::record::run_record::RunRecord;
use illformed_vectors::{Origin, Suite};
use std::collections::BTreeSet;

#[test]
fn a_report_holds_every_case_once_and_two_runs_differ_in_times_alone() {
    // Two of the first fail thousands of cases by RFC 3629.
    let (selected, least) = if is_whole() {
        ("--decoder std/* --decoder codec/*", 30)
    } else {
        let few = "--decoder codec/decoder-rfc2279 --decoder codec/decoder-cesu8 --decoder codec/lossy-java";
        let only = "--only overlong/* --only surrogate/* --only truncated/*";
        (&*format!("{only} --decoder std/* {few}"), 10)
    };
    let folder = Folder::new();
    let record = |jobs: usize| {
        let out = folder.at("new/folder");
        let said = typed(&format!("run {selected} --format json --out {out} --jobs {jobs}")).ends(0);
        let left = std::fs::read_dir(out).expect("there is a folder").count();
        assert_eq!((said.stdout.as_str(), left), ("", 1), "the report and nothing else");
        RunRecord { began_at: 0, took_ms: 0, ..read_record(&folder.path("new/folder/report.json")) }
    };
    let first = record(1);
    assert_eq!(first, record(3));
    assert!(first.footer.complete && first.footer.decoders >= least && first.footer.implementations == 2);
    for decoder in &first.decoders {
        for outcomes in [Some(&decoder.by_claim), decoder.by_rfc3629.as_ref()].into_iter().flatten() {
            let mut cases: Vec<usize> = outcomes.groups.iter().flat_map(|group| group.cases.iter()).collect();
            cases.sort_unstable();
            assert!(cases.into_iter().eq(0..first.cases.len()), "{}", decoder.name());
            let tally = &outcomes.tally;
            assert_eq!(tally.judged + tally.unjudged(), first.cases.len());
            let bad: BTreeSet<usize> = outcomes.bad().flat_map(|group| group.cases.iter()).collect();
            assert_eq!(bad.len(), tally.bad());
            let found: BTreeSet<usize> = outcomes.findings.iter().map(|finding| finding.case).collect();
            assert!(found.is_subset(&bad));
            // Of derived cases the details may be left out, and of vectors that are not written by hand.
            let group = |case: &usize| first.group(*case);
            let is_large = |case: &usize| {
                let mut files = Suite::embedded().files().iter();
                let file = files.find(|file| file.group == group(case));
                file.is_none_or(|file| file.origin != Origin::Written)
                    && found.iter().filter(|other| group(other) == group(case)).count() >= 3
            };
            let mut plain = bad.iter().filter(|case| first.cases[**case].recipe.is_none());
            let lost = plain.find(|case| !found.contains(case) && !is_large(case));
            assert_eq!(lost, None, "{}", decoder.name());
        }
    }
}
