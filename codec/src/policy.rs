//! What stands in the text for the errors: the replacement policies, each a function of the input bytes and the events.

use crate::named::{named_enum, read_by_name};
use crate::{Event, Events, Profile, cp1252, events, grammar};
use core::iter::FusedIterator;

/// U+FFFD REPLACEMENT CHARACTER.
pub const REPLACEMENT: u32 = 0xFFFD;

named_enum! {
    /// How errors are replaced, and nothing else.
    #[non_exhaustive]
    pub enum Policy {
        /// One U+FFFD for each maximal subpart (Unicode D93b and section 3.9, the WHATWG Encoding Standard).
        MaximalSubpart = "maximal-subpart",
        /// One U+FFFD for each byte of an error.
        PerByte = "per-byte",
        /// One U+FFFD for a lead byte and the continuation bytes after it, up to the length that the lead announces by its
        /// leading one bits, two to six ("structural"); one for each other byte, `FE` and `FF` among them.
        PerDeclaredSequence = "per-declared-sequence",
        /// One U+FFFD for a run of errors with no character between them.
        PerRun = "per-run",
        /// As Java's: maximal subparts, except that an encoded surrogate, complete or cut, is one U+FFFD.
        Java = "java",
        /// Errors leave no trace.
        Drop = "drop",
        /// Each byte of an error becomes the character of the same number (ISO 8859-1).
        Latin1 = "latin-1",
        /// Each byte of an error becomes its windows-1252 character; the five undefined bytes `81 8D 8F 90 9D` become the
        /// C1 control of the same number, as in the WHATWG index.
        Cp1252 = "cp1252",
        /// Each byte `b` of an error becomes the code `DC00 + b` ("UTF-8B", Python's surrogateescape). The bytes can be had
        /// back exactly: see [`escaped_byte`].
        Utf8b = "utf8b",
        /// The text ends at the first error.
        Fatal = "fatal",
    }
}

read_by_name!(Policy, "policy", ParsePolicyError);

/// The byte that [`Policy::Utf8b`] escaped as `code`, if it is such a code: `DC80..DCFF`.
pub const fn escaped_byte(code: u32) -> Option<u8> {
    match code {
        // The low byte of the code is the byte.
        0xDC80..=0xDCFF => Some(code as u8),
        _ => None,
    }
}

/// The codes of `bytes` under `profile`, with errors replaced by `policy`.
///
/// # Examples
///
/// ```
/// use illformed_codec::{Policy, Profile, decode_lossy};
///
/// let codes = |policy| decode_lossy(b"\xE0\x80\x80!", Profile::Rfc3629, policy).collect::<Vec<u32>>();
/// assert_eq!(codes(Policy::MaximalSubpart), [0xFFFD, 0xFFFD, 0xFFFD, 0x21]);
/// assert_eq!(codes(Policy::PerDeclaredSequence), [0xFFFD, 0x21]);
/// assert_eq!(codes(Policy::Utf8b), [0xDCE0, 0xDC80, 0xDC80, 0x21]);
/// ```
pub fn decode_lossy(bytes: &[u8], profile: Profile, policy: Policy) -> DecodeLossy<'_> {
    DecodeLossy {
        bytes,
        events: events(bytes, profile),
        replacer: Replacer::new(policy),
        ready: ReplacedCodes::default(),
    }
}

/// Iterator over codes; see [`decode_lossy`].
#[derive(Debug, Clone)]
pub struct DecodeLossy<'a> {
    bytes: &'a [u8],
    events: Events<'a>,
    replacer: Replacer,
    ready: ReplacedCodes,
}

impl Iterator for DecodeLossy<'_> {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        loop {
            if let Some(code) = self.ready.next() {
                return Some(code);
            }
            let event = self.events.next()?;
            match event {
                Event::Code { value, .. } => {
                    if let Some(code) = self.replacer.keep(value) {
                        return Some(code);
                    }
                }
                Event::Error { .. } => {
                    self.ready = self.replacer.replace(event, &self.bytes[event.at()..event.end()]);
                }
            }
        }
    }

    /// A policy adds at most one code for each byte.
    fn size_hint(&self) -> (usize, Option<usize>) {
        let (_, bytes_left) = self.events.size_hint();
        (self.ready.len(), bytes_left.map(|bytes_left| self.ready.len() + bytes_left))
    }
}

