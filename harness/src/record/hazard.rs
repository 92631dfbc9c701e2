//! Text that an attacker wants and that a filter of the bytes before decoding does not see.

use illformed_vectors::Input;

/// What filters look for: parts of paths, scripts and addresses.
const HAZARDS: [&str; 4] = ["../", "..\\", "<script", "javascript:"];

/// The hazard in `text`, code points, that is not in the bytes of `input`: it came about by decoding, for instance since
/// ill-formed bytes between its characters were deleted (Unicode Technical Report 36, section 3.5).
pub(crate) fn made(input: &Input, text: &[u32]) -> Option<&'static str> {
    let bytes = input.bytes();
    // What is no character is no part of a hazard.
    let text: String =
        text.iter().map(|code| char::from_u32(*code).unwrap_or(char::REPLACEMENT_CHARACTER)).collect();
    HAZARDS.into_iter().find(|hazard| {
        text.contains(hazard) && !bytes.windows(hazard.len()).any(|window| window == hazard.as_bytes())
    })
}

#[cfg(test)]
mod tests {
    use super::made;
    use illformed_vectors::Input;

    #[test]
    fn what_only_the_decoded_text_has_was_made_by_decoding() {
        let text = |text: &str| text.chars().map(u32::from).collect::<Vec<_>>();
        for (bytes, decoded, expected) in [
            (&b".\xFF./"[..], "../", Some("../")),
            (b".\xFF./", ".\u{FFFD}./", None),
            (b"../", "../", None),
            (b"\xC0\xAE\xC0\xAE\xC0\xAF", "../", Some("../")),
            (b"<scr\x80ipt>", "<script>", Some("<script")),
        ] {
            assert_eq!(made(&Input::Bytes(bytes.to_vec()), &text(decoded)), expected, "{bytes:?}");
        }
        let escaped = [0x2E, 0xDCFF, 0x2E, 0x2F];
        assert_eq!(made(&Input::Bytes(b".\xFF./".to_vec()), &escaped), None);
    }
}
