//! No answer of a decoder of this process depends on what its outputs held before a call.

use crate::spread_vectors::{answers, vectors};
use illformed::ask::adapter::Adapter;
use illformed::ask::adapter::in_process::{all, set_canary};

#[test]
fn no_answer_of_a_decoder_of_this_process_depends_on_the_canary() {
    for adapter in all() {
        let mut session = adapter.open().expect("it is in this process");
        for (number, decoder) in session.decoders().to_vec().iter().enumerate() {
            let inputs = vectors(&decoder.claim);
            let [one, other] = [0x00, 0xA5].map(|canary| {
                set_canary(canary);
                answers(session.as_mut(), number, &inputs)
            });
            for (input, (one, other)) in inputs.iter().zip(one.iter().zip(&other)) {
                assert_eq!(one, other, "{}/{}: {input:?}", adapter.name(), decoder.name);
            }
        }
    }
}
