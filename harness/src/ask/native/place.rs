//! Inputs at places in memory where a decoder that looks beyond them is seen.

use crate::ask::native::fault::{INPUT, take_input_written};
use crate::ask::native::pages::GuardedPages;
use illformed_judge::judge::{MemoryFault, Response};
use std::fmt;
use std::ops::Range;

/// The width of the block at whose offsets inputs begin.
const BLOCK: usize = 64;

/// Of so many requests one has its input in memory that is read-only, which takes as long as to ask four times.
const READ_ONLY_EVERY: u64 = 127;

/// Where an input stands, and what the bytes around it are. They cannot be seen from it: before it and behind it stand bytes
/// that continue or begin a sequence, so that a decoder which takes them for a part of the input answers otherwise.
#[derive(Debug, Clone, Copy)]
enum InputPlace {
    /// Behind it nothing can be read.
    AtEnd { before: u8 },
    /// Before it nothing can be read.
    AtStart { behind: u8 },
    /// It begins at this offset of an aligned block.
    InBlock { offset: usize, before: u8, behind: u8 },
}

impl fmt::Display for InputPlace {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AtEnd { before } => write!(formatter, "at the end of a page, after {before:02X}"),
            Self::AtStart { behind } => write!(formatter, "at the start of a page, before {behind:02X}"),
            Self::InBlock { offset, before, behind } => {
                write!(formatter, "at offset {offset} of a block, between {before:02X} and {behind:02X}")
            }
        }
    }
}

/// Memory to place inputs in; it grows with them.
#[derive(Debug)]
pub(super) struct Places(GuardedPages);

impl Places {
    pub(super) fn new() -> Result<Self, String> {
        let mut places = Self(GuardedPages::new(BLOCK)?);
        INPUT.watch(places.0.bytes());
        Ok(places)
    }

    /// What `decode` makes of `bytes`, which `tail` follows, at several places. Where two answers differ, or the bytes change,
    /// that is the response. The offsets in a block and what stands around it depend on nothing but the bytes, so that what fails
    /// fails again.
    pub(super) fn asked_at_each(
        &mut self,
        bytes: &[u8],
        tail: &[u8],
        decode: &mut dyn FnMut(&[u8]) -> Response,
    ) -> Result<Response, String> {
        let number = bytes
            .iter()
            .fold(bytes.len() as u64, |number, byte| number.wrapping_mul(31).wrapping_add(u64::from(*byte)));
        let offset = (number % BLOCK as u64) as usize;
        // A decoder may look at the bytes around it only where these are ASCII, or for a 00. Three and the block have no factor
        // in common, so that each offset comes with both.
        let [at_end, in_block, in_other] =
            if (number / 3).is_multiple_of(2) { [0x80, 0xC2, 0xF0] } else { [0x41, 0x41, 0x00] };
        let places = [
            InputPlace::AtEnd { before: at_end },
            InputPlace::AtStart { behind: 0xBF },
            InputPlace::InBlock { offset, before: in_block, behind: 0x80 },
            InputPlace::InBlock { offset: BLOCK - 1 - offset, before: in_other, behind: 0x41 },
        ];
        let mut first = None;
        for place in places {
            let is_read_only = first.is_none() && number.is_multiple_of(READ_ONLY_EVERY);
            let response = self.asked_at(place, is_read_only, bytes, tail, decode)?;
            match &first {
                _ if matches!(response, Response::Misused { .. }) => return Ok(response),
                None => first = Some(response),
                Some(known) if *known == response => {}
                Some(known) => {
                    let how = format!("{} `{known}`, {place} `{response}`", places[0]);
                    return Ok(Response::Misused { fault: MemoryFault::DependsOnPlace, how });
                }
            }
        }
        first.ok_or_else(|| "there is no place".to_owned())
    }

    /// What `decode` makes of `bytes`, which `tail` follows, at the end of a page. `number` chooses what stands before them.
    pub(super) fn asked_once(
        &mut self,
        bytes: &[u8],
        tail: &[u8],
        number: u64,
        decode: &mut dyn FnMut(&[u8]) -> Response,
    ) -> Result<Response, String> {
        const BEFORE: [u8; 4] = [0x80, 0xC2, 0xF0, 0x41];
        let before = BEFORE[number as usize % BEFORE.len()];
        self.asked_at(InputPlace::AtEnd { before }, false, bytes, tail, decode)
    }

    /// What `decode` makes of `chunk` at the end of a page.
    pub(super) fn asked_at_end<T>(
        &mut self,
        chunk: &[u8],
        decode: impl FnOnce(&[u8]) -> T,
    ) -> Result<T, String> {
        let range = self.place(InputPlace::AtEnd { before: 0x80 }, chunk, &[])?;
        Ok(decode(&self.0.bytes()[range]))
    }

    fn asked_at(
        &mut self,
        place: InputPlace,
        is_read_only: bool,
        bytes: &[u8],
        tail: &[u8],
        decode: &mut dyn FnMut(&[u8]) -> Response,
    ) -> Result<Response, String> {
        let range = self.place(place, bytes, tail)?;
        if is_read_only {
            self.0.set_read_only(true)?;
        }
        let response = decode(&self.0.bytes()[range.clone()]);
        if is_read_only {
            self.0.set_read_only(false)?;
        }
        // What a decoder in C did to them is read from the memory anew.
        let now = &self.0.bytes()[range];
        let how = match (now == bytes, is_read_only && take_input_written()) {
            (true, false) => return Ok(response),
            (true, true) => "writes to the input, and puts back what was there".to_owned(),
            (false, _) => {
                let at = now.iter().zip(bytes).position(|(now, was)| now != was).unwrap_or_default();
                format!("writes to byte {at} of the input")
            }
        };
        Ok(Response::Misused { fault: MemoryFault::ChangesInput, how })
    }

    /// Puts `bytes` to that place; gives the range of the memory that they take.
    fn place(&mut self, place: InputPlace, bytes: &[u8], tail: &[u8]) -> Result<Range<usize>, String> {
        let room = bytes.len() + tail.len() + 3 * BLOCK;
        self.0.make_room(room)?;
        let memory = self.0.bytes();
        INPUT.watch(memory);
        let (start, before, behind) = match place {
            InputPlace::AtEnd { before } => (memory.len() - bytes.len() - tail.len(), before, 0),
            InputPlace::AtStart { behind } => (0, 0, behind),
            // A page is aligned to any block; a whole block stands before it.
            InputPlace::InBlock { offset, before, behind } => (BLOCK + offset, before, behind),
        };
        let end = start + bytes.len();
        let far = memory.len().min(end + tail.len() + BLOCK);
        memory[start.saturating_sub(BLOCK)..start].fill(before);
        memory[start..end].copy_from_slice(bytes);
        memory[end..end + tail.len()].copy_from_slice(tail);
        // A store of no bytes at the unreadable page is slow: it took a third of the time of a sweep.
        if end + tail.len() < far {
            memory[end + tail.len()..far].fill(behind);
        }
        Ok(start..end)
    }
}
