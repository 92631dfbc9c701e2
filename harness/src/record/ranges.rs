//! Sets of numbers as text, such as `0-17,19` or `20-30/2`: every second from 20 to 30.

use crate::serialized_as_text::serialized_as_text;
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// How many numbers a part with a step may have when it is read: a file may claim any.
const MOST_STEPS: usize = 1 << 24;

/// A set of numbers that is filled in ascending order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Ranges(Vec<RangeInclusive<usize>>);

impl Ranges {
    /// Adds `number`, which is greater than all that are in it.
    pub fn push(&mut self, number: usize) {
        match self.0.last_mut() {
            Some(last) if *last.end() + 1 == number => *last = *last.start()..=number,
            _ => self.0.push(number..=number),
        }
    }

    /// The numbers, ascending.
    pub fn iter(&self) -> impl Iterator<Item = usize> {
        self.0.iter().flat_map(Clone::clone)
    }

    /// Whether `number` is in it.
    pub fn contains(&self, number: usize) -> bool {
        let after = self.0.partition_point(|range| *range.end() < number);
        self.0.get(after).is_some_and(|range| range.contains(&number))
    }

    /// The greatest number.
    pub fn last(&self) -> Option<usize> {
        self.0.last().map(|range| *range.end())
    }

    /// How many numbers there are.
    pub fn len(&self) -> usize {
        self.0.iter().map(|range| range.end() - range.start() + 1).sum()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
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
    /// At least three numbers that stand alone, each as far from the one before, are one part.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut left = self.0.as_slice();
        let mut comma = "";
        while let [range, others @ ..] = left {
            let (step, count) = even_run(left);
            if count > 2 {
                let last = range.start() + step * (count - 1);
                write!(formatter, "{comma}{}-{last}/{step}", range.start())?;
                left = &left[count..];
            } else {
                if range.start() == range.end() {
                    write!(formatter, "{comma}{}", range.start())?;
                } else {
                    write!(formatter, "{comma}{}-{}", range.start(), range.end())?;
                }
                left = others;
            }
            comma = ",";
        }
        Ok(())
    }
}

/// How many ranges at the start of `ranges` are of one number, each `step` after the one before, and that step.
fn even_run(ranges: &[RangeInclusive<usize>]) -> (usize, usize) {
    let single = |range: &RangeInclusive<usize>| range.start() == range.end();
    let [first, second, ..] = ranges else { return (0, 0) };
    let step = second.start() - first.start();
    let even =
        |pair: &&[RangeInclusive<usize>]| single(&pair[1]) && pair[1].start() - pair[0].start() == step;
    if single(first) { (step, 1 + ranges.windows(2).take_while(even).count()) } else { (0, 0) }
}

impl FromStr for Ranges {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |text: &str| text.parse::<usize>().map_err(|_| format!("`{text}` is no number"));
        let mut ranges: Vec<RangeInclusive<usize>> = Vec::new();
        for part in text.split(',').filter(|_| !text.is_empty()) {
            let (span, step) = part.split_once('/').map_or((part, None), |(span, step)| (span, Some(step)));
            let (start, end) = span.split_once('-').unwrap_or((span, span));
            let (start, end) = (number(start)?, number(end)?);
            if start > end || ranges.last().is_some_and(|last| start <= *last.end()) {
                return Err(format!("`{part}` is not ascending"));
            }
            match step.map(number).transpose()? {
                None => ranges.push(start..=end),
                // Two neighbours would be a range.
                Some(step) if step > 1 && (end - start).is_multiple_of(step) && end > start => {
                    if (end - start) / step > MOST_STEPS {
                        return Err(format!("`{part}` has too many numbers"));
                    }
                    ranges.extend((start..=end).step_by(step).map(|number| number..=number));
                }
                Some(_) => return Err(format!("`{part}` does not end on a step")),
            }
        }
        Ok(Self(ranges))
    }
}

serialized_as_text!(Ranges);

#[cfg(test)]
mod tests {
    use super::Ranges;

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
            "3-1/2",
            "1-5/2,5",
            "1-5/2/2",
            "0-99999999999/2",
        ] {
            assert!(bad.parse::<Ranges>().is_err(), "{bad}");
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
}
