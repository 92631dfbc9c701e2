//! Sets of numbers as text, such as `0-17,19`.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

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
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, range) in self.0.iter().enumerate() {
            let comma = if number > 0 { "," } else { "" };
            if range.start() == range.end() {
                write!(formatter, "{comma}{}", range.start())?;
            } else {
                write!(formatter, "{comma}{}-{}", range.start(), range.end())?;
            }
        }
        Ok(())
    }
}

impl FromStr for Ranges {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |text: &str| text.parse::<usize>().map_err(|_| format!("`{text}` is no number"));
        let mut ranges: Vec<RangeInclusive<usize>> = Vec::new();
        for part in text.split(',').filter(|_| !text.is_empty()) {
            let (start, end) = part.split_once('-').unwrap_or((part, part));
            let (start, end) = (number(start)?, number(end)?);
            if start > end || ranges.last().is_some_and(|last| start <= *last.end()) {
                return Err(format!("`{part}` is not ascending"));
            }
            ranges.push(start..=end);
        }
        Ok(Self(ranges))
    }
}

impl Serialize for Ranges {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Ranges {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

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
        for bad in ["a", "2-1", "1,1", "1-", "-1", "3,2"] {
            assert!(bad.parse::<Ranges>().is_err(), "{bad}");
        }
    }
}
