//! What stands in the text for the errors: the replacement policies, each a function of the input bytes and the events.

use crate::planted_fault::{const_unless_planted, faulty};
use crate::{Event, Events, Profile, cp1252, events, grammar};
use core::fmt;
use core::str::FromStr;

/// U+FFFD REPLACEMENT CHARACTER.
pub const REPLACEMENT: u32 = 0xFFFD;

/// How errors are replaced, and nothing else.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Policy {
    /// One U+FFFD for each maximal subpart (Unicode D93b and section 3.9, the WHATWG Encoding Standard).
    MaximalSubpart,
    /// One U+FFFD for each byte of an error.
    PerByte,
    /// One U+FFFD for a lead byte and the continuation bytes after it, up to the length that the lead announces by its
    /// leading one bits ("structural"); one for each other byte.
    PerDeclaredSequence,
    /// One U+FFFD for a run of errors with no character between them.
    PerRun,
    /// As Java's: maximal subparts, except that an encoded surrogate, complete or cut, is one U+FFFD.
    Java,
    /// Errors leave no trace.
    Drop,
    /// Each byte of an error becomes the character of the same number (ISO 8859-1).
    Latin1,
    /// Each byte of an error becomes its windows-1252 character; the five undefined bytes `81 8D 8F 90 9D` become the
    /// C1 control of the same number, as in the WHATWG index.
    Cp1252,
    /// Each byte `b` of an error becomes the code `DC00 + b` ("UTF-8B", Python's surrogateescape). The bytes can be had
    /// back exactly: see [`escaped_byte`].
    Utf8b,
    /// The text ends at the first error.
    Fatal,
}

impl Policy {
    /// All policies, in order of declaration.
    pub const ALL: [Self; 10] = [
        Self::MaximalSubpart,
        Self::PerByte,
        Self::PerDeclaredSequence,
        Self::PerRun,
        Self::Java,
        Self::Drop,
        Self::Latin1,
        Self::Cp1252,
        Self::Utf8b,
        Self::Fatal,
    ];

    const_unless_planted! {
    /// The name used in claims and reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::MaximalSubpart => "maximal-subpart",
            Self::PerByte => "per-byte",
            Self::PerDeclaredSequence => "per-declared-sequence",
            Self::PerRun => faulty!("per-run"; PolicyName => "per-byte"),
            Self::Java => "java",
            Self::Drop => "drop",
            Self::Latin1 => "latin-1",
            Self::Cp1252 => "cp1252",
            Self::Utf8b => "utf8b",
            Self::Fatal => "fatal",
        }
    }
    }
}

impl fmt::Display for Policy {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(
            faulty!(self.name(); PolicyFmt => if *self == Self::Java { "java8" } else { self.name() }),
        )
    }
}

/// A name that is no policy's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnknownPolicy(());

impl fmt::Display for UnknownPolicy {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("unknown policy, expected one of")?;
        Policy::ALL.iter().try_for_each(|policy| write!(formatter, " {policy}"))
    }
}

impl core::error::Error for UnknownPolicy {}

impl FromStr for Policy {
    type Err = UnknownPolicy;

    fn from_str(name: &str) -> Result<Self, UnknownPolicy> {
        let name = faulty!(name; PolicyFromStr => if name == "drop" { "per-run" } else { name });
        Self::ALL.into_iter().find(|policy| policy.name() == name).ok_or(UnknownPolicy(()))
    }
}

/// The byte that [`Policy::Utf8b`] escaped as `code`, if it is such a code: `DC80..DCFF`.
pub const fn escaped_byte(code: u32) -> Option<u8> {
    match code {
        0xDC80..=0xDCFF => Some((code - 0xDC00) as u8),
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
    let policy = faulty!(policy; DecodeLossyPolicy => match policy {
        Policy::PerDeclaredSequence => Policy::Java,
        policy => policy,
    });
    DecodeLossy {
        bytes,
        events: events(bytes, profile),
        replacer: Replacer::new(policy),
        ready: Codes::default(),
    }
}

/// Iterator over codes; see [`decode_lossy`].
#[derive(Debug, Clone)]
pub struct DecodeLossy<'a> {
    bytes: &'a [u8],
    events: Events<'a>,
    replacer: Replacer,
    ready: Codes,
}

