//! The rules of the contract that a conversation can show to be broken.

use illformed_judge::named_enum;

named_enum! {
    /// A rule of the contract, `harness/adapters/CONTRACT.md`, as its sentence, in the order in which a conversation meets them.
    pub enum Rule {
        Starts = "an adapter is a program that can be started",
        AnswersAlone = "standard output carries answers alone: JSON objects, one a line",
        LineEnds = "every answer is one line, and a line has an end",
        AdapterLine = "hello is answered with the adapter line, which has its keys",
        DecoderLine = "a decoder line has its keys, and they go together",
        DecoderCount = "as many decoder lines follow as the adapter line says",
        DecoderNames = "the name of a decoder is unique in its adapter",
        DecodeAnswer = "a decode request is answered with its keys, the text as the decoder declares",
        ScriptAnswer = "a script request is answered with its keys, one word of `outs` a call",
        LossyAccepts = "a lossy decoder answers `accept` and its text",
        Seq = "an answer has the `seq` of its request",
        Order = "answers come in the order of the requests",
        Answers = "every request is answered",
        Flushes = "answers are flushed at the latest before waiting for input",
        StaysUp = "an adapter goes on until its input ends",
        LongLines = "a request line can be long; a decoder with a limit declares `max_bytes`",
        OneAnswer = "a request has one answer",
        EndsWell = "at the end of its input an adapter has answered everything and exits with 0",
        OwnValues = "an answer has only what the API wrote, whatever its outputs held before the call",
    }
}
