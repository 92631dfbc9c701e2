//! Calls of C functions whose parameters are integers and pointers.
#![expect(unsafe_code, reason = "a function of a foreign library is called")]

use crate::ask::native::signature::MOST_ARGUMENTS;
use std::ffi::c_void;
use std::mem;

/// Whether functions are called here: where an integer or a pointer takes one register, two words come back in two, and an `int`
/// that is written to a place of eight bytes is its lower half.
pub(super) const IS_SUPPORTED: bool = cfg!(all(target_pointer_width = "64", target_endian = "little"));

/// What comes back: the registers for results. A function that returns one value leaves the second alone.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub(super) struct Results {
    pub(super) first: usize,
    pub(super) second: usize,
}

/// The address of a function.
#[derive(Debug, Clone, Copy)]
pub(super) struct Function(*const c_void);

type EightWords = unsafe extern "C" fn(usize, usize, usize, usize, usize, usize, usize, usize) -> Results;

impl Function {
    /// The function at `address`.
    ///
    /// # Safety
    ///
    /// A C function is there, for as long as this value is used. It takes at most eight integers and pointers, none of them a
    /// structure or a floating-point number, and no variable number of them. It returns nothing, an integer, a pointer, or a
    /// structure of an `int` and a `size_t`.
    pub(super) const unsafe fn new(address: *const c_void) -> Self {
        Self(address)
    }

    /// Calls it with `words`, and 0 for each that is missing.
    ///
    /// # Safety
    ///
    /// `words` are what the function takes, and what it points to is there. What the function does is not known: it may
    /// write anywhere. Only a process that can be lost calls it.
    pub(super) unsafe fn call(self, words: &[usize; MOST_ARGUMENTS]) -> Results {
        // SAFETY: by the contract of `new` a function is there. On the 64-bit systems on which libraries are loaded an
        // integer or a pointer takes one register or one slot of eight bytes, the caller removes the slots, and a function
        // does not see more than it takes; two words come back in two registers.
        let function: EightWords = unsafe { mem::transmute(self.0) };
        let [first, second, third, fourth, fifth, sixth, seventh, eighth] = *words;
        // SAFETY: by the contract of this function.
        unsafe { function(first, second, third, fourth, fifth, sixth, seventh, eighth) }
    }
}
