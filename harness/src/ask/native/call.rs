//! One call of a function by its signature.
#![expect(unsafe_code, reason = "a function of a foreign library is called")]

use crate::ask::native::abi::{Function, Results};
use crate::ask::native::library::Library;
use crate::ask::native::signature::{Argument, MOST_ARGUMENTS, Returned, Signature, Unit};
use illformed_codec::{ErrorKind, Profile, validate};
use nix::errno::Errno;
use std::cell::Cell;
use std::ffi::CString;

/// What a place that a function writes to holds before the call: no size, offset or character.
const UNTOUCHED: u64 = 0x5A5A_5A5A_5A5A_5A5A;

/// A function of a library, ready to be called by its signature.
#[derive(Debug)]
pub(super) struct Callable {
    function: Function,
    pub(super) signature: Signature,
    /// The constant texts of its arguments, in their order.
    texts: Vec<CString>,
    /// Whether it moves a pointer to its input.
    moves_input: bool,
}

/// What a call is given.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Given<'a> {
    pub(super) bytes: &'a [u8],
    /// The address of the output, and its capacity in units.
    pub(super) output: (usize, usize),
    pub(super) object: usize,
}

/// What a call said.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Said {
    /// Whether it reports an error.
    pub(super) is_error: bool,
    /// Whether the error is that the input ends too early: `EINVAL` of a function that moves a pointer to its input.
    pub(super) is_incomplete: bool,
    /// The offset of the error.
    pub(super) at: Option<usize>,
    /// How many units it wrote, or how many characters there are.
    pub(super) units: Option<usize>,
    /// How many bytes it says that its output has left.
    pub(super) room_left: Option<usize>,
    /// The character that it read.
    pub(super) code: Option<u32>,
    /// The value of a step, or the object.
    pub(super) value: usize,
}

impl Callable {
    /// The function of `library` with that signature.
    pub(super) fn of(library: &Library, signature: &Signature) -> Result<Self, String> {
        let (function, signature) = (library.function(&signature.symbol)?, signature.clone());
        let text = |argument: &Argument| match argument {
            // The parser reads no byte 00.
            Argument::Text(text) => CString::new(text.as_str()).ok(),
            _ => None,
        };
        let texts = signature.arguments.iter().filter_map(text).collect();
        let moves_input = signature.arguments.contains(&Argument::BytesMoved);
        Ok(Self { function, signature, texts, moves_input })
    }

    /// Calls it. The process may not survive that.
    pub(super) fn call(&self, given: Given<'_>) -> Said {
        let Given { bytes, output: (output, capacity), object } = given;
        let (start, end) = (bytes.as_ptr().addr(), bytes.as_ptr_range().end.addr());
        let mut words = [0; MOST_ARGUMENTS];
        let cells = [const { Cell::new(UNTOUCHED) }; MOST_ARGUMENTS];
        let mut texts = self.texts.iter();
        for (number, argument) in self.signature.arguments.iter().enumerate() {
            let cell = |value: usize| {
                cells[number].set(value as u64);
                cells[number].as_ptr().expose_provenance()
            };
            words[number] = match argument {
                Argument::Bytes | Argument::Cstr => bytes.as_ptr().expose_provenance(),
                Argument::Len => bytes.len(),
                Argument::End => end,
                Argument::Out(_) => output,
                Argument::Capacity => capacity,
                Argument::BytesMoved => cell(start),
                Argument::LenLeft => cell(bytes.len()),
                Argument::OutMoved(_) => cell(output),
                Argument::RoomLeft => cell(capacity * self.signature.unit().map_or(1, Unit::bytes)),
                Argument::CapacityWritten => cell(capacity),
                Argument::Written | Argument::Code | Argument::At | Argument::EndReached => {
                    cell(UNTOUCHED as usize)
                }
                Argument::Status { .. } => cell(0),
                Argument::Object => object,
                Argument::Null => 0,
                Argument::Integer(number) => number.cast_unsigned() as usize,
                Argument::Text(_) => texts.next().map_or(0, |text| text.as_ptr().expose_provenance()),
            };
        }
        // A function that fails need not say why.
        Errno::clear();
        // SAFETY: the words are what the user's signature says. The process is there to be lost.
        let results = unsafe { self.function.call(&words) };
        let errno = Errno::last();
        let said = self.said(results, &cells.map(|cell| cell.get()), given);
        let rest = said.at.and_then(|at| bytes.get(at..)).unwrap_or_default();
        let is_cut = match errno {
            Errno::EINVAL => true,
            // It does not say why: a cut sequence is taken for one.
            Errno::UnknownErrno => {
                validate(rest, Profile::Rfc3629).is_err_and(|error| error.kind() == ErrorKind::Incomplete)
            }
            _ => false,
        };
        Said { is_incomplete: self.moves_input && said.is_error && is_cut, ..said }
    }

