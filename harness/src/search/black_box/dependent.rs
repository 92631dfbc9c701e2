//! What becomes of an input that fails, and not alone in a fresh process.

use crate::search::black_box::bucket::FailureClass;
use crate::search::black_box::fresh::Fresh;
use crate::search::black_box::search::{Failing, Search};

/// How many sequences of one class are looked for; what else fails so is counted to the first.
const MOST_SEQUENCES: usize = 3;

/// How many inputs of one class that did not fail again are looked into.
const MOST_UNSTABLE: u64 = 3;

impl Search<'_> {
    /// Sorts an input that the user gave: as it is, nothing is shrunk.
    pub(super) fn sort_given(&mut self, failing: Failing) {
        let class = failing.wrong.class.clone();
        match self.ask_alone(&class, &failing.input) {
            Fresh::Fails(_, wrong) => {
                let input = failing.input.clone();
                self.buckets.add(failing.reduced_to(input, *wrong, false));
            }
            Fresh::Passes => self.sort_dependent(&failing),
            Fresh::Unasked(why) => self.sort_unstable(failing, &format!("not asked again: {why}")),
        }
    }

    /// Sorts an input that passes alone in a fresh process: after which inputs it fails, if that is found out.
    pub(super) fn sort_dependent(&mut self, failing: &Failing) {
        let class = &failing.wrong.class;
        // The rest of the batch was asked in the same state.
        self.polluted.push(class.clone());
        if self.fails_after_known(class, failing) {
            return;
        }
        let many = self.buckets.conditions(class).len() >= MOST_SEQUENCES
            || self.buckets.not_repeated(class) >= MOST_UNSTABLE;
        if many {
            if !self.buckets.count_conditional(class, None) {
                self.found.unsorted += 1;
            }
            return;
        }
        match self.failing_sequence(failing) {
            Some(sequence) if sequence.inputs.len() > 1 => {
                self.buckets.add_conditional(failing.clone().after(sequence));
            }
            // Alone it passed a moment ago.
            _ => self.sort_unstable(failing.clone(), "not reproduced: it passes in a fresh process, alone and after the inputs that were asked before"),
        }
    }

    /// Whether `failing` fails after the inputs of a known sequence; then it is counted to that.
    fn fails_after_known(&mut self, class: &FailureClass, failing: &Failing) -> bool {
        for earlier in self.buckets.conditions(class) {
            if earlier.is_empty() {
                continue;
            }
            let inputs = [&earlier[..], std::slice::from_ref(&failing.input)].concat();
            if self.ask_fresh(class, &inputs).fails_at_the_end(inputs.len()) {
                return self.buckets.count_conditional(class, Some(&earlier));
            }
        }
        false
    }

    /// Sorts an input that did not fail again.
    pub(super) fn sort_unstable(&mut self, failing: Failing, why: &str) {
        self.buckets.add_not_repeated(failing.never_again(why));
    }
}
