//! A decoder that calls functions of a library.

use crate::ask::native::call::{Callable, Given, Said};
use crate::ask::native::claim::NativeCalls;
use crate::ask::native::library::Library;
use crate::ask::native::output::{FILLS, GuardedOutput};
use crate::ask::native::place::Places;
use crate::ask::native::signature::{Argument, Returned, Unit};
use crate::ask::native::stream::NativeStream;
use crate::ask::native::table::TableDecoder;
use crate::ask::native::worker::GuardedDecoder;
use illformed_judge::claim::{DecoderInfo, Kind, OffsetMeaning};
use illformed_judge::in_process::{StreamError, decode_whole, run_script};
use illformed_judge::judge::{MemoryFault, Response};
use illformed_judge::observation::{Observation, Text};
use illformed_vectors::Input;
use std::ops::RangeInclusive;

/// More units than any byte becomes: a replacement character in UTF-8.
pub(super) const UNITS_A_BYTE: usize = 3;

/// Room for what a converter writes at its start or end.
pub(super) const MORE_UNITS: usize = 16;

/// A decoder of a library.
#[derive(Debug)]
pub(super) struct NativeDecoder {
    pub(super) info: DecoderInfo,
    pub(super) calls: NativeCalls<Callable>,
    pub(super) output: Option<GuardedOutput>,
    /// What it needs behind its input.
    tail: &'static [u8],
    /// The object of a decoder that takes whole texts, and how many it was given.
    pub(super) kept: Option<(usize, usize)>,
}

/// The longest input in bytes with whose error, and the longest output in units with which, every room is tried.
const SHORT: usize = 8;

/// Far more than any output takes: what a length function says beyond it is no length.
const MOST_UNITS_A_BYTE: usize = 64;

impl NativeDecoder {
    /// The decoder of `library` that is described so. Fails, in words, if the library does not have one of its functions.
    pub(super) fn new(library: &Library, described: TableDecoder) -> Result<Self, String> {
        let TableDecoder { name, calls, claim } = described;
        let info = DecoderInfo {
            name,
            implementation: String::new(),
            version: library.version().unwrap_or_else(|| "unknown".to_owned()),
            api: calls.call.to_string(),
            claim,
        };
        let tail: &[u8] = if calls.call.arguments.contains(&Argument::Cstr) { b"\0" } else { b"" };
        let output = calls.call.unit().map(GuardedOutput::new).transpose()?;
        let calls = calls.try_map(|_, signature| Callable::of(library, signature))?;
        Ok(Self { info, calls, output, tail, kept: None })
    }

    /// What it makes of `bytes` where they are. With `every_room` a short output is tried with each room up to one unit too many.
    fn response(&mut self, bytes: &[u8], every_room: bool) -> Response {
        self.decode(bytes, every_room).map_or_else(|response| response, Response::Observed)
    }

    /// What it makes of `bytes`, or the response in the place of an answer.
    fn decode(&mut self, bytes: &[u8], every_room: bool) -> Result<Observation, Response> {
        if self.calls.call.signature.returned == Returned::Step {
            return self.steps(bytes);
        }
        let capacity = self.capacity(bytes)?;
        let (said, text) = self.convert(bytes, capacity, 0, FILLS[0])?;
        if let Some(unit) = self.unwritten(&text) {
            // It may be what belongs there: with another fill it is not.
            let (again, other) = self.convert(bytes, capacity, 0, FILLS[1])?;
            if again == said && self.unwritten(&other) == Some(unit) {
                let units = text.len();
                return Err(misstates(format!("reports {units} units and does not write number {unit}")));
            }
        }
        if said.is_error && self.calls.sized_by.is_some() {
            // The error may be that there is no room.
            let (again, _) = self.convert(bytes, roomy(bytes), 0, FILLS[0])?;
            if let Some(sizer) = self.calls.sized_by.as_ref().filter(|_| !again.is_error) {
                let name = &sizer.signature.symbol;
                return Err(misstates(format!("`{name}` says {capacity} units, and more are needed")));
            }
        }
        if said.is_error && bytes.len() <= SHORT && self.calls.sized_by.is_none() {
            // Text behind an error shows where there is no room for any.
            self.try_rooms(bytes, 0..=if every_room { bytes.len() } else { 0 }, None)?;
        }
        if let (Some(units), false) = (said.units, said.is_error) {
            match &self.calls.sized_by {
                Some(sizer) if units != capacity => {
                    let name = &sizer.signature.symbol;
                    return Err(misstates(format!(
                        "`{name}` says {capacity} units, and {units} are reported"
                    )));
                }
                Some(_) => {}
                None if every_room && units <= SHORT => {
                    self.try_rooms(bytes, 0..=units + 1, Some((units, &text)))?;
                }
                None => self.try_rooms(bytes, units.saturating_sub(1)..=units, Some((units, &text)))?,
            }
        }
        Ok(self.observation(said, text))
    }

