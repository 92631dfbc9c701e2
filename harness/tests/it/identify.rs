//! `illformed identify`: what decoders are, whatever they claim.

use crate::typed::{schema, typed};
use illformed::ask::adapter::{Adapter, Session, in_process};
use illformed::search::identify::{Outcome, Parting, identify};
use serde_json::Value;
use std::sync::atomic::{AtomicBool, Ordering};

#[test]
fn what_is_found_is_json_as_its_schema_says() {
    let validator = schema("identification");
    for (outcome, decoder) in [
        ("named", "codec/validate-cesu8 std/from-utf8"),
        ("unknown", "-- python3 -S tests/adapters/identified.py other"),
        ("unstable", "-- python3 -S tests/adapters/identified.py changes"),
        ("stopped", "-- python3 -S tests/adapters/identified.py dies"),
    ] {
        let said = typed(&format!("identify --format json {decoder}"));
        let found: Value =
            serde_json::from_str(&said.stdout).unwrap_or_else(|error| panic!("{error}: {said:?}"));
        assert!(validator.is_valid(&found), "{:?}\n{found}", validator.validate(&found).unwrap_err());
        let all = found.as_array().expect("it is a list");
        assert!(all.iter().all(|one| one["outcome"]["outcome"] == outcome), "{found}");
    }
}

#[test]
fn what_is_known_of_a_decoder_when_it_is_interrupted_is_said() {
    for (name, nearest) in [("codec/validate-cesu8", "cesu8"), ("codec/lossy-java", "utf8/java/bom-keep")] {
        let interrupted = AtomicBool::new(false);
        let (mut session, number) = opened(name);
        // Somebody has enough after the first thousand words.
        let mut enough = |asked: usize| interrupted.store(asked > 1_000, Ordering::Relaxed);
        let found = identify(&mut *session, name, number, &interrupted, &mut enough);
        let Outcome::Stopped { is_interrupted: true, so_far: Some(so_far), .. } =
            found.identification.outcome
        else {
            panic!("{:?}", found.identification.outcome)
        };
        assert_eq!((so_far.nearest.as_str(), so_far.differing), (nearest, 0));
    }
}

fn opened(name: &str) -> (Box<dyn Session>, usize) {
    let (adapter, decoder) = name.split_once('/').expect(name);
    let of_name = in_process::all().into_iter().find(|other| other.name() == adapter).expect(name);
    let session: Box<dyn Session> = of_name.open().expect(name);
    let number = session.decoders().iter().position(|one| one.name == decoder).expect(name);
    (session, number)
}

/// In which sets of strings two decoders part is printed; see cli/said.txt.
#[test]
fn decoders_that_part_on_all_inputs_are_apart_and_others_are_not() {
    let interrupted = AtomicBool::new(false);
    for (other, is_apart) in [("codec/validate-mutf8", true), ("codec/validate-rfc3629", false)] {
        let mut asked = [other, "std/from-utf8"].map(opened);
        let found = asked
            .each_mut()
            .map(|(session, number)| identify(&mut **session, "x/y", *number, &interrupted, &mut |_| {}));
        assert_eq!(Parting::of(found.each_ref(), &mut asked, &interrupted).is_apart(), is_apart, "{other}");
    }
}
