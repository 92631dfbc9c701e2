//! An adapter for illformed. Rust 1.80 or newer, standard library only.
//!
//! It reads a request a line and writes an answer a line. Change what is marked EDIT, and leave the rest as it is.

use std::io::{self, BufRead, Write};

/// What your decoder says of ill-formed bytes. EDIT: `at` is `None` if the API does not say where they begin.
struct IllFormed {
    at: Option<usize>,
}

/// EDIT: gives the bytes to your decoder and returns its text.
fn strict(bytes: &[u8]) -> Result<String, IllFormed> {
    std::str::from_utf8(bytes).map(str::to_owned).map_err(|error| IllFormed { at: Some(error.valid_up_to()) })
}

/// EDIT: another decoder, as many as you have.
fn lossy(bytes: &[u8]) -> Result<String, IllFormed> {
    Ok(String::from_utf8_lossy(bytes).into_owned())
}

/// EDIT if a decoder takes chunks, and say so under `script` below. Each call returns the text that it puts out.
trait Stream {
    fn feed(&mut self, chunk: &[u8]) -> Result<String, IllFormed>;
    fn finish(&mut self) -> Result<String, IllFormed>;
    fn reset(&mut self) -> Result<String, IllFormed>;
}

/// The standard library has no such decoder; `error_len` is its means to make one.
#[derive(Default)]
struct StrictStream {
    /// The beginning of a character whose end was not fed yet.
    held: Vec<u8>,
    consumed: usize,
}

impl Stream for StrictStream {
    fn feed(&mut self, chunk: &[u8]) -> Result<String, IllFormed> {
        self.held.extend_from_slice(chunk);
        let whole = match std::str::from_utf8(&self.held) {
            Ok(_) => self.held.len(),
            Err(error) if error.error_len().is_none() => error.valid_up_to(),
            Err(error) => return Err(IllFormed { at: Some(self.consumed + error.valid_up_to()) }),
        };
        self.consumed += whole;
        let rest = self.held.split_off(whole);
        strict(&std::mem::replace(&mut self.held, rest))
    }

    fn finish(&mut self) -> Result<String, IllFormed> {
        if self.held.is_empty() { Ok(String::new()) } else { Err(IllFormed { at: Some(self.consumed) }) }
    }

    fn reset(&mut self) -> Result<String, IllFormed> {
        *self = Self::default();
        Ok(String::new())
    }
}

struct Decoder {
    name: &'static str,
    claim: &'static str,
    decode: fn(&[u8]) -> Result<String, IllFormed>,
    /// `None` if it takes no chunks.
    stream: Option<fn() -> Box<dyn Stream>>,
}

/// EDIT: your decoders, and what the documentation of each promises. `illformed adapter contract` explains each word.
const DECODERS: &[Decoder] = &[
    Decoder {
        name: "strict",
        claim: concat!(
            r#""api":"str::from_utf8","kind":"strict","profile":"rfc3629","policy":"fatal","#,
            r#""out":"utf32","at":"valid_up_to","bom":"keep","script":"none""#
        ),
        decode: strict,
        stream: Some(|| Box::<StrictStream>::default()),
    },
    Decoder {
        name: "lossy",
        claim: concat!(
            r#""api":"String::from_utf8_lossy","kind":"lossy","profile":"rfc3629","policy":"maximal-subpart","#,
            r#""out":"utf32","at":"none","bom":"keep","script":"none""#
        ),
        decode: lossy,
        stream: None,
    },
];

/// EDIT: whose decoders they are.
const ADAPTER: &str = r#""adapter":"mine","protocol":1,"implementation":"Rust std","version":"unknown""#;

fn introduction() -> String {
    let line = |decoder: &Decoder| format!("\n{{\"decoder\":\"{}\",{}}}", decoder.name, decoder.claim);
    let decoders = DECODERS.iter().map(line);
    format!("{{{ADAPTER},\"decoders\":{}}}{}", DECODERS.len(), decoders.collect::<String>())
}

fn to_hex(text: &str) -> String {
    text.chars().map(|code| format!("{:08x}", u32::from(code))).collect()
}

fn from_hex(hex: &str) -> Vec<u8> {
    let digit = |digit: u8| (digit as char).to_digit(16).expect("requests are well-formed") as u8;
    hex.as_bytes().chunks(2).map(|pair| digit(pair[0]) << 4 | digit(pair[1])).collect()
}

fn place(error: &IllFormed) -> String {
    error.at.map_or(String::new(), |at| format!(",\"at\":{at}"))
}

fn answer_decode(seq: &str, bytes: &str, decoder: &Decoder) -> String {
    match (decoder.decode)(&from_hex(bytes)) {
        Ok(text) => format!("{{\"seq\":{seq},\"answer\":\"accept\",\"out\":\"{}\"}}", to_hex(&text)),
        Err(error) => format!("{{\"seq\":{seq},\"answer\":\"reject\"{}}}", place(&error)),
    }
}

fn answer_script(seq: &str, calls: &str, mut stream: Box<dyn Stream>) -> String {
    let (mut outs, mut failed) = (Vec::new(), false);
    let mut answer = "\"accept\"".to_owned();
    for (number, call) in calls.split(' ').enumerate() {
        if failed && call != "~" {
            outs.push("x".to_owned()); // After an error nothing is called until the next reset.
            continue;
        }
        let text = match call {
            "~" => stream.reset(),
            "." => stream.finish(),
            "-" => stream.feed(&[]),
            hex => stream.feed(&from_hex(hex)),
        };
        failed = text.is_err();
        match text {
            Ok(text) if text.is_empty() => outs.push("-".to_owned()),
            Ok(text) => outs.push(to_hex(&text)),
            Err(error) => {
                outs.push("!".to_owned());
                if answer == "\"accept\"" {
                    answer = format!("\"reject\",\"call\":{number}{}", place(&error));
                }
            }
        }
    }
    format!("{{\"seq\":{seq},\"answer\":{answer},\"outs\":\"{}\"}}", outs.join(" "))
}

/// The value of a key. Requests have no spaces and no escapes, so that no JSON library is needed.
fn value<'a>(line: &'a str, key: &str) -> &'a str {
    let from = line.find(&format!("\"{key}\":")).expect("requests are well-formed") + key.len() + 3;
    line[from..].trim_start_matches('"').split(['"', ',', '}']).next().unwrap_or_default()
}

fn answer(line: &str) -> String {
    if value(line, "op") == "hello" {
        return introduction();
    }
    let (seq, name) = (value(line, "seq"), value(line, "decoder"));
    let decoder = DECODERS.iter().find(|decoder| decoder.name == name).expect("only what is introduced is asked");
    if value(line, "op") == "decode" {
        return answer_decode(seq, value(line, "bytes"), decoder);
    }
    answer_script(seq, value(line, "calls"), decoder.stream.expect("it claims to take chunks")())
}

fn main() -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        writeln!(stdout, "{}", answer(&line?))?;
        stdout.flush()?;
    }
    Ok(())
}