    /// How many units its output has for `bytes`.
    fn capacity(&self, bytes: &[u8]) -> Result<usize, Response> {
        let Some(sizer) = &self.calls.sized_by else { return Ok(roomy(bytes)) };
        let said = sizer.call(Given { bytes, ..Given::default() });
        match said.units.filter(|_| !said.is_error) {
            None => Err(Observation::reject(said.at, None).into()),
            Some(units) if units > MOST_UNITS_A_BYTE * (bytes.len() + 1) => {
                let name = &sizer.signature.symbol;
                Err(misstates(format!("`{name}` says {units} units for {} bytes", bytes.len())))
            }
            Some(units) => Ok(units),
        }
    }

    /// Calls it with outputs of so many units. What it answers where its text does not fit is its own affair, but it must not
    /// write further. Where the units of the `whole` text fit, it must answer as with more room; and who can report an error
    /// must not leave out a character that fits and report none.
    fn try_rooms(
        &mut self,
        bytes: &[u8],
        rooms: RangeInclusive<usize>,
        whole: Option<(usize, &Text)>,
    ) -> Result<(), Response> {
        let knows_room = |argument: &Argument| {
            matches!(argument, Argument::Capacity | Argument::CapacityWritten | Argument::RoomLeft)
        };
        let says_how_far = self.says_how_far();
        let Some(output) = &mut self.output else { return Ok(()) };
        let signature = &self.calls.call.signature;
        if !signature.has(knows_room) {
            return Ok(());
        }
        // The longest character in any format.
        let widest = match signature.unit() {
            Some(Unit::ThirtyTwo) => 1,
            Some(Unit::Sixteen) => 2,
            Some(Unit::Eight) | None => 6,
        };
        for capacity in rooms {
            let start = output.prepare(capacity, FILLS[0]).map_err(Response::Skipped)?;
            let said = self.calls.call.call(Given { bytes, output: (start, capacity), object: 0 });
            output.text(0)?;
            let Some((units, text)) = whole else { continue };
            let written = said.units.unwrap_or(units);
            // Some end their output with a zero, which takes room.
            if capacity >= units + usize::from(!says_how_far) {
                if said.is_error || written != units || output.text(units)? != *text {
                    let how =
                        format!("needs {units} units, and does not write them to an output of {capacity}");
                    return Err(misstates(how));
                }
            } else if signature.can_fail() && !said.is_error && written + widest <= capacity {
                let how =
                    format!("reports no error and {written} of {units} units in an output of {capacity}");
                return Err(misstates(how));
            }
        }
        Ok(())
    }

    /// Whether it moves a pointer to its output.
    fn says_how_far(&self) -> bool {
        self.calls.call.signature.has(|argument| matches!(argument, Argument::OutMoved(_)))
    }

    /// The number of the first unit of `text` that the function seems not to have written.
    fn unwritten(&self, text: &Text) -> Option<usize> {
        self.output.as_ref().and_then(|output| output.unwritten(text))
    }

