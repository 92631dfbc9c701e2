//! A decoder that is pushed one byte after another and keeps what it needs between calls.

use crate::mutants::MutantPiece;
use StreamFault as Fault;
use serde::Deserialize;
use std::mem;

/// What the decoder does wrong; the table of the mutants says it in words.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StreamFault {
    #[default]
    None,
    DropsCutEnd,
    FillsCutEnd,
    CountsCutEnd,
    EatsOffending,
    SkipsAnnounced,
    StopsAtError,
    SwallowsStray,
    LosesNext,
    SkipsFf,
    EndsAtNul,
    RefusesNul,
    JoinsSurrogates,
    DropsFirstMark,
    DropsMarks,
    DropsMarkOfEachCall,
    ForgetsBetweenCalls,
    KeepsOverReset,
    EndsAtEmptyCall,
    EatsOffendingOfNextCall,
    ReportsLate,
    CountsFromCall,
    WaitsAfterF5,
    SeesSurrogatesLate,
    DropsLeftOver,
    DropsCutEndOfSeveralCalls,
    DropsUnsplitMark,
    KeepsMarkAfterEmptyCall,
    LosesLookAlike,
    LosesCharacterLikeMark,
    DropsCutMark,
    DoesNotLookAgain,
    KeepsMissing,
    KeepsThreeBytes,
    SwallowsStrayOfNextCall,
    SwallowsStrayAfterStray,
}

/// What ended before the byte at hand.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Before {
    /// A sequence of several bytes.
    Sequence,
    /// A continuation byte that continued nothing.
    Stray,
    #[default]
    Other,
}

/// The decoder between two bytes.
#[derive(Debug, Clone, Default)]
pub struct Push {
    stream_fault: StreamFault,
    /// How many bytes were pushed.
    at: usize,
    /// How many bytes of an unfinished sequence there are, and how many are missing.
    seen: usize,
    missing: usize,
    value: u32,
    /// The bounds of the next byte.
    low: u8,
    high: u8,
    /// How many bytes are passed over.
    skip: usize,
    /// Nothing is looked at any more.
    over: bool,
    after_error: bool,
    before: Before,
    /// A surrogate that waits for its other half, which may come now.
    leading: Option<u32>,
    /// Where the call at hand began.
    call_at: usize,
    /// What is reported in the next call.
    held: Vec<MutantPiece>,
    /// How many calls there were, and whether the end came in the last of them.
    calls: usize,
    at_once: bool,
}

impl Push {
    /// At the start.
    pub fn new(stream_fault: StreamFault) -> Self {
        Self { stream_fault, low: 0x80, high: 0xBF, ..Self::default() }
    }

    /// Takes all of the input and its end in one call.
    pub fn decode(stream_fault: StreamFault, bytes: &[u8], pieces: &mut Vec<MutantPiece>) {
        let mut push = Self { at_once: true, ..Self::new(stream_fault) };
        push.feed(bytes, pieces);
        push.finish(pieces);
    }

    /// Takes the next bytes, appends the pieces that they complete.
    pub fn feed(&mut self, chunk: &[u8], pieces: &mut Vec<MutantPiece>) {
        self.call_at = self.at;
        self.calls += 1;
        pieces.append(&mut self.held);
        if self.stream_fault == Fault::EndsAtEmptyCall && chunk.is_empty() {
            return self.finish(pieces);
        }
        if self.stream_fault == Fault::ForgetsBetweenCalls {
            self.forget();
        }
        let first_new = pieces.len();
        for &byte in chunk {
            if self.skip > 0 {
                self.skip -= 1;
            } else if !self.over {
                self.push(byte, pieces);
            }
            self.at += 1;
        }
        if self.stream_fault == Fault::ReportsLate {
            let error = pieces[first_new..].iter().position(MutantPiece::is_error);
            self.held = error.map_or(Vec::new(), |error| pieces.split_off(first_new + error));
        }
    }

