//! Mutants: the correct decoders are correct, and the faulty ones have the faults that they declare.

use crate::recorded;
use crate::whole::{is_whole, stride};
use illformed::ask::adapter::in_process::{InProcessDecoder, StreamError};
use illformed::record::run::RunOptions;
use illformed_codec::{Event, Profile, events};
use illformed_judge::case::Plan;
use illformed_judge::claim::{Bom, TextForm};
use illformed_judge::observation::Text;
use illformed_vectors::{Call, Script, Suite};
use illformed_workshop::mutants::{
    BlockFault, Bounded, Mutant, MutantPiece, OneShot, Retreat, Shows, Space, StreamFault, Structure, Wide,
    mutants,
};
use proptest::prelude::*;
use std::sync::atomic::{AtomicU16, Ordering};
use std::thread;

/// All ways of finding pieces, without a fault.
fn all_correct() -> [Structure; 4] {
    [
        Structure::OneShot(OneShot::default()),
        Structure::Push(StreamFault::None),
        Structure::Backward(Retreat::Right),
        Structure::Wide(Wide::CORRECT),
    ]
}

/// All ways of writing into little space, without a fault.
fn all_bounded() -> impl Iterator<Item = Structure> {
    let units = (1..=4).map(Space::Units);
    let units = units.flat_map(|space| [(TextForm::Utf8, space), (TextForm::Utf16, space)]);
    let estimates = [(TextForm::Utf8, Space::Estimate(3, 3)), (TextForm::Utf16, Space::Estimate(1, 1))];
    units.chain(estimates).map(|(out, space)| Structure::Bounded(Bounded::correct(out, space)))
}

fn expected(bytes: &[u8]) -> Vec<MutantPiece> {
    let pieces = events(bytes, Profile::Rfc3629).map(|event| match event {
        Event::Code { value, at, len } => MutantPiece::Code { value, at, len },
        Event::Error { at, len, .. } => MutantPiece::Error { at, len },
    });
    pieces.collect()
}

/// Holds the correct decoders to the codec.
fn compare(structures: &[Structure; 4], bytes: &[u8]) {
    let expected = expected(bytes);
    for structure in structures {
        let mut found = Vec::new();
        let out_of_bounds_read = structure.decode(bytes, &mut found);
        assert!(!out_of_bounds_read.is_some(), "{}: {bytes:02x?}: {out_of_bounds_read}", structure.name());
        assert!(found == expected, "{}: {bytes:02x?}: {found:?}", structure.name());
    }
}

#[test]
fn correct_decoders_find_what_the_codec_finds_in_all_strings_of_up_to_three_bytes() {
    let (next, stride) = (AtomicU16::new(0), stride("third bytes", 7));
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                let structures = all_correct();
                compare(&structures, &[]);
                while let Ok(first) = u8::try_from(next.fetch_add(1, Ordering::Relaxed)) {
                    compare(&structures, &[first]);
                    for second in 0..=u8::MAX {
                        compare(&structures, &[first, second]);
                        // Others for each pair, so that none is left out behind all of them.
                        let thirds = (0..=u8::MAX).skip((usize::from(first) + usize::from(second)) % stride);
                        let thirds = thirds.step_by(stride);
                        thirds.for_each(|third| compare(&structures, &[first, second, third]));
                    }
                }
            });
        }
    });
}

/// Bytes that are many at a time, whole characters, or at the edges of what a decoder tells apart.
fn bytes() -> impl Strategy<Value = Vec<u8>> {
    let edges = b"\0A\x7F\x80\x8F\x90\x9F\xA0\xBF\xC0\xC1\xC2\xDF\xE0\xE1\xEC\xED\xEE\xEF\xF0\xF1\xF3\xF4\xF5\xF8\xFC\xFE\xFF";
    let piece = prop_oneof![
        1 => (0..40_usize).prop_map(|len| vec![b'a'; len]),
        1 => any::<u8>().prop_map(|byte| vec![byte]),
        1 => any::<char>().prop_map(|character| character.to_string().into_bytes()),
        5 => prop::sample::select(&edges[..]).prop_map(|byte| vec![byte]),
    ];
    prop::collection::vec(piece, 0..32).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10_000))]

    #[test]
    fn correct_decoders_find_what_the_codec_finds_in_random_bytes(bytes in bytes()) {
        compare(&all_correct(), &bytes);
    }
}

