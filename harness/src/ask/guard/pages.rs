//! Memory that ends where it says. This is the only file with unsafe code.
#![expect(unsafe_code, reason = "pages are mapped, protected and unmapped by the system")]

use nix::sys::mman::{MapFlags, ProtFlags, mmap_anonymous, mprotect, munmap};
use std::ffi::c_void;
use std::num::NonZeroUsize;
use std::ptr::NonNull;
use std::slice;

/// A multiple of the page size of every system that we know.
const PAGE: usize = 1 << 16;

/// Pages that can be read and written, and behind them one that cannot be touched: a read past the end kills the process.
#[derive(Debug)]
pub(super) struct GuardedPages {
    start: NonNull<c_void>,
    /// How many bytes can be used; the page behind them is not counted.
    len: usize,
}

impl GuardedPages {
    /// Pages with room for at least `room` bytes, or why the system gives none.
    pub(super) fn new(room: usize) -> Result<Self, String> {
        let len = room.max(1).next_multiple_of(PAGE);
        let whole = NonZeroUsize::new(len + PAGE).ok_or("no room")?;
        let access = ProtFlags::PROT_READ | ProtFlags::PROT_WRITE;
        // SAFETY: a private, anonymous mapping at an address that the system chooses touches no memory of ours.
        let start = unsafe { mmap_anonymous(None, whole, access, MapFlags::MAP_PRIVATE) };
        let start = start.map_err(|error| format!("mmap: {error}"))?;
        let pages = Self { start, len };
        // SAFETY: `len` bytes from `start` are within the mapping, whose last page is the one behind them; nothing
        // refers to it.
        let protected = unsafe { mprotect(start.byte_add(len), PAGE, ProtFlags::PROT_NONE) };
        protected.map_err(|error| format!("mprotect: {error}"))?;
        Ok(pages)
    }

    /// The bytes that can be used.
    pub(super) fn bytes(&mut self) -> &mut [u8] {
        // SAFETY: `len` bytes from `start` are mapped, zeroed by the system, readable and writable until `self` is
        // dropped, and are only reached through `&mut self`.
        unsafe { slice::from_raw_parts_mut(self.start.cast().as_ptr(), self.len) }
    }
}

impl Drop for GuardedPages {
    fn drop(&mut self) {
        // SAFETY: this is the mapping that `new` made, whole, and no reference into it outlives `self`. That it cannot
        // be unmapped is no reason to end.
        let _ = unsafe { munmap(self.start, self.len + PAGE) };
    }
}

/// Reads the byte behind `bytes`: the fault that the page is there for. Only a decoder that is there to be caught has it.
pub(super) fn read_behind(bytes: &[u8]) {
    let behind = bytes.as_ptr_range().end;
    // SAFETY: in a worker `bytes` end with a page and the next one cannot be read, so that the process ends here; where
    // they stand elsewhere on those pages the byte is mapped and initialized.
    unsafe { behind.read_volatile() };
}
