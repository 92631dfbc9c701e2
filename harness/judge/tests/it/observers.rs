//! What is seen of a decoder beside the verdicts: failures among millions of answers, and the policy that it follows.

use crate::decoders::{lossy_decoders, strict_decoders};
use crate::words::judged;
use illformed_codec::{Policy, Profile, decode_lossy};
use illformed_judge::case::Case;
use illformed_judge::claim::{Claim, Kind, OutputKind, ScriptSupport};
use illformed_judge::expected::text;
use illformed_judge::judge::{Replacing, Screen};
use illformed_judge::observation::{Observation, Text};
use illformed_vectors::{Input, Suite};
use std::slice;
use std::time::Instant;

/// The vectors of bytes in the groups that tell most.
fn vectors() -> impl Iterator<Item = (Case<'static>, &'static [u8])> {
    let groups = ["standard", "overlong", "surrogate", "stray", "truncated", "bom", "never-valid"];
    let cases = Suite::embedded().vectors().filter_map(move |vector| match &vector.input {
        Input::Bytes(bytes) => Some((Case::of(vector), bytes.as_slice())),
        Input::Calls(_) => None,
    });
    cases.filter(move |(case, _)| {
        groups.contains(&case.vector.id.as_str().split('/').next().unwrap_or_default())
    })
}

#[test]
fn a_screen_finds_in_each_answer_what_the_judge_finds() {
    for (fault, claim, decode) in strict_decoders().into_iter().chain(lossy_decoders()) {
        let screen = Screen::new(&claim).unwrap();
        for (case, bytes) in vectors() {
            let response = decode(bytes);
            let judged = judged(&case, &claim, slice::from_ref(&response)).claim;
            let bad = Some(judged.verdict.kind()).filter(|kind| kind.is_bad());
            let screened = screen.failure(bytes, &response).map(|failure| failure.verdict);
            assert_eq!(screened, bad, "{fault}: {}", case.id);
            assert_eq!(screen.failure_of(case.input(), &response).map(|failure| failure.verdict), bad);
        }
    }
    assert!(Screen::new(&Claim { profile: None, ..Claim::strict(Profile::Rfc3629) }).is_none());
}

#[test]
fn a_screen_finds_what_a_text_of_any_form_has_too_little_or_too_much() {
    for out in [OutputKind::Utf8, OutputKind::Utf16, OutputKind::Utf32, OutputKind::Count] {
        let lossy = Claim::lossy(Policy::MaximalSubpart);
        let claim = Claim { kind: lossy.kind.returning(out), ..lossy };
        let screen = Screen::new(&claim).unwrap();
        for (codes, fails) in
            [(&[0x61][..], true), (&[0x61, 0x1_F600], false), (&[0x61, 0x1_F600, 0x62], true)]
        {
            let given = Observation::accept(text(codes, Profile::Rfc3629, out).unwrap());
            assert_eq!(
                screen.failure("a😀".as_bytes(), &given.into()).is_some(),
                fails,
                "{out:?} {codes:X?}"
            );
        }
    }
}

#[test]
fn a_wrong_text_of_many_characters_takes_time_in_proportion_to_its_length() {
    const FEW: usize = 2_000;
    // What grows with the square takes 64 times as long; what does not, a little more than 8 times, once it has a core to itself.
    const TIMES: usize = 8;
    const MOST: u32 = 40;
    let took = |claim: &Claim, unit: &[u8], spoil: fn(&mut Vec<u32>), count: usize| {
        let bytes = [&unit.repeat(count), b"A".as_slice()].concat();
        let mut text = decode_lossy(&bytes, Profile::Rfc3629, Policy::MaximalSubpart).collect();
        spoil(&mut text);
        let response = Observation::accept(Text::Utf32(text)).into();
        let screen = Screen::new(claim).unwrap();
        let began = Instant::now();
        assert!(screen.failure(&bytes, &response).is_some(), "{claim} {unit:X?}");
        began.elapsed()
    };
    let spoils: [fn(&mut Vec<u32>); 4] = [
        |text| *text = vec![0x41],
        |text| text.truncate(text.len() / 2),
        |text| text.insert(text.len() - 1, 0x42),
        |text| text.retain(|code| ![0xE9, 0xFFFD].contains(code)),
    ];
    for claim in [Claim::lossy(Policy::MaximalSubpart), Claim::strict(Profile::Rfc3629)] {
        for unit in [&b"\xFF"[..], b"\xED\xA0\x80", b"\x80A", b"\xC3\xA9"] {
            for (number, spoil) in spoils.into_iter().enumerate() {
                let few = (0..7).map(|_| took(&claim, unit, spoil, FEW)).min().unwrap();
                let is_in_time = |_| took(&claim, unit, spoil, TIMES * FEW) < MOST * few;
                assert!((0..100).any(is_in_time), "{claim} {unit:X?} {number}: {few:?}");
            }
        }
    }
}

#[test]
fn the_policy_that_a_decoder_follows_is_seen_by_its_texts() {
    let seen = |claim: &Claim, follows: &dyn Fn(&[u8]) -> Vec<u32>, wanted: fn(&[u8]) -> bool| {
        let mut replacing = Replacing::new(claim).unwrap();
        for (case, bytes) in vectors().filter(|(_, bytes)| wanted(bytes)) {
            let response = Observation::accept(Text::Utf32(follows(bytes))).into();
            replacing.take(&case, claim, &response);
        }
        replacing.seen()
    };
    let claim = Claim::lossy(None);
    let ill_formed = vectors().filter(|(_, bytes)| str::from_utf8(bytes).is_err()).count();
    let under = |bytes: &[u8], policy| decode_lossy(bytes, Profile::Rfc3629, policy).collect::<Vec<u32>>();
    for policy in Policy::ALL.iter().copied().filter(|policy| *policy != Policy::Fatal) {
        let replacement = seen(&claim, &|bytes| under(bytes, policy), |_| true).unwrap();
        assert_eq!((replacement.policies, replacement.contradicted), (vec![policy.name().to_owned()], 0));
        assert_eq!(replacement.compared, ill_formed);
    }
    // FF alone leaves four open, and a text that no policy has contradicts each.
    let open = seen(&claim, &|_| vec![0xFFFD], |bytes| bytes == b"\xFF").unwrap();
    assert_eq!((open.policies.len(), open.contradicted, open.compared), (5, 0, 1));
    let none = seen(&claim, &|_| vec![0x58], |bytes| bytes.starts_with(b"\xFF")).unwrap();
    assert_eq!((none.policies.len(), none.contradicted), (9, none.compared));
    assert_eq!(seen(&claim, &|bytes| under(bytes, Policy::Drop), <[u8]>::is_ascii), None);
    let feed = Claim { script: ScriptSupport::Feed, ..claim.clone() };
    assert_eq!(seen(&feed, &|_| Vec::new(), |bytes| bytes == b"\xC2"), None, "more may come");
    let count = Claim { kind: Kind::Count { policy: None }, ..claim };
    for claim in [Claim::strict(Profile::Rfc3629), count] {
        assert!(Replacing::new(&claim).is_none());
    }
}
