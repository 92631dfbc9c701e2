//! Bytes as hexadecimal digits, two a byte.

/// The lower-case digits of `bytes`.
///
/// ```
/// assert_eq!(illformed_vectors::hex::encode(b"\xC0\xAF"), "c0af");
/// ```
pub fn encode(bytes: impl AsRef<[u8]>) -> String {
    written(bytes.as_ref(), b"0123456789abcdef")
}

/// The upper-case digits of `bytes`.
pub fn encode_upper(bytes: impl AsRef<[u8]>) -> String {
    written(bytes.as_ref(), b"0123456789ABCDEF")
}

fn written(bytes: &[u8], digits: &[u8; 16]) -> String {
    let mut text = String::with_capacity(2 * bytes.len());
    for byte in bytes {
        text.push(char::from(digits[usize::from(byte >> 4)]));
        text.push(char::from(digits[usize::from(byte & 0xF)]));
    }
    text
}

/// The bytes that `digits` write, upper or lower case; `None` if there is anything else in it, or an odd number of digits.
///
/// ```
/// use illformed_vectors::hex::decode;
///
/// assert_eq!(decode("c0AF"), Some(vec![0xC0, 0xAF]));
/// assert_eq!(decode(""), Some(Vec::new()));
/// assert_eq!([decode("c"), decode("0xc0"), decode("c0 af")], [None, None, None]);
/// ```
pub fn decode(digits: &str) -> Option<Vec<u8>> {
    let (pairs, rest) = digits.as_bytes().as_chunks();
    let value = |digit: u8| char::from(digit).to_digit(16);
    let byte = |[high, low]: &[u8; 2]| Some((value(*high)? << 4 | value(*low)?) as u8);
    if rest.is_empty() { pairs.iter().map(byte).collect() } else { None }
}
