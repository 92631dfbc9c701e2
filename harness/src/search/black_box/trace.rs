//! The inputs that a session was asked so far, for failures that depend on them.

use illformed_vectors::Input;
use std::collections::VecDeque;

/// How much memory the inputs may take, in bytes; the oldest are dropped.
const MOST_BYTES: usize = 24 << 20;

/// What an input costs besides its bytes: the vectors' headers and their allocations.
const OVERHEAD: usize = 64;

/// The most recent inputs of a session with their numbers, in the order in which they were asked.
#[derive(Debug, Default)]
pub(super) struct Trace {
    inputs: VecDeque<(u64, Input)>,
    bytes: usize,
    /// The number of the next one. None is used twice.
    pub(super) next: u64,
}

impl Trace {
    pub(super) fn push(&mut self, input: &Input) {
        self.bytes += weight(input);
        self.inputs.push_back((self.next, input.clone()));
        self.next += 1;
        while self.bytes > MOST_BYTES
            && let Some((_, oldest)) = self.inputs.pop_front()
        {
            self.bytes -= weight(&oldest);
        }
    }

    /// At most `most` inputs up to number `last`, that one included.
    pub(super) fn until(&self, last: u64, most: usize) -> Vec<Input> {
        let end = self.inputs.partition_point(|(number, _)| *number <= last);
        self.inputs.range(end.saturating_sub(most)..end).map(|(_, input)| input.clone()).collect()
    }

    /// Forgets everything: the session is new.
    pub(super) fn clear(&mut self) {
        self.inputs.clear();
        self.bytes = 0;
    }
}

fn weight(input: &Input) -> usize {
    let calls = match input {
        Input::Bytes(_) => 0,
        Input::Calls(script) => script.calls().len(),
    };
    OVERHEAD * (1 + calls) + input.bytes().len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn input(number: usize) -> Input {
        Input::Bytes(number.to_be_bytes().to_vec())
    }

    #[test]
    fn the_end_of_what_was_asked_is_kept_in_order() {
        let mut trace = Trace::default();
        (0..10).for_each(|number| trace.push(&input(number)));
        assert_eq!(trace.until(7, 3), [input(5), input(6), input(7)]);
        assert_eq!(trace.until(1, 300), [input(0), input(1)]);
        assert_eq!(trace.until(99, 1), [input(9)]);
        trace.clear();
        assert_eq!(trace.next, 10);
        assert_eq!(trace.until(7, 3), []);
        trace.push(&input(10));
        assert_eq!(trace.until(10, 3), [input(10)]);
    }

    #[test]
    fn the_oldest_are_dropped_when_memory_is_used_up() {
        let mut trace = Trace::default();
        (0..5).for_each(|number| trace.push(&Input::Bytes(vec![number; MOST_BYTES / 3])));
        let kept = trace.until(4, 99);
        assert!(
            matches!(&kept[..], [Input::Bytes(one), Input::Bytes(other)] if one[0] == 3 && other[0] == 4)
        );
        assert_eq!(trace.next, 5);
    }
}
