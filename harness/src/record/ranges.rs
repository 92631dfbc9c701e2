//! Sets of numbers as text, such as `0-17,19` or `20-30/2`: every second from 20 to 30.

use crate::record::as_text;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// A set of numbers that is filled in ascending order. It takes as much memory as its text, however many numbers a part of
/// that claims: a record of a survey has three million that stand alone at even steps.
///
/// The same numbers are always the same parts when they are pushed; a text that another program wrote may part them otherwise.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Ranges {
    parts: Vec<RangePart>,
}

/// The numbers from `start` to `end`, each `step` after the one before. `end` is one of them. They are cases and vectors, which
/// are never four billion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct RangePart {
    start: u32,
    end: u32,
    /// 1 where they are neighbours, or where there is one.
    step: u32,
}

impl RangePart {
    const fn single(number: u32) -> Self {
        Self { start: number, end: number, step: 1 }
    }

    const fn is_single(self) -> bool {
        self.start == self.end
    }
}

impl Ranges {
    /// Adds `number`, which is greater than all that are in it. At least three numbers that stand alone, each as far from the
    /// one before, are one part.
    pub fn push(&mut self, number: usize) {
        let number = number as u32;
        let Some(last) = self.parts.last_mut() else {
            self.parts.push(RangePart::single(number));
            return;
        };
        let RangePart { start, end, step } = *last;
        let gap = number - end;
        if gap == step {
            last.end = number;
        } else if gap == 1 {
            // The neighbour of the last of several that stand alone: the others are a part of their own, or too few for one.
            self.parts.pop();
            self.parts.extend(if end - start > 2 * step {
                vec![RangePart { start, end: end - step, step }]
            } else {
                vec![RangePart::single(start), RangePart::single(end - step)]
            });
            self.parts.push(RangePart { start: end, end: number, step: 1 });
        } else {
            self.parts.push(RangePart::single(number));
            if let [.., first, second, third] = self.parts.as_slice()
                && [first, second, third].iter().all(|part| part.is_single())
                && second.start - first.start == gap
            {
                let whole = RangePart { start: first.start, end: number, step: gap };
                self.parts.truncate(self.parts.len() - 3);
                self.parts.push(whole);
            }
        }
    }

    pub fn iter(&self) -> impl Iterator<Item = usize> {
        self.parts.iter().flat_map(|part| {
            (part.start..=part.end).step_by(part.step as usize).map(|number| number as usize)
        })
    }

    pub fn contains(&self, number: usize) -> bool {
        let Ok(number) = u32::try_from(number) else { return false };
        let after = self.parts.partition_point(|part| part.end < number);
        let part = self.parts.get(after).filter(|part| part.start <= number);
        part.is_some_and(|part| (number - part.start).is_multiple_of(part.step))
    }

    pub fn last(&self) -> Option<usize> {
        self.parts.last().map(|part| part.end as usize)
    }

    pub fn len(&self) -> usize {
        self.parts.iter().map(|part| ((part.end - part.start) / part.step) as usize + 1).sum()
    }

    /// Gives back the memory that was taken for more parts.
    pub fn shrink(&mut self) {
        self.parts.shrink_to_fit();
    }

    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }
}

impl FromIterator<usize> for Ranges {
    /// The set of `numbers`, which ascend.
    fn from_iter<I: IntoIterator<Item = usize>>(numbers: I) -> Self {
        let mut ranges = Self::default();
        numbers.into_iter().for_each(|number| ranges.push(number));
        ranges
    }
}

impl fmt::Display for Ranges {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, part) in self.parts.iter().enumerate() {
            let comma = if number == 0 { "" } else { "," };
            write!(formatter, "{comma}{}", part.start)?;
            if !part.is_single() {
                write!(formatter, "-{}", part.end)?;
            }
            if part.step > 1 {
                write!(formatter, "/{}", part.step)?;
            }
        }
        Ok(())
    }
}

impl FromStr for Ranges {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |text: &str| text.parse::<u32>().map_err(|_| format!("`{text}` is no number"));
        let mut parts: Vec<RangePart> = Vec::new();
        for part in text.split(',').filter(|_| !text.is_empty()) {
            let (span, step) = part.split_once('/').map_or((part, None), |(span, step)| (span, Some(step)));
            let (start, end) = span.split_once('-').unwrap_or((span, span));
            let (start, end) = (number(start)?, number(end)?);
            if start > end || parts.last().is_some_and(|last| start <= last.end) {
                return Err(format!("`{part}` is not ascending"));
            }
            let step = match step.map(number).transpose()? {
                None => 1,
                Some(step) if step > 1 && end - start > step && (end - start).is_multiple_of(step) => step,
                Some(_) => return Err(format!("`{part}` is not three numbers or more at that step")),
            };
            parts.push(RangePart { start, end, step });
        }
        Ok(Self { parts })
    }
}

impl Serialize for Ranges {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        as_text::serialize(self, serializer)
    }
}

impl<'de> Deserialize<'de> for Ranges {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        as_text::deserialize(deserializer)
    }
}

#[cfg(test)]
mod tests {
    use super::Ranges;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_set_has_what_was_pushed_and_its_text_is_read_as_it(
            gaps in prop::collection::vec(1_usize..5, 0..40),
            place in any::<prop::sample::Index>(),
        ) {
            let numbers: Vec<usize> = gaps
                .iter()
                .scan(0, |last, gap| {
                    *last += gap;
                    Some(*last)
                })
                .collect();
            let ranges: Ranges = numbers.iter().copied().collect();
            prop_assert_eq!(ranges.iter().collect::<Vec<_>>(), &*numbers);
            prop_assert_eq!(ranges.len(), numbers.len());
            let contained: Vec<usize> = (0..200).filter(|number| ranges.contains(*number)).collect();
            prop_assert_eq!(contained, &*numbers);
            // What was read takes more, as what was filled does.
            let (first, rest) = numbers.split_at(place.index(numbers.len() + 1));
            let first: Ranges = first.iter().copied().collect();
            let mut read: Ranges = first.to_string().parse().unwrap();
            prop_assert_eq!(&read, &first);
            for number in rest {
                read.push(*number);
            }
            prop_assert_eq!(read, ranges);
        }
    }

    #[test]
    fn what_is_no_range_is_refused() {
        for bad in [
            "a",
            "2-1",
            "1,1",
            "1-",
            "-1",
            "3,2",
            "1/2",
            "1-4/2",
            "1-3/1",
            "1-3/0",
            "1-3/2",
            "3-1/2",
            "1-5/2,5",
            "1-5/2/2",
            "4294967296",
        ] {
            assert!(bad.parse::<Ranges>().is_err(), "{bad}");
        }
    }

    #[test]
    fn neighbours_and_numbers_at_even_steps_are_one_part() {
        for (numbers, text) in [
            (&[][..], ""),
            (&[0, 1, 2, 7, 9, 10], "0-2,7,9-10"),
            (&[1, 3, 5, 7], "1-7/2"),
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
        let most = u32::MAX as usize - 1;
        let ranges: Ranges = format!("0-{most}/2").parse().unwrap();
        assert_eq!((ranges.parts.len(), ranges.len(), ranges.last()), (1, most / 2 + 1, Some(most)));
        assert!(ranges.contains(4) && !ranges.contains(5));
        assert_eq!(ranges.to_string(), format!("0-{most}/2"));
    }
}
