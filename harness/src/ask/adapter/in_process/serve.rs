//! Serves the decoders of this process to another one by protocol 1.

use crate::ask::adapter::in_process::session::response_to;
use crate::ask::protocol::wire::{Request, answer, introduction, parse_request};
use illformed_judge::claim::DecoderInfo;
use illformed_judge::in_process::InProcessDecoder;
use std::io::{self, BufRead, Write};

/// Speaks protocol 1 for the adapter `name`, which has these decoders, until the input ends. Each answer is written
/// before the next request is read, so that a decoder that ends the process does so at a known request. Fails when
/// `output` does, or at a line that is not a request or names no decoder.
pub fn serve(
    name: &str,
    decoders: &[InProcessDecoder],
    mut input: impl BufRead,
    mut output: impl Write,
) -> io::Result<()> {
    let mut infos: Vec<DecoderInfo> = decoders.iter().map(|decoder| decoder.info.clone()).collect();
    for info in infos.iter_mut().filter(|info| info.implementation.is_empty()) {
        "illformed".clone_into(&mut info.implementation);
        env!("CARGO_PKG_VERSION").clone_into(&mut info.version);
    }
    introduce(name, &infos.iter().collect::<Vec<_>>(), &mut input, &mut output)?;
    let mut line = String::new();
    while let Some(request) = next_request(&mut input, &mut line)? {
        let named = decoders.iter().find(|decoder| decoder.info.name == request.decoder);
        let decoder = named.ok_or_else(|| io::Error::other("no such decoder"))?;
        let response = response_to(decoder, &request.input);
        output.write_all((answer(request.seq, &response) + "\n").as_bytes())?;
        output.flush()?;
    }
    Ok(())
}

/// Answers hello, if it comes, with the introduction of the adapter `name` and its decoders.
pub(crate) fn introduce(
    name: &str,
    infos: &[&DecoderInfo],
    input: &mut impl BufRead,
    output: &mut impl Write,
) -> io::Result<()> {
    if input.read_line(&mut String::new())? > 0 {
        output.write_all(introduction(name, infos).as_bytes())?;
        output.flush()?;
    }
    Ok(())
}

/// The next request, which is read into `line`; `None` at the end of the input.
pub(crate) fn next_request(input: &mut impl BufRead, line: &mut String) -> io::Result<Option<Request>> {
    line.clear();
    if input.read_line(line)? == 0 {
        return Ok(None);
    }
    parse_request(line).map(Some).ok_or_else(|| io::Error::other("not a request"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use illformed_workshop::mutants::mutants;

    #[test]
    fn a_faulty_decoder_of_the_zoo_is_introduced_and_asked() {
        let named = mutants().into_iter().find(|mutant| mutant.name == "m10").expect("it is in the zoo");
        let witness = const_hex::encode(named.answer_witness.expect("it answers wrong"));
        let asked = |hex: &str| {
            let hello = "{\"op\":\"hello\",\"protocol\":1}\n";
            let request = format!(r#"{{"op":"decode","seq":7,"decoder":"m10","bytes":"{hex}"}}"#);
            let mut output = Vec::new();
            let input = format!("{hello}{request}\n");
            serve("zoo", &[named.decoder()], input.as_bytes(), &mut output).expect("it is a request");
            let lines: Vec<String> = String::from_utf8(output).unwrap().lines().map(str::to_owned).collect();
            lines
        };
        let lines = asked(&witness);
        assert_eq!(lines.len(), 3, "{lines:?}");
        assert!(
            lines[0].contains(r#""adapter":"zoo""#) && lines[1].contains(r#""decoder":"m10""#),
            "{lines:?}"
        );
        let right = named.without_fault();
        assert_ne!(
            right.pieces(&const_hex::decode(&witness).unwrap()),
            named.pieces(&const_hex::decode(&witness).unwrap())
        );
        assert!(lines[2].contains(r#""seq":7"#), "{lines:?}");
    }

    #[test]
    fn what_is_no_request_ends_it_with_an_error() {
        let hello = "{\"op\":\"hello\",\"protocol\":1}\n";
        for line in ["nonsense", r#"{"op":"decode","seq":1,"decoder":"gone","bytes":""}"#] {
            let input = format!("{hello}{line}\n");
            assert!(serve("zoo", &[], input.as_bytes(), Vec::new()).is_err(), "{line}");
        }
    }
}
