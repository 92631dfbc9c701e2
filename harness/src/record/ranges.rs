//! Sets of numbers as text, such as `0-17,19` or `20-30/2`: every second from 20 to 30.

use crate::record::serialized_as_text::serialized_as_text;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::{fmt, mem};

/// A set of numbers that is filled in ascending order. It takes as much memory as its text, however many numbers a part of
/// that claims: a record of a survey has three million that stand alone at even steps.
#[derive(Debug, Clone, Default)]
pub struct Ranges {
    parts: Vec<Part>,
    /// Whether numbers went in or out at any place. Then no part has steps: what belongs to one now cannot be seen from what
    /// is next to it.
    is_changed: bool,
}

/// The numbers from `start` to `end`, each `step` after the one before. `end` is one of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Part {
    start: usize,
    end: usize,
    /// 1 where they are neighbours, or where there is one.
    step: usize,
}

impl Part {
    const fn single(number: usize) -> Self {
        Self { start: number, end: number, step: 1 }
    }

    const fn is_single(self) -> bool {
        self.start == self.end
    }

    fn numbers(self) -> impl Iterator<Item = usize> {
        (self.start..=self.end).step_by(self.step)
    }

    const fn contains(self, number: usize) -> bool {
        self.start <= number && number <= self.end && (number - self.start).is_multiple_of(self.step)
    }

    const fn len(self) -> usize {
        ((self.end - self.start) / self.step).saturating_add(1)
    }

    /// The runs of neighbours in it.
    fn runs(self) -> impl Iterator<Item = RangeInclusive<usize>> {
        let whole = (self.step == 1).then_some(self.start..=self.end);
        let apart = (self.step > 1).then(|| self.numbers().map(|number| number..=number));
        whole.into_iter().chain(apart.into_iter().flatten())
    }
}

impl Ranges {
    /// Adds `number`, which is greater than all that are in it.
    pub fn push(&mut self, number: usize) {
        match self.parts.last_mut() {
            Some(last) if last.end.checked_add(1) != Some(number) => {
                if last.step > 1 && number - last.end == last.step {
                    last.end = number;
                } else {
                    self.push_single(number);
                }
            }
            Some(last) if last.step == 1 => last.end = number,
            // The neighbour of the last of several that stand alone.
            Some(last) => {
                let start = last.end;
                last.end -= last.step;
                if last.is_single() {
                    last.step = 1;
                }
                self.parts.push(Part { start, end: number, step: 1 });
            }
            None => self.parts.push(Part::single(number)),
        }
    }

    /// Adds `number`, which has no neighbour: three that stand alone, each as far from the one before, are one part.
    fn push_single(&mut self, number: usize) {
        self.parts.push(Part::single(number));
        if let [.., first, second, third] = self.parts.as_slice()
            && !self.is_changed
            && [first, second, third].iter().all(|part| part.is_single())
            && second.start - first.start == third.start - second.start
        {
            let whole = Part { start: first.start, end: number, step: number - second.start };
            self.parts.truncate(self.parts.len() - 3);
            self.parts.push(whole);
        }
    }

    pub fn iter(&self) -> impl Iterator<Item = usize> {
        self.parts.iter().copied().flat_map(Part::numbers)
    }

    pub fn contains(&self, number: usize) -> bool {
        let after = self.parts.partition_point(|part| part.end < number);
        self.parts.get(after).is_some_and(|part| part.contains(number))
    }

    pub fn last(&self) -> Option<usize> {
        self.parts.last().map(|part| part.end)
    }

    /// How many numbers there are.
    pub fn len(&self) -> usize {
        self.parts.iter().fold(0, |sum, part| sum.saturating_add(part.len()))
    }

    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    pub fn insert(&mut self, number: usize) {
        let at = self.place(number);
        if self.parts.get(at).is_some_and(|part| part.contains(number)) {
            return;
        }
        let before = at.checked_sub(1).filter(|before| self.parts[*before].end + 1 == number);
        let after = self.parts.get(at).is_some_and(|part| number + 1 == part.start);
        match (before, after) {
            (Some(before), true) => {
                self.parts[before].end = self.parts[at].end;
                self.parts.remove(at);
            }
            (Some(before), false) => self.parts[before].end = number,
            (None, true) => self.parts[at].start = number,
            (None, false) => self.parts.insert(at, Part::single(number)),
        }
    }

    /// Takes `number` out, and says whether it was there.
    pub fn remove(&mut self, number: usize) -> bool {
        let at = self.place(number);
        let Some(part) = self.parts.get(at).copied().filter(|part| part.contains(number)) else {
            return false;
        };
        let left = (part.start < number).then(|| Part { end: number - 1, ..part });
        let right = (number < part.end).then(|| Part { start: number + 1, ..part });
        self.parts.splice(at..=at, left.into_iter().chain(right));
        true
    }

