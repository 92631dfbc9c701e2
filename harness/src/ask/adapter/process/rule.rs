//! The rules of the contract that a conversation can show to be broken.

use std::fmt;

/// A rule of the contract, `harness/adapters/CONTRACT.md`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rule {
    Starts,
    AnswersAlone,
    LineEnds,
    AdapterLine,
    DecoderLine,
    DecoderCount,
    DecoderNames,
    DecodeAnswer,
    ScriptAnswer,
    LossyAccepts,
    Seq,
    Order,
    Answers,
    Flushes,
    StaysUp,
    LongLines,
    OneAnswer,
    EndsWell,
    OwnValues,
}

impl Rule {
    /// All of them with their sentences, in the order in which a conversation meets them.
    pub const ALL: [(Self, &str); 19] = [
        (Self::Starts, "an adapter is a program that can be started"),
        (Self::AnswersAlone, "standard output carries answers alone: JSON objects, one a line"),
        (Self::LineEnds, "every answer is one line, and a line has an end"),
        (Self::AdapterLine, "hello is answered with the adapter line, which has its keys"),
        (Self::DecoderLine, "a decoder line has its keys, and they go together"),
        (Self::DecoderCount, "as many decoder lines follow as the adapter line says"),
        (Self::DecoderNames, "the name of a decoder is unique in its adapter"),
        (Self::DecodeAnswer, "a decode request is answered with its keys, the text as the decoder declares"),
        (Self::ScriptAnswer, "a script request is answered with its keys, one word of `outs` a call"),
        (Self::LossyAccepts, "a lossy decoder answers `accept` and its text"),
        (Self::Seq, "an answer has the `seq` of its request"),
        (Self::Order, "answers come in the order of the requests"),
        (Self::Answers, "every request is answered"),
        (Self::Flushes, "answers are flushed at the latest before waiting for input"),
        (Self::StaysUp, "an adapter goes on until its input ends"),
        (Self::LongLines, "a request line can be long; a decoder with a limit declares `max_bytes`"),
        (Self::OneAnswer, "a request has one answer"),
        (Self::EndsWell, "at the end of its input an adapter has answered everything and exits with 0"),
        (Self::OwnValues, "an answer has only what the API wrote, whatever its outputs held before the call"),
    ];
}

impl fmt::Display for Rule {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sentence = Self::ALL.iter().find(|(rule, _)| rule == self);
        formatter.write_str(sentence.map_or("", |(_, sentence)| sentence))
    }
}
