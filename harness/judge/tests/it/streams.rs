//! Decoders of chunks, each with one fault that few calls show.

use crate::decoders::char_at;
use illformed_codec::Profile;
use illformed_judge::case::Case;
use illformed_judge::claim::{Claim, ScriptSupport};
use illformed_judge::in_process::{InProcessDecoder, Stream, StreamError, decode_whole, run_script};
use illformed_judge::judge::Response;
use illformed_judge::observation::{CallOutcome, Observation, Text};
use illformed_vectors::Input;

/// What is wrong with a decoder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fault {
    None,
    /// A sequence that a chunk cuts is an error.
    RefusesCuts,
    /// An empty chunk is taken for the end.
    EndsAtEmptyChunk,
    /// What a reset should forget comes before what follows.
    RemembersAfterReset,
    /// After 32 bytes a character of four bytes is lost.
    LosesLate,
    /// Nothing comes before the end.
    ComesAtEnd,
    /// What the end cuts is left out.
    ForgetsEnd,
    /// What the end of a chunk cuts is left out.
    ForgetsCuts,
    /// Offsets are counted from the start of the call.
    CountsFromCall,
    /// U+FEFF at the start of each chunk is left out.
    StripsEachChunk,
    /// C0 80 is U+0000 once a reset came.
    AcceptsAfterReset,
    /// C0 80 is U+0000, and FF is U+00FF.
    AcceptsNulAndFf,
    /// A character of four bytes is lost once the process has decoded many inputs.
    ChangesWithUse,
}

impl Fault {
    /// Those whose causes stand in the golden file.
    pub(crate) const ALL: [Self; 13] = [
        Self::None,
        Self::RefusesCuts,
        Self::EndsAtEmptyChunk,
        Self::RemembersAfterReset,
        Self::LosesLate,
        Self::ComesAtEnd,
        Self::ForgetsEnd,
        Self::ForgetsCuts,
        Self::CountsFromCall,
        Self::StripsEachChunk,
        Self::AcceptsAfterReset,
        Self::AcceptsNulAndFf,
        Self::ChangesWithUse,
    ];

    /// The claim of a decoder with any of them.
    pub(crate) fn claim() -> Claim {
        Claim { script: ScriptSupport::Reset, ..Claim::strict(Profile::Rfc3629) }
    }

    /// What a decoder with it answers to `case`.
    pub(crate) fn answer(self, case: &Case<'_>) -> Response {
        let is_warm = case.id.recipe.is_some_and(|recipe| recipe.to_string().starts_with("warm="));
        let loses_from = match self {
            Self::LosesLate => Some(32),
            Self::ChangesWithUse if is_warm => Some(0),
            _ => None,
        };
        let mut decoder = Faulty { loses_from, ..Faulty::new(self) };
        match case.input() {
            Input::Bytes(bytes) => decode_whole(&mut decoder, bytes, ScriptSupport::Reset).into(),
            Input::Calls(script) => run_script(&mut decoder, script).into(),
        }
    }
}

struct Faulty {
    fault: Fault,
    /// Bytes that are not decided, or not told yet.
    kept: Vec<u8>,
    /// The offset of the first of them.
    at: usize,
    /// The offset of the last chunk.
    call: usize,
    resets: usize,
    /// From which offset on characters of four bytes are lost.
    loses_from: Option<usize>,
}

impl Faulty {
    fn new(fault: Fault) -> Self {
        Self { fault, kept: Vec::new(), at: 0, call: 0, resets: 0, loses_from: None }
    }

    /// The text of what is kept, as far as it is decided, or the first error.
    fn decode(&mut self, is_end: bool) -> Result<Text, StreamError> {
        let mut codes = Vec::new();
        while let Some(first) = self.kept.first().copied() {
            let takes_ff = self.fault == Fault::AcceptsNulAndFf;
            let takes_nul = takes_ff || self.fault == Fault::AcceptsAfterReset && self.resets > 0;
            let len = match char_at(&self.kept) {
                Some(c) => {
                    let is_lost = c.len_utf8() == 4 && self.loses_from.is_some_and(|from| self.at >= from);
                    codes.extend((!is_lost).then_some(u32::from(c)));
                    c.len_utf8()
                }
                None if takes_nul && first == 0xC0 && (self.kept.len() > 1 || !is_end) => {
                    if self.kept.len() == 1 {
                        break;
                    }
                    codes.push(0);
                    2
                }
                None if takes_ff && first == 0xFF => {
                    codes.push(0xFF);
                    1
                }
                None => {
                    let len = str::from_utf8(&self.kept).err().and_then(|error| error.error_len());
                    let is_cut = self.fault == Fault::RefusesCuts;
                    if len.is_none() && !is_end && !is_cut {
                        break;
                    }
                    if len.is_none() && self.fault == Fault::ForgetsEnd {
                        self.kept.clear();
                        break;
                    }
                    let start = if self.fault == Fault::CountsFromCall { self.call } else { 0 };
                    let text = Some(Text::Utf32(codes));
                    return Err(StreamError {
                        at: Some(self.at.checked_sub(start).unwrap_or(self.at)),
                        len,
                        incomplete: is_end && len.is_none(),
                        text,
                    });
                }
            };
            self.at += len;
            self.kept.drain(..len);
        }
        Ok(Text::Utf32(codes))
    }
}

impl Stream for Faulty {
    fn feed(&mut self, chunk: &[u8]) -> Result<Text, StreamError> {
        let chunk = match self.fault {
            Fault::StripsEachChunk => chunk.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(chunk),
            _ => chunk,
        };
        self.call = self.at + self.kept.len();
        if self.fault == Fault::ForgetsCuts {
            self.kept.clear();
        }
        self.kept.extend_from_slice(chunk);
        if self.fault == Fault::ComesAtEnd {
            return Ok(Text::Utf32(Vec::new()));
        }
        self.decode(self.fault == Fault::EndsAtEmptyChunk && chunk.is_empty())
    }

    fn finish(&mut self) -> Result<Text, StreamError> {
        self.decode(true)
    }

    fn reset(&mut self) {
        if self.fault != Fault::RemembersAfterReset {
            self.kept.clear();
        }
        self.at = 0;
        self.resets += 1;
    }
}

#[test]
fn a_decoder_of_chunks_is_asked_the_whole_and_call_by_call() {
    let text = |codes: &[u32]| Text::Utf32(codes.to_vec());
    let new = || Faulty::new(Fault::None);
    let decoder = InProcessDecoder::streaming("mine", "feed", Fault::claim(), new);
    let whole = (decoder.decode)(b"a\xC3\xA9");
    assert_eq!(whole, Observation::accept(text(&[0x61, 0xE9])).into());
    let mut stream = decoder.stream.expect("it takes chunks")();
    for (chunk, given) in [(&b"a\xC3"[..], &[0x61][..]), (b"\xA9", &[0xE9])] {
        assert_eq!(stream.feed(chunk), Ok(text(given)));
    }

    // Behind an error nothing is asked up to the next reset.
    let Input::Calls(script) = "calls 61ff 62 . ~ 63 .".parse().unwrap() else { panic!("it is a script") };
    let calls = run_script(&mut new(), &script).calls;
    let [failed, not_made] = [CallOutcome::Failed(Some(text(&[0x61]))), CallOutcome::NotMade];
    let done = [Text::None, text(&[0x63]), text(&[])].map(CallOutcome::Done);
    assert_eq!(calls, [&[failed, not_made.clone(), not_made][..], &done].concat());
}