    /// What the results and the places that it wrote to say.
    fn said(&self, results: Results, cells: &[u64; MOST_ARGUMENTS], given: Given<'_>) -> Said {
        let mut said = self.said_by_value(results, given.bytes);
        let (start, len) = (given.bytes.as_ptr().addr(), given.bytes.len());
        let mut moved = None;
        for (argument, cell) in self.signature.arguments.iter().zip(cells) {
            let (cell, untouched) = (*cell, *cell == UNTOUCHED);
            let address = cell as usize;
            match argument {
                Argument::Status { positive_alone } => {
                    let status = int(address);
                    said.is_error |= if *positive_alone { status > 0 } else { status != 0 };
                }
                Argument::Written if !untouched => said.units = Some(size(cell)),
                Argument::CapacityWritten => said.units = Some(size(cell)),
                Argument::OutMoved(unit) => {
                    said.units = Some(address.wrapping_sub(given.output.0) / unit.bytes());
                }
                Argument::RoomLeft => said.room_left = Some(address),
                Argument::Code if !untouched => said.code = Some(cell as u32),
                Argument::At if !untouched => said.at = Some(size(cell)),
                Argument::BytesMoved => moved = Some(address.wrapping_sub(start)),
                Argument::EndReached if !untouched => moved = Some(address.wrapping_sub(start)),
                _ => {}
            }
        }
        if let Some(moved) = moved {
            // Nothing else says whether there is an error.
            let is_silent = self.signature.returned == Returned::Nothing
                && !self.signature.has(|argument| matches!(argument, Argument::Status { .. }));
            // What it left unread is not decoded, whatever else it says.
            said.is_error |= is_silent && moved != len || self.moves_input && moved < len;
            said.at = Some(moved);
        }
        if !said.is_error {
            said.at = None;
        }
        said
    }

    /// What the value says.
    fn said_by_value(&self, results: Results, bytes: &[u8]) -> Said {
        let value = results.first;
        // An `int` takes the lower half of the register alone.
        let is = |number: i64| (value as u64).cast_signed() == number || i64::from(int(value)) == number;
        let said = Said { value, ..Said::default() };
        let number = count(value);
        let units = Some(number);
        match self.signature.returned {
            Returned::Nothing | Returned::Object => said,
            Returned::Bool => Said { is_error: value as u8 == 0, ..said },
            Returned::OkIf(number) => Said { is_error: !is(number), ..said },
            // No units are right if there is no byte.
            Returned::ErrorIf(0) if bytes.is_empty() => Said { units, ..said },
            Returned::ErrorIf(number) => Said { is_error: is(number), units, ..said },
            Returned::NegativeIsError => {
                let is_error = int(value) < 0;
                Said { is_error, units: units.filter(|_| !is_error), ..said }
            }
            Returned::NullIsError => Said { is_error: value == 0, ..said },
            Returned::NullOrAt => {
                let at = value.wrapping_sub(bytes.as_ptr().addr());
                Said { is_error: value != 0, at: Some(at), ..said }
            }
            Returned::At => Said { is_error: number != bytes.len(), at: units, ..said },
            Returned::Units | Returned::Count => Said { units, ..said },
            Returned::Step => Said { is_error: int(value) <= 0, value: number, ..said },
            Returned::StatusAndCount => {
                let count = Some(results.second);
                Said { is_error: int(value) != 0, at: count, units: count, ..said }
            }
        }
    }
}

/// What an `int` is in a register or a place of eight bytes.
const fn int(word: usize) -> i32 {
    (word as u32).cast_signed()
}

/// What a `size_t` or an `int` is in a register. The upper half is not defined for an `int`, and no input has 4 GiB.
const fn count(word: usize) -> usize {
    word & 0xFFFF_FFFF
}

/// A `size_t`, or an `int` if the other half was not touched.
const fn size(cell: u64) -> usize {
    let upper_is_untouched = cell >> 32 == UNTOUCHED >> 32;
    (if upper_is_untouched { cell & 0xFFFF_FFFF } else { cell }) as usize
}

#[cfg(test)]
mod tests {
    use super::{Callable, Given};
    use crate::ask::native::abi::Function;
    use std::ffi::c_int;

    /// Takes ASCII, and says that all is well.
    unsafe extern "C" fn takes_ascii(bytes: *mut *const u8, len: *mut usize) -> c_int {
        // SAFETY: it is called with the places of an input and of its length.
        unsafe {
            while *len > 0 && (**bytes).is_ascii() {
                *bytes = (*bytes).add(1);
                *len -= 1;
            }
        }
        0
    }

    #[test]
    fn what_is_left_unread_without_an_error_is_not_taken() {
        // SAFETY: it is a function of two pointers that returns an integer.
        let function = unsafe { Function::new(takes_ascii as *const _) };
        let signature = "takes_ascii(&bytes, &len) -> 0 is ok".parse().expect("a call");
        let callable = Callable { function, signature, texts: Vec::new(), moves_input: true };
        for (bytes, wanted) in [
            (&b"AB"[..], (false, false, None)),
            (b"AB\xE2\x82", (true, true, Some(2))),
            (b"A\xFFB", (true, false, Some(1))),
        ] {
            let said = callable.call(Given { bytes, ..Given::default() });
            assert_eq!((said.is_error, said.is_incomplete, said.at), wanted, "{bytes:?}");
        }
    }
}
