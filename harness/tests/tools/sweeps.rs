//! Functions of a C library that are right on all vectors as they are: sweeps find what is wrong with them.

use crate::native::{Compiled, compiled, functions};
use crate::typed::Said;
use crate::whole::stride;
use illformed::record::run_record::DecoderRecord;
use illformed_judge::cause::Cause;

fn swept(compiled: &Compiled, call: &str, sweep: &str) -> (DecoderRecord, Said) {
    let (mut record, said) = compiled.run(&format!("--only *@- --sweep {sweep} {call}"));
    (record.decoders.remove(0), said)
}

pub(crate) fn what_only_a_sweep_sees_is_told_by_its_cause_and_a_short_input() {
    let compiled = compiled();
    let blind_spots =
        functions().filter_map(|function| Some((function.words, function.cause?, function.seen?)));
    for (words, cause, (sweep, input)) in blind_spots.step_by(stride("blind spots", 4)) {
        let (decoder, said) = swept(&compiled, words, sweep);
        let causes = decoder.by_claim.causes.iter().map(|cause| cause.id);
        assert_eq!(causes.collect::<Vec<_>>(), [cause], "{words}\n{}", said.stdout);
        // What a sweep found is no vector of another run.
        let again = if cause == Cause::Unstable { "run" } else { "fuzz" };
        said.ends(1).has(&[&format!(" {input}"), &format!("illformed {again} --decoder libmisbehaving/")]);
        let swept = decoder.swept.expect("it was swept");
        assert!(swept.sweeps[0].failing > 0 && swept.stopped.is_none(), "{swept:?}");
    }
}

pub(crate) fn what_is_right_within_a_sweep_passes() {
    let compiled = compiled();
    let rows = [("scalars", "1,112,064 scalar values"), ("runs", "none fails")];
    for (sweep, words) in rows.into_iter().step_by(stride("sweeps that pass", 2)) {
        let (decoder, said) = swept(&compiled, "--call 'wrong_beyond(bytes, len) -> bool'", sweep);
        let swept = decoder.swept.expect("it was swept");
        assert_eq!(swept.passed().count(), 1, "{swept:?}");
        assert!(swept.sweeps[0].inputs > 1_112_064, "{swept:?}");
        said.ends(0).has(&["none fails", words, "not covered: longer"]);
    }
}
