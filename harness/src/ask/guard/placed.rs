//! Inputs at places in memory where a decoder that looks beyond them is seen.

use crate::ask::adapter::in_process::{InProcessDecoder, Stream, StreamError};
use crate::ask::guard::pages::GuardedPages;
use illformed_judge::judge::Response;
use illformed_judge::observation::Text;

/// The width of the block at whose offsets inputs begin.
const BLOCK: usize = 64;

/// What stands before an input, and behind one that does not end with a page: a byte that continues any sequence, so that
/// a decoder which takes it for a part of the input answers otherwise.
const STRANGER: u8 = 0x80;

/// Memory to place inputs in; it grows with them.
#[derive(Debug)]
pub(super) struct Places(GuardedPages);

impl Places {
    pub(super) fn new() -> Result<Self, String> {
        GuardedPages::new(BLOCK).map(Self)
    }

    /// What `decoder` makes of `bytes` where they end with a page behind which nothing can be read, and again where they
    /// begin at an offset of an aligned block and other bytes follow; `number` chooses the offset. Where the two answers
    /// differ, says how.
    pub(super) fn decode(
        &mut self,
        decoder: &InProcessDecoder,
        bytes: &[u8],
        number: u64,
    ) -> Result<Response, String> {
        let at_end = (decoder.decode)(self.at_end(bytes)?);
        // A page is aligned to any block.
        let offset = (number % BLOCK as u64) as usize;
        let memory = self.memory(bytes.len() + 2 * BLOCK)?;
        memory.fill(STRANGER);
        memory[offset..offset + bytes.len()].copy_from_slice(bytes);
        let in_block = (decoder.decode)(&memory[offset..offset + bytes.len()]);
        if at_end == in_block {
            Ok(at_end)
        } else {
            Err(format!("at the end of a page `{at_end}`, at offset {offset} of a block `{in_block}`"))
        }
    }

    /// `bytes` before the end of a page.
    fn at_end(&mut self, bytes: &[u8]) -> Result<&[u8], String> {
        let memory = self.memory(bytes.len())?;
        memory.fill(STRANGER);
        let start = memory.len() - bytes.len();
        memory[start..].copy_from_slice(bytes);
        Ok(&memory[start..])
    }

    fn memory(&mut self, room: usize) -> Result<&mut [u8], String> {
        if self.0.bytes().len() < room {
            self.0 = GuardedPages::new(room)?;
        }
        Ok(self.0.bytes())
    }
}

/// A stream that is fed each chunk where it ends with a page.
pub(super) struct PlacedStream<'a> {
    pub(super) stream: Box<dyn Stream>,
    pub(super) places: &'a mut Places,
}

impl Stream for PlacedStream<'_> {
    fn feed(&mut self, chunk: &[u8]) -> Result<Text, StreamError> {
        match self.places.at_end(chunk) {
            Ok(placed) => self.stream.feed(placed),
            // Without guarded memory it is fed the chunk where it is.
            Err(_) => self.stream.feed(chunk),
        }
    }

    fn finish(&mut self) -> Result<Text, StreamError> {
        self.stream.finish()
    }

    fn reset(&mut self) {
        self.stream.reset();
    }
}