    /// Takes the end, appends what it completes, and begins anew.
    pub fn finish(&mut self, pieces: &mut Vec<MutantPiece>) {
        let last_call_at = self.call_at;
        if !self.at_once {
            self.call_at = self.at;
        }
        pieces.append(&mut self.held);
        let seen = self.seen;
        if seen > 0 && !self.over {
            let at = self.at - seen;
            match self.stream_fault {
                Fault::DropsCutEnd => {}
                Fault::DropsLeftOver if !self.at_once => {}
                Fault::DropsCutEndOfSeveralCalls if last_call_at > at => {}
                Fault::DropsCutMark if at == 0 && !self.at_once && self.is_like_mark() => {}
                Fault::FillsCutEnd => {
                    let value = self.value << (6 * self.missing);
                    self.emit(MutantPiece::Code { value, at, len: seen }, pieces);
                }
                Fault::CountsCutEnd => {
                    (at..self.at).for_each(|at| self.emit(MutantPiece::Error { at, len: 1 }, pieces));
                }
                _ => self.emit(MutantPiece::Error { at, len: seen }, pieces),
            }
        }
        if self.leading.is_some() {
            pieces.push(MutantPiece::Error { at: self.at - seen - 3, len: 3 });
        }
        *self = Self::new(self.stream_fault);
    }

    pub fn reset(&mut self) {
        *self = if self.stream_fault == Fault::KeepsOverReset {
            // The offset begins anew too, but not before the sequence.
            Self { at: self.seen, held: Vec::new(), call_at: 0, ..self.clone() }
        } else {
            Self::new(self.stream_fault)
        };
    }

    /// Gives up the sequence at hand.
    fn forget(&mut self) {
        (self.seen, self.missing) = (0, 0);
        (self.low, self.high) = (0x80, 0xBF);
    }

    /// Whether the sequence at hand may yet become U+FEFF.
    fn is_like_mark(&self) -> bool {
        matches!((self.seen, self.missing, self.value), (1, 2, 0xF) | (2, 1, 0x3FB))
    }

    /// Looks at the byte at `self.at`.
    fn push(&mut self, byte: u8, pieces: &mut Vec<MutantPiece>) {
        if self.missing == 0 {
            self.start(byte, pieces);
        } else if (self.low..=self.high).contains(&byte) {
            (self.low, self.high) = (0x80, 0xBF);
            self.value = self.value << 6 | u32::from(byte & 0x3F);
            self.seen += 1;
            self.missing -= 1;
            if self.missing == 0 {
                let len = mem::take(&mut self.seen);
                self.emit(MutantPiece::Code { value: self.value, at: self.at + 1 - len, len }, pieces);
                self.before = Before::Sequence;
            }
        } else {
            let (len, missing) = (self.seen, self.missing);
            let look_alike = self.at == len && self.call_at > 0 && self.is_like_mark();
            self.forget();
            if !(self.stream_fault == Fault::LosesLookAlike && look_alike) {
                self.emit(MutantPiece::Error { at: self.at - len, len }, pieces);
            }
            match self.stream_fault {
                Fault::EatsOffending => {}
                Fault::DoesNotLookAgain if self.at == self.call_at && !byte.is_ascii() => {
                    self.emit(MutantPiece::Error { at: self.at, len: 1 }, pieces);
                }
                Fault::KeepsMissing if self.at == self.call_at => {
                    self.start(byte, pieces);
                    if self.missing > 0 {
                        self.missing = self.missing.max(missing);
                    }
                }
                Fault::EatsOffendingOfNextCall if self.at == self.call_at => {}
                Fault::SkipsAnnounced => self.skip = missing - 1,
                Fault::StopsAtError => {}
                _ => self.start(byte, pieces),
            }
        }
    }

