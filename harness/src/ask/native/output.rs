//! The output of a function, before a page that cannot be touched.

use crate::ask::native::fault::OUTPUT;
use crate::ask::native::pages::GuardedPages;
use crate::ask::native::signature::Unit;
use illformed_judge::judge::{MemoryFault, Response};
use illformed_judge::observation::Text;

/// How many bytes before an output are looked at after a call.
const MARGIN: usize = 64;

/// What every byte of an output holds before a call, and before another where the first may have been read.
pub(super) const FILLS: [u8; 2] = [0x5A, 0xA5];

/// Memory for the output of a function; it grows with what it has to hold.
#[derive(Debug)]
pub(super) struct GuardedOutput {
    pages: GuardedPages,
    unit: Unit,
    /// How many units the function may write.
    capacity: usize,
    fill: u8,
}

impl GuardedOutput {
    pub(super) fn new(unit: Unit) -> Result<Self, String> {
        let mut output = Self { pages: GuardedPages::new(MARGIN)?, unit, capacity: 0, fill: FILLS[0] };
        OUTPUT.watch(output.pages.bytes());
        Ok(output)
    }

    /// Makes it hold exactly `capacity` units, which all are `fill`; gives the address of the first.
    pub(super) fn prepare(&mut self, capacity: usize, fill: u8) -> Result<usize, String> {
        let len = capacity.checked_mul(self.unit.bytes()).ok_or("no room for the output")?;
        self.pages.make_room(len + MARGIN)?;
        (self.capacity, self.fill) = (capacity, fill);
        let memory = self.pages.bytes();
        OUTPUT.watch(memory);
        let start = memory.len() - len;
        memory[start - MARGIN..].fill(fill);
        Ok(memory[start..].as_ptr().addr())
    }

    /// The first `units` units, or the response in their place, if the function did something wrong.
    pub(super) fn text(&mut self, units: usize) -> Result<Text, Response> {
        let (capacity, width, fill) = (self.capacity, self.unit.bytes(), self.fill);
        let memory = self.pages.bytes();
        let start = memory.len() - capacity * width;
        if memory[start - MARGIN..start].iter().any(|byte| *byte != fill) {
            let how = "writes before the start of the output".to_owned();
            return Err(Response::Misused { fault: MemoryFault::WritesBeforeOutput, how });
        }
        if units > capacity {
            let how = format!("reports {units} units in an output of {capacity}");
            return Err(Response::Misused { fault: MemoryFault::MisstatesLength, how });
        }
        let bytes = &memory[start..start + units * width];
        Ok(match self.unit {
            Unit::Eight => Text::Utf8(bytes.to_vec()),
            Unit::Sixteen => {
                Text::Utf16(bytes.as_chunks().0.iter().map(|two| u16::from_ne_bytes(*two)).collect())
            }
            Unit::ThirtyTwo => {
                Text::Utf32(bytes.as_chunks().0.iter().map(|four| u32::from_ne_bytes(*four)).collect())
            }
        })
    }

    /// The number of the first unit of `text` that is as it was before the call.
    pub(super) fn unwritten(&self, text: &Text) -> Option<usize> {
        let width = self.unit.bytes();
        let fill = u32::from_ne_bytes([self.fill; 4]) >> (32 - 8 * width);
        text.units()?.iter().position(|unit| *unit == fill)
    }
}