/// The correct decoders as the mutants are asked: first error, replacements, and the answer alone.
fn correct_decoders() -> Vec<InProcessDecoder> {
    let none = |structure: Structure| Mutant::new("none", "nothing", structure);
    // The one whose text ends at NUL, and the one that drops U+FEFF at the start.
    let others = mutants().into_iter().filter(|mutant| ["s26", "m59"].contains(&mutant.name));
    let others = others.map(|mutant| Mutant { shows: Shows::FirstError, ..mutant.without_fault() });
    let finding = all_correct().into_iter().map(none).chain(others);
    let replacing = |strict: Mutant| [strict.shown_otherwise(), strict];
    let asked = finding.flat_map(replacing).flat_map(|mutant| [mutant.decoder(), mutant.answering()]);
    let bounded = all_bounded().map(none).flat_map(replacing);
    asked.chain(bounded.map(|mutant| mutant.decoder())).collect()
}

#[test]
fn correct_decoders_pass_every_vector_and_every_case() {
    // Without what is derived it is a fifth of the time.
    let plan = &Plan::selected(Suite::embedded(), |id| is_whole() || id.recipe.is_none());
    let record = recorded(plan, &RunOptions::default(), correct_decoders);
    for decoder in &record.decoders {
        let failed: Vec<_> =
            decoder.by_claim.findings.iter().map(|one| (record.case_id(one.case), &one.detail)).collect();
        assert!(decoder.by_claim.tally.bad() == 0, "{}: {failed:?}", decoder.decoder);
    }
    assert_eq!(record.decoders.len(), 6 * 4 + 10 * 2);
}

/// What can be told of `bytes` by all that a decoder shows, and by its answer alone.
fn betrayed(mutant: &Mutant, bytes: &[u8]) -> (bool, bool) {
    if matches!(mutant.structure, Structure::Bounded(_)) {
        let right = mutant.without_fault();
        return ((mutant.decoder().decode)(bytes) != (right.decoder().decode)(bytes), false);
    }
    let mut right = expected(bytes);
    if mutant.bom == Bom::Strip {
        right.retain(|piece| *piece != MutantPiece::Code { value: 0xFEFF, at: 0, len: 3 });
    }
    if !mutant.can_be_given(bytes) {
        return (false, false);
    }
    let (found, out_of_bounds_read) = mutant.decode(bytes);
    let answer = found.iter().any(MutantPiece::is_error) != right.iter().any(MutantPiece::is_error);
    (found != right || out_of_bounds_read.is_some(), answer || out_of_bounds_read.is_some())
}

/// What a decoder makes of calls.
fn outcomes(decoder: &InProcessDecoder, calls: &str) -> Vec<Option<Result<Text, StreamError>>> {
    let mut stream = decoder.stream.as_ref().expect("it takes calls")();
    let outcome = |call: &Call| match call {
        Call::Feed(chunk) => Some(stream.feed(chunk)),
        Call::Finish => Some(stream.finish()),
        Call::Reset => {
            stream.reset();
            None
        }
    };
    let script: Script = calls.parse().expect("it is a script");
    script.calls().iter().map(outcome).collect()
}

#[test]
fn a_mutant_is_betrayed_by_its_witnesses() {
    for mutant in mutants() {
        let (name, right) = (mutant.name, mutant.without_fault());
        if let Some(calls) = mutant.witness_calls {
            assert_ne!(outcomes(&mutant.decoder(), calls), outcomes(&right.decoder(), calls), "{name}");
        } else {
            assert_eq!(mutant.witness.is_empty(), mutant.equivalent.is_some(), "{name}");
            assert_eq!(betrayed(&mutant, mutant.witness).0, mutant.equivalent.is_none(), "{name}");
        }
        if let Some(witness) = mutant.answer_witness {
            assert!(betrayed(&mutant, witness).1, "{name}");
        }
        if let Some(calls) = mutant.answer_witness_calls {
            assert_ne!(outcomes(&mutant.answering(), calls), outcomes(&right.answering(), calls), "{name}");
        }
    }
}