    /// One call on `bytes`, with room for so many units, and the text that it wrote.
    pub(super) fn convert(
        &mut self,
        bytes: &[u8],
        capacity: usize,
        object: usize,
        fill: u8,
    ) -> Result<(Said, Text), Response> {
        let says_how_far = self.says_how_far();
        let Some(output) = &mut self.output else {
            let said = self.calls.call.call(Given { bytes, output: (0, 0), object });
            checked_offset(said, bytes.len())?;
            let counts = matches!(self.info.claim.kind, Kind::Count { .. });
            let text = if counts { Text::Count(said.units.unwrap_or(0) as u64) } else { Text::None };
            return Ok((said, text));
        };
        let start = output.prepare(capacity, fill).map_err(Response::Skipped)?;
        let said = self.calls.call.call(Given { bytes, output: (start, capacity), object });
        checked_offset(said, bytes.len())?;
        // What an API leaves of the text before an error counts only if it says how far it got.
        if let (Some(units), Some(left), true) = (said.units, said.room_left, says_how_far) {
            let width = self.calls.call.signature.unit().map_or(1, Unit::bytes);
            let right = capacity.saturating_sub(units) * width;
            if left != right {
                return Err(misstates(format!(
                    "says that {left} bytes of its output are left, and {right} are"
                )));
            }
        }
        let units = match said.units {
            Some(_) if said.is_error && !says_how_far => 0,
            Some(units) => units,
            None if said.is_error => 0,
            None => capacity,
        };
        Ok((said, output.text(units)?))
    }

    /// The call is made for each character.
    fn steps(&self, bytes: &[u8]) -> Result<Observation, Response> {
        let mut codes = Vec::new();
        let mut at = 0;
        while at < bytes.len() {
            let rest = &bytes[at..];
            let said = self.calls.call.call(Given { bytes: rest, ..Given::default() });
            if said.is_error {
                return Ok(Observation::reject(Some(at), None));
            }
            if said.value > rest.len() {
                return Err(misstates(format!("takes {} bytes of {}", said.value, rest.len())));
            }
            codes.extend(said.code);
            at += said.value;
        }
        let has_code = self.calls.call.signature.arguments.contains(&Argument::Code);
        Ok(Observation::accept(if has_code { Text::Utf32(codes) } else { Text::None }))
    }

    fn observation(&self, said: Said, text: Text) -> Observation {
        if said.is_error {
            let error = StreamError {
                at: said.at.filter(|_| self.info.claim.at != OffsetMeaning::None),
                len: None,
                incomplete: said.is_incomplete,
                text: Some(text).filter(|text| !text.is_empty()),
            };
            error.into()
        } else {
            Observation::accept(text)
        }
    }
}

impl GuardedDecoder for NativeDecoder {
    fn info(&self) -> &DecoderInfo {
        &self.info
    }

    fn ask(&mut self, input: &Input, places: &mut Places) -> Result<Response, String> {
        if self.calls.open.is_some() {
            let script = self.info.claim.script;
            let mut stream = NativeStream::open(self, places)?;
            let observation = match input {
                Input::Bytes(bytes) => decode_whole(&mut stream, bytes, script),
                Input::Calls(script) => run_script(&mut stream, script),
            };
            return Ok(stream.close().unwrap_or_else(|| observation.into()));
        }
        match input {
            Input::Bytes(bytes) => {
                places.asked_at_each(bytes, self.tail, &mut |placed| self.response(placed, true))
            }
            Input::Calls(_) => Ok(Response::Skipped("takes no chunks".to_owned())),
        }
    }

    fn ask_once(&mut self, bytes: &[u8], places: &mut Places, number: u64) -> Result<Response, String> {
        if self.calls.open.is_some() {
            return self.ask(&Input::Bytes(bytes.to_vec()), places);
        }
        places.asked_once(bytes, self.tail, number, &mut |placed| self.response(placed, false))
    }
}

/// Room for whatever a converter may make of `bytes`.
const fn roomy(bytes: &[u8]) -> usize {
    UNITS_A_BYTE * bytes.len() + MORE_UNITS
}

/// An offset outside of the input is no offset.
fn checked_offset(said: Said, len: usize) -> Result<(), Response> {
    let is_outside = said.is_error && said.at.is_some_and(|at| at > len);
    if is_outside { Err(misstates("points outside of the input".to_owned())) } else { Ok(()) }
}

/// It says a length or an offset that is none.
fn misstates(how: String) -> Response {
    Response::Misused { fault: MemoryFault::MisstatesLength, how }
}
