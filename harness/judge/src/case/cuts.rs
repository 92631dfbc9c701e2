//! Where an input is cut into chunks.

use std::fmt;
use std::mem;
use std::str::FromStr;

/// Two cuts or more, each an offset in `1..64`; one cut is a recipe of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Cuts(u64);

impl Cuts {
    /// The cuts at the offsets whose bits are set in `mask`, or `None` when there are fewer than two or one is 0.
    pub(crate) const fn new(mask: u64) -> Option<Self> {
        if mask & 1 == 0 && mask.count_ones() >= 2 { Some(Self(mask)) } else { None }
    }

    /// Every set of cuts of `len` bytes, but the one that leaves single bytes; no more than 64 bytes can be asked for.
    pub(crate) fn all(len: usize) -> impl Iterator<Item = Self> {
        let end = 1_u64.checked_shl(len as u32).unwrap_or(0);
        (0..end).step_by(2).filter(move |mask| mask.count_ones() as usize + 1 < len).filter_map(Self::new)
    }

    /// The offsets, ascending.
    pub(crate) fn offsets(self) -> impl Iterator<Item = usize> {
        (1..64).filter(move |offset| self.0 >> offset & 1 == 1)
    }

    /// Whether each is inside of `len` bytes, and some chunk has several.
    pub(crate) fn fit(self, len: usize) -> bool {
        self.offsets().all(|offset| offset < len) && self.offsets().count() + 1 < len
    }

    /// `bytes`, inside of which they are, in chunks.
    pub(crate) fn chunks(self, bytes: &[u8]) -> Vec<&[u8]> {
        let ends = self.offsets().chain([bytes.len()]);
        ends.scan(0, |start, end| Some(&bytes[mem::replace(start, end)..end])).collect()
    }
}

impl fmt::Display for Cuts {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let offsets: Vec<String> = self.offsets().map(|offset| offset.to_string()).collect();
        formatter.write_str(&offsets.join("+"))
    }
}

impl FromStr for Cuts {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let offset = |text: &str| text.parse::<u32>().ok().filter(|offset| (1..64).contains(offset));
        let mask = text.split('+').try_fold(0_u64, |mask, text| Some(mask | 1 << offset(text)?));
        // Written back it must be the same text: one case has one id.
        let cuts = mask.and_then(Self::new).filter(|cuts| cuts.to_string() == text);
        cuts.ok_or_else(|| format!("`{text}` is no list of two offsets or more, ascending, such as 1+3"))
    }
}