impl FusedIterator for DecodeLossy<'_> {}

/// A policy at work on a stream of events: what each event adds to the text. It decides at once and remembers only how
/// much of what follows belongs to the error before.
#[derive(Debug, Clone)]
pub struct Replacer {
    policy: Policy,
    /// How many of the following bytes, if they are errors, the last U+FFFD stands for too.
    covered: usize,
    /// Set by [`Policy::Fatal`] at the first error.
    ended: bool,
}

impl Replacer {
    /// A replacer at the start of a text.
    pub const fn new(policy: Policy) -> Self {
        Self { policy, covered: 0, ended: false }
    }

    /// What `event` adds to the text. `bytes` are the bytes that it covers; events come in order and tile the input,
    /// as [`events`] and [`Decoder`](crate::Decoder) yield them.
    #[inline]
    pub fn replace(&mut self, event: Event, bytes: &[u8]) -> ReplacedCodes {
        if let Event::Code { value, .. } = event {
            return self.keep(value).map_or_else(ReplacedCodes::default, ReplacedCodes::one);
        }
        if self.ended {
            return ReplacedCodes::default();
        }
        match self.policy {
            Policy::MaximalSubpart => ReplacedCodes::one(REPLACEMENT),
            Policy::PerByte => ReplacedCodes::per_byte(bytes, |_| REPLACEMENT),
            Policy::PerDeclaredSequence => self.unless_covered(bytes, grammar::sequence_len(bytes[0])),
            Policy::PerRun => self.unless_covered(bytes, usize::MAX),
            Policy::Java => {
                let surrogate = event.error_kind() == Some(crate::ErrorKind::Surrogate);
                self.unless_covered(bytes, if surrogate { 3 } else { 0 })
            }
            Policy::Drop => ReplacedCodes::default(),
            Policy::Latin1 => ReplacedCodes::per_byte(bytes, u32::from),
            Policy::Cp1252 => ReplacedCodes::per_byte(bytes, cp1252::decode),
            Policy::Utf8b => ReplacedCodes::per_byte(bytes, |byte| 0xDC00 + u32::from(byte)),
            Policy::Fatal => {
                self.ended = true;
                ReplacedCodes::default()
            }
        }
    }

    /// What the code `value` adds to the text: itself, unless the text has ended.
    #[inline]
    fn keep(&mut self, value: u32) -> Option<u32> {
        self.covered = 0;
        (!self.ended).then_some(value)
    }

    /// One U+FFFD that stands for `unit` bytes, unless the one before stands for these bytes already. What follows an
    /// error directly and is an error too is either a continuation byte or starts a new unit.
    fn unless_covered(&mut self, bytes: &[u8], unit: usize) -> ReplacedCodes {
        let continues = bytes.len() == 1 && grammar::TAIL.contains(&bytes[0]);
        if self.covered >= bytes.len() && (continues || self.policy == Policy::PerRun) {
            self.covered -= bytes.len();
            return ReplacedCodes::default();
        }
        self.covered = unit.saturating_sub(bytes.len());
        ReplacedCodes::one(REPLACEMENT)
    }
}

/// The codes that one event adds to a text: none, one, or one a byte.
#[derive(Debug, Clone, Default)]
pub struct ReplacedCodes {
    values: [u32; 6],
    next: usize,
    len: usize,
}

impl ReplacedCodes {
    fn one(code: u32) -> Self {
        Self { values: [code, 0, 0, 0, 0, 0], next: 0, len: 1 }
    }

    fn per_byte(bytes: &[u8], code: impl Fn(u8) -> u32) -> Self {
        let mut values = [0; 6];
        for (slot, &byte) in values.iter_mut().zip(bytes) {
            *slot = code(byte);
        }
        Self { values, next: 0, len: bytes.len() }
    }
}

impl Iterator for ReplacedCodes {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        let code = *self.values[..self.len].get(self.next)?;
        self.next += 1;
        Some(code)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.len - self.next;
        (left, Some(left))
    }
}

impl ExactSizeIterator for ReplacedCodes {}

impl FusedIterator for ReplacedCodes {}
