//! Text of some kind and length.

/// Characters of one to four bytes of which text is made.
pub(super) const FILLERS: [&str; 4] = ["A", "\u{E9}", "\u{20AC}", "\u{1F600}"];

/// Adds `len` bytes of the character of that number. What is left over is ASCII before it.
pub(super) fn push_text(input: &mut Vec<u8>, filler: usize, len: usize) {
    let filler = FILLERS[filler].as_bytes();
    let end = input.len() + len;
    input.resize(input.len() + len % filler.len(), b'A');
    if filler.len() == 1 {
        input.resize(end, filler[0]);
    }
    while input.len() < end {
        input.extend_from_slice(filler);
    }
}

#[cfg(test)]
mod tests {
    use super::{FILLERS, push_text};

    #[test]
    fn text_has_its_length_and_is_well_formed() {
        for filler in 0..FILLERS.len() {
            for len in 0..20 {
                let mut text = Vec::new();
                push_text(&mut text, filler, len);
                assert!(text.len() == len && str::from_utf8(&text).is_ok(), "{text:02X?}");
            }
        }
    }
}