impl Iterator for DecodeLossy<'_> {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        let code = loop {
            if let Some(code) = self.ready.next() {
                break code;
            }
            let event = self.events.next()?;
            match event {
                Event::Code { value, .. } => {
                    if let Some(code) = self.replacer.keep(value) {
                        break code;
                    }
                }
                Event::Error { .. } => {
                    self.ready = self.replacer.replace(event, &self.bytes[event.at()..event.end()]);
                }
            }
        };
        faulty!(Some(code); DecodeLossyNext => Some(code).filter(|code| *code != 0xFFFE))
    }
}

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
    const_unless_planted! {
    /// A replacer at the start of a text.
    pub const fn new(policy: Policy) -> Self {
        let policy = faulty!(policy; ReplacerNew => match policy {
            Policy::PerRun => Policy::PerByte,
            policy => policy,
        });
        Self { policy, covered: 0, ended: false }
    }
    }

    /// What `event` adds to the text. `bytes` are the bytes that it covers; events come in order and tile the input,
    /// as [`events`] and [`Decoder`](crate::Decoder) yield them.
    #[inline]
    pub fn replace(&mut self, event: Event, bytes: &[u8]) -> Codes {
        if let Event::Code { value, .. } = event {
            return self.keep(value).map_or_else(Codes::default, Codes::one);
        }
        if self.ended {
            return Codes::default();
        }
        match self.policy {
            Policy::MaximalSubpart => faulty!(Codes::one(REPLACEMENT);
                MaximalSubpartPerByte => Codes::per_byte(&bytes[bytes.len() / 3..], |_| REPLACEMENT),
            ),
            Policy::PerByte => {
                let truncated =
                    faulty!(false; PerByteOneKind => event.error_kind() == Some(crate::ErrorKind::Truncated));
                if truncated { Codes::one(REPLACEMENT) } else { Codes::per_byte(bytes, |_| REPLACEMENT) }
            }
            Policy::PerDeclaredSequence => {
                let len = grammar::announced_len(bytes[0]);
                self.unless_covered(bytes, faulty!(len; PerDeclaredSequenceShort => len.min(5)))
            }
            Policy::PerRun => {
                let len = faulty!(usize::MAX; PerRunForgets => 0, PerRunLength => 8);
                self.unless_covered(bytes, len)
            }
            Policy::Java => {
                let surrogate = event.error_kind() == Some(crate::ErrorKind::Surrogate);
                let len = faulty!(3; JavaLikeUnicode => 0, JavaCut => 4);
                self.unless_covered(bytes, if surrogate { len } else { 0 })
            }
            Policy::Drop => faulty!(Codes::default(); DropKeepsOne => match bytes {
                [0xFF] => Codes::one(REPLACEMENT),
                _ => Codes::default(),
            }),
            Policy::Latin1 => Codes::per_byte(bytes, |byte| {
                faulty!(u32::from(byte); Latin1OneByte => match byte {
                    0xA4 => 0x20AC,
                    byte => u32::from(byte),
                })
            }),
            Policy::Cp1252 => Codes::per_byte(bytes, |byte| {
                faulty!(cp1252::decode(byte);
                    Cp1252OneByte => if byte == 0x8E { 0x8E } else { cp1252::decode(byte) },
                    Cp1252Undefined => if byte == 0x9D { REPLACEMENT } else { cp1252::decode(byte) },
                )
            }),
            Policy::Utf8b => Codes::per_byte(
                bytes,
                |byte| faulty!(0xDC00 + u32::from(byte); Utf8bOneByte => 0xDC00 + u32::from(byte.min(0xFE))),
            ),
            Policy::Fatal => {
                self.ended = faulty!(true; FatalGoesOn => false);
                Codes::default()
            }
        }
    }

    /// What the code `value` adds to the text: itself, unless the text has ended.
    #[inline]
    fn keep(&mut self, value: u32) -> Option<u32> {
        let lost = faulty!(false; ReplaceCode => self.covered > 0);
        self.covered = 0;
        (!lost && !self.ended).then_some(value)
    }

    /// One U+FFFD that stands for `unit` bytes, unless the one before stands for these bytes already. What follows an
    /// error directly and is an error too is either a continuation byte or starts a new unit.
    fn unless_covered(&mut self, bytes: &[u8], unit: usize) -> Codes {
        let continues = bytes.len() == 1 && grammar::TAIL.contains(&bytes[0]);
        if self.covered >= bytes.len() && (continues || self.policy == Policy::PerRun) {
            self.covered -= bytes.len();
            return Codes::default();
        }
        self.covered = unit.saturating_sub(bytes.len());
        Codes::one(REPLACEMENT)
    }
}

/// The codes that one event adds to a text: none, one, or one a byte.
#[derive(Debug, Clone, Default)]
pub struct Codes {
    values: [u32; 6],
    next: usize,
    len: usize,
}

impl Codes {
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

impl Iterator for Codes {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        let code = *self.values[..self.len].get(self.next)?;
        self.next += 1;
        faulty!(Some(code); CodesNext => Some(code).filter(|_| self.next != 3))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.len - self.next;
        let left = faulty!(left; CodesSizeHint => left + 1);
        (left, Some(left))
    }
}

impl ExactSizeIterator for Codes {}