    /// The first part that ends at `number` or behind it. From now on the numbers of each part are neighbours.
    fn place(&mut self, number: usize) -> usize {
        if !mem::replace(&mut self.is_changed, true) {
            self.parts =
                self.runs().map(|run| Part { start: *run.start(), end: *run.end(), step: 1 }).collect();
        }
        self.parts.partition_point(|part| part.end < number)
    }

    fn runs(&self) -> impl Iterator<Item = RangeInclusive<usize>> {
        self.parts.iter().copied().flat_map(Part::runs)
    }
}

impl PartialEq for Ranges {
    /// Whether they have the same runs of neighbours, in whatever parts.
    fn eq(&self, other: &Self) -> bool {
        self.runs().eq(other.runs())
    }
}

impl Eq for Ranges {}

impl FromIterator<usize> for Ranges {
    /// The set of `numbers`, which ascend.
    fn from_iter<I: IntoIterator<Item = usize>>(numbers: I) -> Self {
        let mut ranges = Self::default();
        numbers.into_iter().for_each(|number| ranges.push(number));
        ranges
    }
}

impl fmt::Display for Ranges {
    /// At least three numbers that stand alone, each as far from the one before, are one part.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut left = self.parts.as_slice();
        let mut comma = "";
        while let [part, others @ ..] = left {
            let (step, count) = even_run(left);
            if count > 2 {
                let last = part.start + step * (count - 1);
                write!(formatter, "{comma}{}-{last}/{step}", part.start)?;
                left = &left[count..];
            } else {
                match part {
                    part if part.is_single() => write!(formatter, "{comma}{}", part.start)?,
                    Part { start, end, step: 1 } => write!(formatter, "{comma}{start}-{end}")?,
                    // Two numbers are two parts, unless they were read as one.
                    Part { start, end, step } if end - start == *step => {
                        write!(formatter, "{comma}{start},{end}")?;
                    }
                    Part { start, end, step } => write!(formatter, "{comma}{start}-{end}/{step}")?,
                }
                left = others;
            }
            comma = ",";
        }
        Ok(())
    }
}

/// How many parts at the start of `parts` are of one number, each `step` after the one before, and that step.
fn even_run(parts: &[Part]) -> (usize, usize) {
    let [first, second, ..] = parts else { return (0, 0) };
    let step = second.start - first.start;
    let even = |pair: &&[Part]| pair[1].is_single() && pair[1].start - pair[0].start == step;
    if first.is_single() { (step, 1 + parts.windows(2).take_while(even).count()) } else { (0, 0) }
}

impl FromStr for Ranges {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |text: &str| text.parse::<usize>().map_err(|_| format!("`{text}` is no number"));
        let mut parts: Vec<Part> = Vec::new();
        for part in text.split(',').filter(|_| !text.is_empty()) {
            let (span, step) = part.split_once('/').map_or((part, None), |(span, step)| (span, Some(step)));
            let (start, end) = span.split_once('-').unwrap_or((span, span));
            let (start, end) = (number(start)?, number(end)?);
            if start > end || parts.last().is_some_and(|last| start <= last.end) {
                return Err(format!("`{part}` is not ascending"));
            }
            let step = match step.map(number).transpose()? {
                None => 1,
                // Two neighbours would be a range.
                Some(step) if step > 1 && (end - start).is_multiple_of(step) && end > start => step,
                Some(_) => return Err(format!("`{part}` does not end on a step")),
            };
            parts.push(Part { start, end, step });
        }
        Ok(Self { parts, is_changed: false })
    }
}

serialized_as_text!(Ranges);