#[test]
fn a_mutant_without_its_fault_is_betrayed_by_no_witness() {
    let witnesses: Vec<&[u8]> = mutants().iter().map(|mutant| mutant.witness).collect();
    for mutant in mutants() {
        let right = mutant.without_fault();
        for witness in &witnesses {
            assert_eq!(betrayed(&right, witness), (false, false), "{}: {witness:02x?}", mutant.name);
        }
    }
}

/// The string after `bytes` by length and then by its bytes.
fn next_string(bytes: &mut Vec<u8>) {
    let carried = bytes.iter().rposition(|byte| *byte != 0xFF);
    let reset = carried.map_or(0, |place| place + 1);
    bytes[reset..].fill(0);
    match carried {
        Some(place) => bytes[place] += 1,
        None => bytes.push(0),
    }
}

#[test]
fn no_input_of_up_to_two_bytes_betrays_a_mutant_before_its_witness() {
    let before = |bytes: &[u8], witness: &[u8]| (bytes.len(), bytes) < (witness.len(), witness);
    let of_bytes = mutants().into_iter().filter(|mutant| mutant.witness_calls.is_none());
    for mutant in of_bytes.step_by(stride("mutants", 3)) {
        let mut bytes = Vec::new();
        while bytes.len() <= 2 {
            let (any, answer) = betrayed(&mutant, &bytes);
            let first = !mutant.witness.is_empty() && !before(&bytes, mutant.witness);
            assert!(!any || first, "{}: {bytes:02x?}", mutant.name);
            let first = mutant.answer_witness.is_some_and(|witness| !before(&bytes, witness));
            assert!(!answer || first, "{}: answer to {bytes:02x?}", mutant.name);
            next_string(&mut bytes);
        }
    }
}

/// Faults at places of an input, of each kind in blocks of each width.
fn position_faults() -> Vec<(usize, BlockFault)> {
    let slips = [
        BlockFault::ForgetsAtEdge,
        BlockFault::PassesLastByte,
        BlockFault::PassesLastLead,
        BlockFault::CountsFromBlock,
        BlockFault::IgnoresFirstByte,
        BlockFault::IgnoresOpenSequence,
        BlockFault::IgnoresHead,
        BlockFault::IgnoresLastOfRest,
        BlockFault::LooksBackWrongly(1),
        BlockFault::LooksBackWrongly(2),
        BlockFault::LooksBackWrongly(3),
        BlockFault::LooksBackWrongly(4),
        BlockFault::HasOtherKernel,
    ];
    let faults = [8, 16, 32, 64].into_iter().flat_map(|width| slips.map(|fault| (width, fault)));
    faults.step_by(stride("faults of a place", 3)).collect()
}

#[test]
fn cases_at_the_edges_of_blocks_kill_every_fault_of_a_place() {
    let plan =
        Plan::selected(Suite::embedded(), |id| id.recipe.is_some_and(|recipe| recipe.place().is_some()));
    let record = recorded(&plan, &RunOptions::default(), || {
        let mutant = |(width, fault)| Mutant::new("wide", "errs", Structure::Wide(Wide { width, fault }));
        position_faults().into_iter().map(|fault| mutant(fault).decoder()).collect()
    });
    let kills = record.decoders.iter().map(|decoder| decoder.by_claim.tally.bad());
    let killed: Vec<_> = position_faults().into_iter().zip(kills).collect();
    assert_eq!(killed.len(), position_faults().len());
    // More than one case each: it is not by chance.
    let nearly: Vec<_> = killed.iter().filter(|(_, kills)| *kills < 3).collect();
    assert!(nearly.is_empty(), "{nearly:?} of {killed:?}");
}
