//! Changes to a set of numbers after it was filled: a case that is judged anew moves from one set to another.

use crate::record::run_record::Ranges;
use crate::record::run_record::ranges::Part;

impl Ranges {
    /// Adds `number`, wherever it stands.
    pub fn insert(&mut self, number: usize) {
        let at = self.place(number);
        if self.0.get(at).is_some_and(|part| part.contains(number)) {
            return;
        }
        let joins = |part: &Part| part.step == 1;
        let before = at.checked_sub(1).filter(|before| {
            let part = self.0[*before];
            joins(&part) && part.end + 1 == number
        });
        let after = self.0.get(at).is_some_and(|part| joins(part) && number + 1 == part.start);
        match (before, after) {
            (Some(before), true) => {
                self.0[before].end = self.0[at].end;
                self.0.remove(at);
            }
            (Some(before), false) => self.0[before].end = number,
            (None, true) => self.0[at].start = number,
            (None, false) => self.0.insert(at, Part::single(number)),
        }
    }

    /// Takes `number` out, and says whether it was there.
    pub fn remove(&mut self, number: usize) -> bool {
        let at = self.place(number);
        let Some(part) = self.0.get(at).copied().filter(|part| part.contains(number)) else { return false };
        let left = (part.start < number).then(|| Part { end: number - 1, ..part });
        let right = (number < part.end).then(|| Part { start: number + 1, ..part });
        self.0.splice(at..=at, left.into_iter().chain(right));
        true
    }

    /// The first part that ends at `number` or behind it, in which numbers are neighbours if `number` is within.
    fn place(&mut self, number: usize) -> usize {
        let at = |parts: &[Part]| parts.partition_point(|part| part.end < number);
        let found = at(&self.0);
        if let Some(part) = self.0.get(found).copied()
            && part.step > 1
            && part.start <= number
        {
            self.0.splice(found..=found, part.numbers().map(Part::single));
        }
        at(&self.0)
    }
}