#[cfg(test)]
mod tests {
    use super::Ranges;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        #[test]
        fn the_text_of_a_set_does_not_depend_on_how_it_was_filled(
            gaps in prop::collection::vec(1_usize..5, 0..40),
            changes in prop::collection::vec((any::<bool>(), 0_usize..160), 0..20),
            more in prop::collection::vec(1_usize..5, 0..10),
        ) {
            let ascending = |first: usize, gaps: &[usize]| {
                let numbers = gaps.iter().scan(first, |last, gap| {
                    *last += gap;
                    Some(*last)
                });
                numbers.collect::<Vec<_>>()
            };
            let numbers = ascending(0, &gaps);
            let mut set: BTreeSet<usize> = numbers.iter().copied().collect();
            let mut ranges: Ranges = numbers.into_iter().collect();
            for (is_in, number) in changes {
                if is_in {
                    ranges.insert(number);
                    set.insert(number);
                } else {
                    prop_assert_eq!(ranges.remove(number), set.remove(&number));
                }
            }
            for number in ascending(set.last().copied().unwrap_or_default(), &more) {
                ranges.push(number);
                set.insert(number);
            }
            prop_assert_eq!(ranges.iter().collect::<BTreeSet<_>>(), set.clone());
            let pushed: Ranges = set.into_iter().collect();
            let text = ranges.to_string();
            prop_assert_eq!(&pushed.to_string(), &text);
            let read: Ranges = text.parse().expect("it was written");
            prop_assert_eq!(read.to_string(), text);
            prop_assert_eq!(&read, &pushed);
            prop_assert_eq!(read, ranges);
        }
    }

    #[test]
    fn numbers_become_ranges_and_come_back() {
        let mut ranges = Ranges::default();
        for number in [0, 1, 2, 7, 9, 10] {
            ranges.push(number);
        }
        assert_eq!(ranges.to_string(), "0-2,7,9-10");
        assert_eq!("0-2,7,9-10".parse(), Ok(ranges.clone()));
        assert_eq!(ranges.iter().collect::<Vec<_>>(), [0, 1, 2, 7, 9, 10]);
        assert_eq!(ranges.len(), 6);
        assert_eq!(
            (0..12).filter(|number| ranges.contains(*number)).collect::<Vec<_>>(),
            [0, 1, 2, 7, 9, 10]
        );
        assert_eq!("".parse(), Ok(Ranges::default()));
        for bad in [
            "a", "2-1", "1,1", "1-", "-1", "3,2", "1/2", "1-4/2", "1-3/1", "1-3/0", "3-1/2", "1-5/2,5",
            "1-5/2/2",
        ] {
            assert!(bad.parse::<Ranges>().is_err(), "{bad}");
        }
    }

    #[test]
    fn numbers_go_in_and_out_at_any_place() {
        let mut ranges: Ranges = (2..8).collect();
        let steps: [(bool, usize, &str); 11] = [
            (false, 4, "2-3,5-7"),
            (false, 4, "2-3,5-7"),
            (false, 2, "3,5-7"),
            (false, 7, "3,5-6"),
            (false, 3, "5-6"),
            (true, 3, "3,5-6"),
            (true, 0, "0,3,5-6"),
            (true, 4, "0,3-6"),
            (true, 5, "0,3-6"),
            (true, 7, "0,3-7"),
            (true, 2, "0,2-7"),
        ];
        for (is_in, number, text) in steps {
            let was_there = ranges.contains(number);
            if is_in {
                ranges.insert(number);
            } else {
                assert_eq!(ranges.remove(number), was_there);
            }
            assert_eq!(ranges.to_string(), text);
        }
    }

    #[test]
    fn numbers_at_even_steps_are_one_part() {
        for (numbers, text) in [
            (&[1, 3, 5, 7][..], "1-7/2"),
            (&[1, 3], "1,3"),
            (&[0, 1, 3, 5, 7, 8], "0-1,3,5,7-8"),
            (&[0, 1, 3, 5, 7, 10, 13, 16, 17], "0-1,3-7/2,10,13,16-17"),
            (&[4, 9, 14, 24, 34, 44], "4-14/5,24-44/10"),
        ] {
            let ranges: Ranges = numbers.iter().copied().collect();
            assert_eq!(ranges.to_string(), text);
            assert_eq!(text.parse(), Ok(ranges), "{text}");
        }
    }

    #[test]
    fn a_part_that_claims_many_numbers_takes_no_more_memory_than_one() {
        let most = usize::MAX - 1;
        let ranges: Ranges = format!("0-{most}/2").parse().unwrap();
        assert_eq!((ranges.parts.len(), ranges.len(), ranges.last()), (1, most / 2 + 1, Some(most)));
        assert!(ranges.contains(4) && !ranges.contains(5));
        assert_eq!(ranges.to_string(), format!("0-{most}/2"));
        let all: Ranges = format!("0-{}", usize::MAX).parse().unwrap();
        assert_eq!(all.len(), usize::MAX, "one more than can be counted");
    }

    #[test]
    fn what_was_read_and_what_was_filled_are_the_same() {
        for numbers in [&[1, 3, 5, 6][..], &[1, 3, 4], &[1, 3, 5, 7, 8, 9, 11], &[0, 2, 4, 6, 8, 20]] {
            let filled: Ranges = numbers.iter().copied().collect();
            let read: Ranges = filled.to_string().parse().unwrap();
            assert_eq!((&read, read.to_string()), (&filled, filled.to_string()));
            let mut rest = numbers.iter().copied();
            let mut half: Ranges = "1-5/2".parse().unwrap();
            if half.iter().eq(rest.by_ref().take(3)) {
                rest.for_each(|number| half.push(number));
                assert_eq!(half, filled);
            }
        }
    }
}
