//! Bytes that know who reads beside them: a guard page without a page.

use illformed_judge::judge::Response;
use illformed_judge::observation::Observation;
use std::cell::Cell;
use std::fmt;
use std::ops::Range;

/// What lies outside. A decoder that goes on until it finds NUL ends there.
const OUTSIDE: u8 = 0;

/// Bytes in the hands of a decoder that may err like one in C: it reads where it likes, and that is counted.
#[derive(Debug)]
pub(crate) struct CheckedSlice<'a> {
    bytes: &'a [u8],
    /// How many bytes may be read: one more than there are when NUL stands behind them.
    readable: usize,
    out_of_bounds_read: Cell<OutOfBoundsRead>,
    reads_left: Cell<usize>,
}

/// What a decoder did that memory does not bear.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct OutOfBoundsRead {
    /// How many times it read before the start.
    pub before: usize,
    /// How many times it read behind the end.
    pub after: usize,
    /// It read so often that it gets nowhere.
    pub stuck: bool,
}

impl<'a> CheckedSlice<'a> {
    /// These bytes and nothing behind them.
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self {
            bytes,
            readable: bytes.len(),
            out_of_bounds_read: Cell::default(),
            // A decoder that looks at each byte some times, and at a block ahead, needs less.
            reads_left: Cell::new(32 * bytes.len() + 128),
        }
    }

    /// These bytes, and a NUL behind them that may be read too.
    pub(crate) fn terminated(bytes: &'a [u8]) -> Self {
        Self { readable: bytes.len() + 1, ..Self::new(bytes) }
    }

    /// How many bytes there are, without the NUL.
    pub(crate) const fn len(&self) -> usize {
        self.bytes.len()
    }

    /// The byte at `index`, which may be outside: then it is 0, and counted. `None` when the decoder has read so often
    /// that it must be stuck; it should return.
    pub(crate) fn byte(&self, index: isize) -> Option<u8> {
        let mut out_of_bounds_read = self.out_of_bounds_read.get();
        let left = self.reads_left.get();
        let byte = match usize::try_from(index) {
            _ if left == 0 => {
                out_of_bounds_read.stuck = true;
                None
            }
            Ok(index) => self.bytes.get(index).copied().or_else(|| {
                out_of_bounds_read.after += usize::from(index >= self.readable);
                Some(OUTSIDE)
            }),
            Err(_) => {
                out_of_bounds_read.before += 1;
                Some(OUTSIDE)
            }
        };
        self.reads_left.set(left.saturating_sub(1));
        self.out_of_bounds_read.set(out_of_bounds_read);
        byte
    }

    /// Reads all of `range`; `None` as above.
    pub(crate) fn read(&self, mut range: Range<usize>) -> Option<()> {
        range.try_for_each(|index| self.byte(index.cast_signed()).map(drop))
    }

    /// What was done so far.
    pub(crate) fn out_of_bounds_read(&self) -> OutOfBoundsRead {
        self.out_of_bounds_read.get()
    }
}

impl OutOfBoundsRead {
    /// Whether there is anything.
    pub fn is_some(self) -> bool {
        self != Self::default()
    }

    /// `observation`, if there is nothing to say against it.
    pub fn response(self, observation: Observation) -> Response {
        if self.is_some() { Response::Crashed(self.to_string()) } else { Response::Observed(observation) }
    }
}

impl fmt::Display for OutOfBoundsRead {
    /// What happened, as a fragment.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counted = |count: usize, place: &str| {
            (count > 0).then(|| format!("{count} {} {place}", if count == 1 { "read" } else { "reads" }))
        };
        let parts = [
            counted(self.before, "before the start"),
            counted(self.after, "behind the end"),
            self.stuck.then(|| "no end of reading".to_owned()),
        ];
        formatter.write_str(&parts.into_iter().flatten().collect::<Vec<_>>().join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use illformed_judge::observation::Text;

    #[test]
    fn reads_outside_are_counted_on_both_sides() {
        let slice = CheckedSlice::new(b"ab");
        let read: Vec<Option<u8>> = (-2..4).map(|index| slice.byte(index)).collect();
        assert_eq!(read, [0, 0, b'a', b'b', 0, 0].map(Some));
        assert_eq!(slice.out_of_bounds_read(), OutOfBoundsRead { before: 2, after: 2, stuck: false });
        assert_eq!(
            slice.out_of_bounds_read().to_string(),
            "2 reads before the start, 2 reads behind the end"
        );
    }

    #[test]
    fn the_nul_behind_a_terminated_slice_may_be_read_and_nothing_behind_it() {
        let slice = CheckedSlice::terminated(b"a");
        assert_eq!((slice.byte(1), slice.out_of_bounds_read().is_some()), (Some(0), false));
        slice.byte(2);
        assert_eq!(slice.out_of_bounds_read().after, 1);
    }

    #[test]
    fn who_reads_for_ever_is_stopped() {
        let slice = CheckedSlice::new(b"a");
        while slice.byte(0).is_some() {}
        assert_eq!(slice.out_of_bounds_read().to_string(), "no end of reading");
    }

    #[test]
    fn a_decoder_that_reads_outside_has_crashed() {
        let slice = CheckedSlice::new(b"");
        let response = || slice.out_of_bounds_read().response(Observation::accept(Text::None));
        assert_eq!(response(), Response::Observed(Observation::accept(Text::None)));
        slice.byte(0);
        assert_eq!(response(), Response::Crashed("1 read behind the end".to_owned()));
    }
}
