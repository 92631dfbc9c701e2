//! What the parts of a judgement say of themselves, variant by variant.

use crate::words::case;
use illformed_judge::cause::{Cause, Severity, accepting};
use illformed_judge::judge::{Checked, Failure, Judgement, MemoryFault, Reason, Verdict, VerdictKind};
use illformed_judge::shown::WROTE;
use illformed_vectors::Question;
use snapbox::{assert_data_eq, file};
use std::fmt::Write;
use std::time::Duration;

#[test]
fn what_was_compared_is_five_bits_each_with_a_name() {
    let names = ["answer", "at", "len", "out", "per-call"];
    assert_eq!(Checked::BITS as usize, names.len());
    for bits in 0..1 << Checked::BITS {
        let checked = Checked::from_bits(bits);
        assert_eq!(checked.bits(), bits);
        assert_eq!(Checked::from_bits(bits | 1 << Checked::BITS), checked, "others are left alone");
        let set = (0..names.len()).filter(|bit| bits & 1 << bit != 0).map(|bit| names[bit]);
        assert_eq!(checked.names(), set.collect::<Vec<_>>());
    }
    let Checked { answer, at, len, out, per_call } = Checked::from_bits(0b01010);
    assert_eq!([answer, at, len, out, per_call], [false, true, false, true, false]);
    assert_eq!(Checked { per_call: true, ..Checked::default() }.bits(), 0b10000);
}

#[test]
fn a_kind_of_verdict_is_judged_or_not_and_right_wrong_or_broken() {
    let names = |is: fn(VerdictKind) -> bool| {
        let names: Vec<&str> =
            VerdictKind::ALL.into_iter().filter(|kind| is(*kind)).map(VerdictKind::name).collect();
        names.join(" ")
    };
    assert_eq!(names(VerdictKind::is_broken), "crashed timed-out protocol-error");
    assert_eq!(names(VerdictKind::has_varying_cause), "crashed timed-out protocol-error flaky");
    let bad = "fail wrong-reason late-error crashed timed-out protocol-error flaky";
    assert_eq!(names(VerdictKind::is_bad), bad);
    assert_eq!(names(VerdictKind::is_judged), format!("pass {bad}"));
    assert_eq!(names(|kind| !kind.is_judged()), "declined not-asked not-applicable unspecified no-policy");
}

#[test]
fn each_verdict_has_a_cause_without_numbers_and_words_with_them() {
    let killed = "killed by signal 11".to_owned();
    let verdicts = [
        Verdict::Pass,
        Verdict::Fail(Failure::AcceptsIllFormed),
        Verdict::Fail(Failure::RefusesWellFormed),
        Verdict::Fail(Failure::DropsIllFormed),
        Verdict::Fail(Failure::WrongText),
        Verdict::WrongReason(Reason::NotIncomplete),
        Verdict::WrongReason(Reason::Offset { expected: 1, observed: 2 }),
        Verdict::WrongReason(Reason::Length { expected: 3, observed: 4 }),
        Verdict::WrongReason(Reason::Prefix),
        Verdict::WrongReason(Reason::TooEarly { decided: 2, reported: 1 }),
        Verdict::LateError { decided: 1, reported: Some(2) },
        Verdict::LateError { decided: 1, reported: None },
        Verdict::Declined("no".to_owned()),
        Verdict::NotAsked("given up".to_owned()),
        Verdict::NotApplicable("no reset".to_owned()),
        Verdict::Unspecified(Question::Rfc2279Surrogate),
        Verdict::NoPolicy,
        Verdict::Crashed(killed.clone()),
        Verdict::Crashed(killed + WROTE + "`x`"),
        Verdict::Misused { fault: MemoryFault::ChangesInput, how: "writes byte 0".to_owned() },
        Verdict::TimedOut(Duration::from_millis(250)),
        Verdict::ProtocolError("no JSON".to_owned() + WROTE + "x"),
        Verdict::Flaky("first, then second".to_owned()),
    ];
    let mut told = String::new();
    for verdict in verdicts {
        let kind = verdict.kind();
        assert_eq!((verdict.is_judged(), verdict.is_bad()), (kind.is_judged(), kind.is_bad()), "{verdict}");
        assert_eq!(verdict.name(), kind.name());
        let cause = verdict.cause().map_or("-".to_owned(), |cause| cause.to_string());
        let _ = writeln!(told, "{} | {cause} | {verdict}", verdict.name());
        assert_eq!(Judgement::unchecked(verdict).checked, Checked::default());
    }
    assert_data_eq!(told, file!["../golden/verdict-words.txt"].raw());
}

#[test]
fn causes_stand_worst_first_and_their_names_say_what_they_refuse_or_accept() {
    assert!(Cause::ALL.is_sorted_by_key(|cause| cause.severity()));
    for cause in Cause::ALL {
        assert_eq!(Cause::named(cause.name()), Some(cause));
        assert_eq!(cause.is_refusal(), cause.name().starts_with("refuses-"), "{cause}");
        // `accepts-refused` is about well-formed input.
        let accepts = cause.name().starts_with("accepts-") && cause != Cause::AcceptsRefused;
        assert_eq!(cause.accepts_ill_formed(), accepts, "{cause}");
    }
    assert_eq!(Cause::named("accepts"), None);
    let firsts = [Severity::Critical, Severity::Wrong, Severity::Imprecise]
        .map(|severity| Cause::ALL.into_iter().find(|cause| cause.severity() == severity));
    assert_eq!(firsts, [Some(Cause::Crashes), Some(Cause::RefusesNul), Some(Cause::WrongOffset)]);
    let silent: Vec<Cause> = Cause::ALL.into_iter().filter(|cause| cause.is_without_answer()).collect();
    let faults = MemoryFault::ALL.map(MemoryFault::cause);
    assert_eq!(faults.map(Cause::name), MemoryFault::ALL.map(MemoryFault::name));
    assert_eq!(silent, [&[Cause::Crashes][..], &faults, &[Cause::Hangs, Cause::BreaksProtocol]].concat());
    let ends = MemoryFault::ALL.map(MemoryFault::ends_process);
    assert_eq!(ends, [true, true, true, true, false, false, false]);
}

#[test]
fn what_accepts_the_first_error_of_a_vector_is_told_from_it_alone() {
    for (id, cause) in [
        ("standard/letter-a", None),
        ("overlong/nul-two-bytes", Some(Cause::AcceptsOverlong2)),
        ("overlong/nul-three-bytes", Some(Cause::AcceptsOverlong3)),
        ("security/ampersand-four-bytes", Some(Cause::AcceptsOverlong4)),
        ("surrogate/single-d800", Some(Cause::AcceptsSurrogate)),
        ("surrogate/pair-d800-dfff", Some(Cause::AcceptsSurrogatePair)),
        ("surrogate/reversed-dc00-d800", Some(Cause::AcceptsSurrogate)),
        ("out-of-range/in-ascii", Some(Cause::AcceptsOutOfRange)),
        ("legacy-form/f8-shortest", Some(Cause::AcceptsLegacyForm)),
        ("never-valid/ff-alone", Some(Cause::AcceptsNeverValid)),
        ("stray/first-alone", Some(Cause::AcceptsStrayContinuation)),
        ("truncated/c2-before-ascii", Some(Cause::AcceptsTruncated)),
        ("truncated/c2-at-end", Some(Cause::AcceptsIncomplete)),
        ("script/good-reset-error", Some(Cause::AcceptsNeverValid)),
    ] {
        assert_eq!(accepting(case(id).vector), cause, "{id}");
    }
}
