//! Fills outputs before a call: a unit that an API reports and does not write is then the canary.

use std::sync::atomic::{AtomicU8, Ordering};

static CANARY: AtomicU8 = AtomicU8::new(0x5A);

/// From now on outputs of the decoders of this process are filled with `canary` before each call. No answer may depend on
/// it.
pub fn set_canary(canary: u8) {
    CANARY.store(canary, Ordering::Relaxed);
}

pub(crate) fn output<U: Clone + From<u8>>(len: usize) -> Vec<U> {
    vec![U::from(CANARY.load(Ordering::Relaxed)); len]
}

#[cfg(test)]
mod tests {
    use super::{output, set_canary};

    #[test]
    fn an_output_holds_the_canary_before_every_call() {
        set_canary(0xA5);
        let units: Vec<u16> = output(2);
        assert_eq!(units, [0xA5, 0xA5]);
    }
}