    fn start(&mut self, byte: u8, pieces: &mut Vec<MutantPiece>) {
        let stray = matches!(byte, 0x80..=0xBF);
        let before = mem::replace(&mut self.before, if stray { Before::Stray } else { Before::Other });
        let at = self.at;
        match (self.stream_fault, byte) {
            (Fault::EndsAtNul, 0x00) => return self.over = true,
            (Fault::RefusesNul, 0x00) => return self.emit(MutantPiece::Error { at, len: 1 }, pieces),
            (Fault::SkipsFf, 0xFF) => return,
            (Fault::SwallowsStray, _) if stray && before == Before::Sequence => return,
            (Fault::SwallowsStrayOfNextCall, _)
                if stray && before == Before::Sequence && at == self.call_at =>
            {
                return;
            }
            (Fault::SwallowsStrayAfterStray, _) if stray && before == Before::Stray && at == self.call_at => {
                return;
            }
            _ => {}
        }
        let (missing, payload) = match byte {
            0x00..=0x7F => return self.emit(MutantPiece::Code { value: byte.into(), at, len: 1 }, pieces),
            0xC2..=0xDF => (1, 0x1F),
            0xE0..=0xEF => (2, 0x0F),
            0xF0..=0xF4 => (3, 0x07),
            0xF5..=0xF7 if self.stream_fault == Fault::WaitsAfterF5 => (3, 0),
            _ => return self.emit(MutantPiece::Error { at, len: 1 }, pieces),
        };
        match byte {
            0xE0 => self.low = 0xA0,
            0xED if matches!(self.stream_fault, Fault::JoinsSurrogates | Fault::SeesSurrogatesLate) => {}
            0xED => self.high = 0x9F,
            0xF0 => self.low = 0x90,
            0xF4 => self.high = 0x8F,
            // No byte continues it, but that is seen when there is one.
            0xF5..=0xF7 => self.high = 0,
            _ => {}
        }
        self.value = u32::from(byte & payload);
        (self.seen, self.missing) = (1, missing);
    }

    /// Appends a piece, or what the habit makes of it.
    fn emit(&mut self, piece: MutantPiece, pieces: &mut Vec<MutantPiece>) {
        let after_error = mem::replace(&mut self.after_error, piece.is_error());
        self.over |= self.stream_fault == Fault::StopsAtError && piece.is_error();
        match (self.stream_fault, piece) {
            (Fault::LosesNext, MutantPiece::Code { .. }) if after_error => {}
            (Fault::DropsMarks, MutantPiece::Code { value: 0xFEFF, .. }) => {}
            (_, MutantPiece::Code { value: 0xFEFF, at: 0, .. }) if self.drops_first_mark() => {}
            (Fault::LosesCharacterLikeMark, MutantPiece::Code { value: 0xF000..=0xFFFF, at: 0, .. })
                if self.call_at > 0 => {}
            (Fault::KeepsThreeBytes, MutantPiece::Code { at, len: 4, .. }) if at < self.call_at => {
                pieces.push(MutantPiece::Error { at, len: 4 });
            }
            (Fault::DropsMarkOfEachCall, MutantPiece::Code { value: 0xFEFF, at, .. })
                if at == self.call_at => {}
            (Fault::CountsFromCall, MutantPiece::Error { at, len }) => {
                pieces.push(MutantPiece::Error { at: at.saturating_sub(self.call_at), len });
            }
            (Fault::SeesSurrogatesLate, MutantPiece::Code { value: 0xD800..=0xDFFF, at, len }) => {
                pieces.push(MutantPiece::Error { at, len });
            }
            (Fault::JoinsSurrogates, piece) => self.emit_joined(piece, pieces),
            _ => pieces.push(piece),
        }
    }

    /// Whether it drops U+FEFF, which is complete now and at the start.
    fn drops_first_mark(&self) -> bool {
        match self.stream_fault {
            Fault::DropsFirstMark
            | Fault::LosesLookAlike
            | Fault::LosesCharacterLikeMark
            | Fault::DropsCutMark => true,
            Fault::DropsUnsplitMark => self.call_at == 0,
            Fault::KeepsMarkAfterEmptyCall => self.call_at > 0 || self.calls == 1,
            _ => false,
        }
    }

    fn emit_joined(&mut self, piece: MutantPiece, pieces: &mut Vec<MutantPiece>) {
        let (MutantPiece::Code { at, .. } | MutantPiece::Error { at, .. }) = piece;
        match (self.leading.take(), piece) {
            (Some(leading), MutantPiece::Code { value: value @ 0xDC00..=0xDFFF, .. }) => {
                let value = 0x1_0000 + ((leading - 0xD800) << 10) + (value - 0xDC00);
                return pieces.push(MutantPiece::Code { value, at: at - 3, len: 6 });
            }
            (Some(_), _) => pieces.push(MutantPiece::Error { at: at - 3, len: 3 }),
            (None, _) => {}
        }
        match piece {
            MutantPiece::Code { value: value @ 0xD800..=0xDBFF, .. } => self.leading = Some(value),
            MutantPiece::Code { value: 0xDC00..=0xDFFF, at, len } => {
                pieces.push(MutantPiece::Error { at, len });
            }
            piece => pieces.push(piece),
        }
    }
}
