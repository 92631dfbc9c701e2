//! Memory that ends and begins where it says.
#![expect(unsafe_code, reason = "pages are mapped, protected and unmapped by the system")]

use nix::sys::mman::{MapFlags, ProtFlags, mmap_anonymous, mprotect, munmap};
use std::ffi::c_void;
use std::num::NonZeroUsize;
use std::ptr::NonNull;
use std::slice;

/// A multiple of the page size of every system that we know.
const PAGE: usize = 1 << 16;

/// Pages that can be read and written, between two that cannot be touched.
#[derive(Debug)]
pub(super) struct GuardedPages {
    /// The page before them.
    guard: NonNull<c_void>,
    /// How many bytes can be used; the pages around them are not counted.
    len: usize,
}

impl GuardedPages {
    /// Pages with room for at least `room` bytes, or why the system gives none.
    pub(super) fn new(room: usize) -> Result<Self, String> {
        let len = room.max(1).next_multiple_of(PAGE);
        let whole = NonZeroUsize::new(len + 2 * PAGE).ok_or("no room")?;
        // SAFETY: a private, anonymous mapping at an address that the system chooses touches no memory of ours.
        let guard = unsafe { mmap_anonymous(None, whole, ProtFlags::PROT_NONE, MapFlags::MAP_PRIVATE) };
        let pages = Self { guard: guard.map_err(|error| format!("mmap: {error}"))?, len };
        let access = ProtFlags::PROT_READ | ProtFlags::PROT_WRITE;
        // SAFETY: `len` bytes behind the first page are within the mapping, whose last page is behind them; nothing
        // refers to it.
        let opened = unsafe { mprotect(pages.guard.byte_add(PAGE), len, access) };
        opened.map_err(|error| format!("mprotect: {error}"))?;
        Ok(pages)
    }

    /// Makes them new if they have no room for `room` bytes.
    pub(super) fn make_room(&mut self, room: usize) -> Result<(), String> {
        if self.len < room {
            *self = Self::new(room)?;
        }
        Ok(())
    }

    /// The bytes that can be used.
    pub(super) fn bytes(&mut self) -> &mut [u8] {
        // SAFETY: `len` bytes behind the first page are mapped, zeroed by the system, readable and writable until `self`
        // is dropped, and are only reached through `&mut self`.
        unsafe { slice::from_raw_parts_mut(self.guard.byte_add(PAGE).cast().as_ptr(), self.len) }
    }

    /// Makes them read-only, or writable again.
    pub(super) fn set_read_only(&mut self, is_read_only: bool) -> Result<(), String> {
        let write = if is_read_only { ProtFlags::empty() } else { ProtFlags::PROT_WRITE };
        // SAFETY: `len` bytes behind the first page are within the mapping, and nobody holds a reference into it.
        let set = unsafe { mprotect(self.guard.byte_add(PAGE), self.len, ProtFlags::PROT_READ | write) };
        set.map_err(|error| format!("mprotect: {error}"))
    }

    /// How far behind the end of `bytes`, from 1, or before their start, from -1, `address` is; `None` unless it is in a page that
    /// cannot be touched, or if there are no such bytes.
    pub(super) fn beyond((start, end): (usize, usize), address: usize) -> Option<isize> {
        if end == 0 {
            None
        } else if (end..end + PAGE).contains(&address) {
            Some((address - end).cast_signed() + 1)
        } else if (start.saturating_sub(PAGE)..start).contains(&address) {
            Some(-(start - address).cast_signed())
        } else {
            None
        }
    }
}

impl Drop for GuardedPages {
    fn drop(&mut self) {
        // SAFETY: this is the mapping that `new` made, whole, and no reference into it outlives `self`. That it cannot
        // be unmapped is no reason to end.
        let _ = unsafe { munmap(self.guard, self.len + 2 * PAGE) };
    }
}

/// Reads the byte behind `bytes`: the fault that the page is there for. Only a decoder that is there to be caught has it.
pub(super) fn read_behind(bytes: &[u8]) {
    let behind = bytes.as_ptr_range().end;
    // SAFETY: in a worker `bytes` end with a page and the next one cannot be read, so that the process ends here; where
    // they stand elsewhere on those pages the byte is mapped and initialized.
    unsafe { behind.read_volatile() };
}
