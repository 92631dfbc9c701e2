//! What we write.

use illformed_vectors::Input;
use std::fmt::Write;

/// The version of the protocol.
pub const VERSION: u32 = 1;

/// The first line.
pub fn hello_request() -> String {
    format!("{{\"op\":\"hello\",\"protocol\":{VERSION}}}\n")
}

/// Appends the line that asks `decoder` for `input`. The keys stand in the contract's order without spaces. A decoder's
/// name has no character that JSON escapes.
pub fn write_request(line: &mut String, seq: u64, decoder: &str, input: &Input) {
    // Writing into a String cannot fail.
    let _ = match input {
        Input::Bytes(bytes) => writeln!(
            line,
            "{{\"op\":\"decode\",\"seq\":{seq},\"decoder\":\"{decoder}\",\"bytes\":\"{}\"}}",
            const_hex::encode(bytes)
        ),
        Input::Calls(script) => {
            writeln!(
                line,
                "{{\"op\":\"script\",\"seq\":{seq},\"decoder\":\"{decoder}\",\"calls\":\"{script}\"}}"
            )
        }
    };
}
