//! The shipped vectors against independent oracles, and the checks against planted faults: a linter that accepts
//! everything, or a judge that passes everything, must not go unnoticed.

#![expect(clippy::unnecessary_wraps, reason = "a faulty oracle has the type of every oracle")]

use illformed_codec::{ErrorKind, Event, Profile};
use illformed_judge::claim::Claim;
use illformed_judge::expected::Expected;
use illformed_judge::judge::{JudgeFn, Judgement, Reason, Verdict, judge_observation, self_check};
use illformed_judge::lint::{LintFinding, lint};
use illformed_judge::observation::Observation;
use illformed_judge::oracle::{Opinion, Oracle};
use illformed_vectors::Suite;

#[test]
fn every_shipped_expectation_is_what_independent_oracles_say() {
    let findings: Vec<String> =
        lint(Suite::embedded(), &Oracle::ALL).iter().map(ToString::to_string).collect();
    assert!(findings.is_empty(), "{}", findings.join("\n"));
}

#[test]
fn one_source_is_not_enough() {
    let findings = lint(&Suite::embedded_part(|group| group == "overlong"), &[Oracle::REFERENCE]);
    let of_vector = findings.first().expect("nothing has two sources");
    let (vector, profile) = (of_vector.vector.as_deref().unwrap(), of_vector.profile.unwrap());
    let reason = "only 1 source(s) for this expectation, 2 are needed";
    assert_eq!(of_vector.to_string(), format!("{}: {vector} under {profile}: {reason}", of_vector.place));
    let of_place = LintFinding { vector: None, ..of_vector.clone() };
    assert_eq!(of_place.to_string(), format!("{}: {reason}", of_vector.place));
}

#[test]
fn what_a_source_reads_otherwise_is_told_event_by_event() {
    type Read = fn(&[u8], Profile) -> Option<Opinion>;
    fn opinion(knows_kinds: bool, events: &[Event]) -> Option<Opinion> {
        Some(Opinion { events: events.to_vec(), decided_by: None, knows_kinds })
    }
    const NUL: Event = Event::Code { value: 0, at: 0, len: 2 };
    const WHOLE: Event = Event::Error { kind: ErrorKind::Overlong, at: 0, len: 2 };
    const OPEN: Event = Event::Error { kind: ErrorKind::Incomplete, at: 0, len: 2 };
    let (overlong, no_end) = ("overlong/nul-two-bytes", "script/no-end-41-c3");
    let table: [(&str, Read, &str); 8] = [
        (overlong, |_, _| opinion(true, &[]), "nothing"),
        (overlong, |_, _| opinion(true, &[NUL]), "0000"),
        (overlong, |_, _| opinion(true, &[WHOLE]), "[0,2,overlong]"),
        (overlong, |_, _| opinion(false, &[WHOLE]), "[0,2]"),
        (overlong, |_, _| opinion(true, &[NUL, WHOLE]), "0000 [0,2,overlong]"),
        (no_end, |_, _| opinion(true, &[NUL]), "0000"),
        (no_end, |_, _| opinion(true, &[OPEN]), "pending 2"),
        ("script/bom-then-reset-bom", |_, _| opinion(true, &[NUL]), "0000"),
    ];
    for (id, read, words) in table {
        let suite = Suite::embedded_part(|group| id.starts_with(&format!("{group}/")));
        let findings = lint(&suite, &[Oracle { name: "faulty", read }, Oracle::REFERENCE]);
        let mut of_vector = findings.iter().filter(|finding| {
            finding.vector.as_deref() == Some(id) && finding.profile == Some(Profile::Rfc3629)
        });
        let reason = of_vector.next().map(|finding| finding.reason.as_str());
        let segment = if id.contains("reset") { "segment 0: " } else { "" };
        assert_eq!(reason, Some(&*format!("{segment}faulty reads {words}")), "{id}");
    }
}

fn knows_a_truncated_sequence_at_its_last_byte(bytes: &[u8], profile: Profile) -> Option<Opinion> {
    let mut opinion = (Oracle::AUTOMATON.read)(bytes, profile)?;
    let timed = opinion.events.iter().zip(opinion.decided_by.iter_mut().flatten());
    for (event, decided_by) in timed.filter(|(event, _)| event.error_kind().is_some() && event.len() > 1) {
        *decided_by = decided_by.map(|_| event.end());
    }
    Some(opinion)
}

