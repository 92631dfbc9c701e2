//! The readers of protocol 1 take what an adapter could have written, and end in an error for everything else.

use crate::property::agreement::{PropertyOutcome, none, survives_writing};
use illformed::ask::protocol::wire::{adapter_line, answer, introduction, parse_request};
use illformed::ask::protocol::{
    AdapterLine, ParsedAnswer, answered_request, is_name, parse_adapter, parse_answer, parse_decoder,
    write_request,
};
use illformed_judge::claim::OutputKind;
use illformed_vectors::Input;

/// Takes the bytes, made a string, for a line of an adapter (its first, a decoder's, an answer to bytes or to a script in
/// each form of text) and for a request. Returns when none of the readers panics, and what one accepts is the same after
/// it was written and read.
pub fn protocol_is_read_strictly(bytes: &[u8]) -> PropertyOutcome {
    let text = &*String::from_utf8_lossy(bytes);
    survives_writing("adapter line", text, |text| parse_adapter(text).ok(), adapter_line)?;
    let adapter = AdapterLine {
        adapter: "fuzzed".to_owned(),
        protocol: 1,
        implementation: "somebody".to_owned(),
        version: "1".to_owned(),
        decoders: 1,
    };
    let read = |text: &str| parse_decoder(text, &adapter).ok();
    survives_writing("decoder line", text, read, |decoder| {
        introduction("fuzzed", &[decoder]).lines().nth(1).unwrap_or_default().to_owned()
    })?;
    for input in INPUTS.into_iter().flat_map(str::parse::<Input>) {
        for out in OUTPUTS {
            let read = |text: &str| parse_answer(text, out, &input).ok();
            // Whatever is an answer is an answer to something.
            let astray = read(text).filter(|answered| answered_request(text) != Some(answered.seq));
            none("answer", "is not to the request that it names", astray)?;
            survives_writing("answer", text, read, write_answer)?;
        }
    }
    // Requests as we write them name a decoder; a reader may take others, which nobody writes.
    let named = |text: &str| parse_request(text).filter(|request| is_name(&request.decoder));
    survives_writing("request", text, named, |request| {
        let mut line = String::new();
        write_request(&mut line, request.seq, &request.decoder, &request.input);
        line
    })
}

/// One call, two, and three with a reset.
const INPUTS: [&str; 3] = ["c3a9", "calls c3 .", "calls . ~ -"];

const OUTPUTS: [OutputKind; 5] =
    [OutputKind::None, OutputKind::Utf8, OutputKind::Utf16, OutputKind::Utf32, OutputKind::Count];

fn write_answer(answered: &ParsedAnswer) -> String {
    answer(answered.seq, &answered.response)
}

#[cfg(test)]
mod tests {
    use super::*;
    use illformed_judge::judge::Response;

    const LINES: [&str; 6] = [
        r#"{"decoder":"strict","api":"decode","kind":"strict","profile":"rfc3629","policy":"fatal","out":"utf8","at":"valid_up_to","bom":"keep","script":"none","cannot":"00ff","max_bytes":9,"refuses":"nul xml"}"#,
        r#"{"seq":7,"answer":"reject","at":1,"len":1,"out":"41"}"#,
        r#"{"seq":7,"answer":"accept","outs":"- 41"}"#,
        r#"{"seq":7,"answer":"skip","why":"too long"}"#,
        r#"{"seq":7,"answer":"fault","fault":"reads-past-end","why":"touches byte 1"}"#,
        r#"{"op":"decode","seq":1,"decoder":"strict","bytes":"c3a9"}"#,
    ];

    #[test]
    fn the_lines_of_the_contract_survive() {
        for line in LINES {
            assert_eq!(protocol_is_read_strictly(line.as_bytes()), Ok(()), "{line}");
        }
    }

    #[test]
    fn a_writer_of_answers_with_a_fault_is_seen() {
        let [bytes, ..] = INPUTS.map(|input| input.parse::<Input>().unwrap());
        let read = |text: &str| parse_answer(text, OutputKind::Utf8, &bytes).ok();
        let check = |write: fn(&ParsedAnswer) -> String| survives_writing("answer", LINES[1], read, write);
        assert_eq!(check(write_answer), Ok(()));
        let faulty: [fn(&ParsedAnswer) -> String; 3] = [
            |answered| answer(answered.seq + 1, &answered.response),
            |answered| answer(answered.seq, &Response::Skipped("nothing".to_owned())),
            |answered| write_answer(answered).replace("reject", "refuse"),
        ];
        for faulty in faulty {
            assert!(check(faulty).is_err());
        }
    }
}