fn knows_an_overlong_sequence_one_byte_late(bytes: &[u8], profile: Profile) -> Option<Opinion> {
    let mut opinion = (Oracle::ARITHMETIC.read)(bytes, profile)?;
    let timed = opinion.events.iter().zip(opinion.decided_by.iter_mut().flatten());
    for (_, decided_by) in timed.filter(|(event, _)| event.error_kind() == Some(ErrorKind::Overlong)) {
        *decided_by = decided_by.map(|end| end + 1).filter(|end| *end <= bytes.len());
    }
    Some(opinion)
}

#[test]
fn an_oracle_that_knows_an_error_too_early_or_too_late_is_noticed() {
    let too_early = Oracle { name: "faulty", read: knows_a_truncated_sequence_at_its_last_byte };
    let too_late = Oracle { name: "faulty", read: knows_an_overlong_sequence_one_byte_late };
    let says = |one, lens: &str, other: &str| {
        format!("{one} is certain of the events after {lens} bytes, faulty after {other}")
    };
    for (faulty, reason) in [
        ([too_early, Oracle::ARITHMETIC], says("arithmetic", "3 3", "2 3")),
        ([too_late, Oracle::AUTOMATON], says("automaton", "1 2", "2 2")),
    ] {
        let suite = Suite::embedded_part(|group| ["overlong", "truncated"].contains(&group));
        let findings = lint(&suite, &faulty);
        let certain = |finding: &LintFinding| finding.reason.contains(" is certain of the events after ");
        assert!(findings.iter().any(certain), "{}", faulty[1].name);
        assert!(findings.iter().any(|finding| finding.reason == reason), "{reason}: {findings:?}");
        assert!(self_check(judge_observation, &faulty, &suite).is_err());
    }
}

#[test]
fn a_planted_fault_in_an_expectation_is_noticed() {
    let others = r#""ucs2","cesu8","mutf8","wtf8","generalized""#;
    let all = format!("\"rfc2279\",{others}");
    let rows =
        include_str!("untrue.txt").replace("\n    ", " ").replace("ALL", &all).replace("OTHERS", others);
    for row in rows.lines().filter(|row| !row.starts_with("# ")) {
        let cells: Vec<&str> = row.split(" -> ").collect();
        let [group, from, to, reason] = cells[..] else { panic!("{row}: four cells") };
        let sources: Vec<(&str, String)> = Suite::embedded_sources()
            .map(|(name, text)| {
                let is_here = name == format!("suite/{group}.json");
                assert!(!is_here || text.contains(from), "{from}");
                (name, if is_here { text.replacen(from, to, 1) } else { text.to_owned() })
            })
            .collect();
        let suite = Suite::from_sources(sources.iter().map(|(name, text)| (*name, text.as_str()))).unwrap();
        let findings = lint(&suite, &Oracle::ALL);
        let is_told = findings.iter().any(|finding| finding.reason.contains(reason));
        assert!(is_told, "{from} -> {to}: {findings:?}");
    }
}

fn passes_everything(_: &Expected, _: &Claim, _: &Observation) -> Judgement {
    Judgement::unchecked(Verdict::Pass)
}

fn does_not_look_at_offsets(expected: &Expected, claim: &Claim, observation: &Observation) -> Judgement {
    let observation = Observation { at: None, ..observation.clone() };
    judge_observation(expected, claim, &observation)
}

fn does_not_look_at_texts(expected: &Expected, claim: &Claim, observation: &Observation) -> Judgement {
    let mut expected = expected.clone();
    expected.segments.iter_mut().for_each(|segment| segment.calls.fill(None));
    judge_observation(&expected, claim, observation)
}

fn takes_late_for_wrong(expected: &Expected, claim: &Claim, observation: &Observation) -> Judgement {
    let mut judgement = judge_observation(expected, claim, observation);
    if let Verdict::LateError { .. } = judgement.verdict {
        judgement.verdict = Verdict::WrongReason(Reason::Prefix);
    }
    judgement
}

#[test]
fn a_planted_fault_in_the_judge_is_noticed_before_anything_is_judged() {
    self_check(judge_observation, &Oracle::ALL, Suite::embedded()).unwrap();
    let faulty: [JudgeFn; 4] =
        [passes_everything, does_not_look_at_offsets, does_not_look_at_texts, takes_late_for_wrong];
    let told =
        faulty.map(|judge| self_check(judge, &Oracle::ALL, Suite::embedded()).unwrap_err().to_string());
    for (told, said) in told.iter().zip([
        "the judge says pass of `c080 accepted as U+0000`, which is fail",
        "the judge says pass of `c080 rejected at 1`, which is wrong-reason",
        "the judge says pass of `e282ac decoded to another character`, which is fail",
        "the judge says wrong-reason of `e0 | 80 reported at the end`, which is late-error",
    ]) {
        assert_eq!(told, said);
    }
}
