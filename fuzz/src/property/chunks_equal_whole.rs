//! However the input is cut, the chunked decoder yields the events of the whole.

use crate::property::agreement::{PropertyOutcome, under_every_profile};
use crate::property::stream::{call, streams_are_whole};
use illformed_vectors::Call;

/// The last byte says where the others are cut: before each byte whose number modulo 8 is that of a bit that is set. An
/// empty chunk follows each cut. Returns when, under every profile, the chunked decoder yields the events of the whole
/// with the bytes that they cover, and what is pending after each chunk is exactly what more bytes could complete, from the
/// offset that it says.
pub fn chunks_equal_whole(bytes: &[u8]) -> PropertyOutcome {
    let fed =
        chunks(bytes).into_iter().flat_map(|chunk| [Call::Feed(chunk.to_vec()), Call::Feed(Vec::new())]);
    let calls: Vec<Call> = fed.chain([Call::Finish]).collect();
    under_every_profile(|profile| streams_are_whole(profile, &calls, call))
}

/// What `bytes` are read as: the chunks that are fed; none of no bytes.
pub fn chunks(bytes: &[u8]) -> Vec<&[u8]> {
    let (mut chunks, mut chunk_at) = (Vec::new(), 0);
    let Some((cuts, text)) = bytes.split_last() else { return chunks };
    for end in 1..=text.len() {
        if end == text.len() || cuts & (1 << (end % 8)) != 0 {
            chunks.push(&text[chunk_at..end]);
            chunk_at = end;
        }
    }
    chunks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_byte_says_where_the_others_are_cut() {
        assert_eq!(chunks(b""), [b""; 0]);
        assert_eq!(chunks(b"abcd\x00"), [b"abcd"]);
        assert_eq!(chunks(b"abcdefghij\x06"), [&b"a"[..], b"b", b"cdefghi", b"j"]);
    }

    #[test]
    fn every_cut_of_the_pairs_of_the_dialects_holds() {
        for cuts in 0..=u8::MAX {
            let bytes = [&b"\xED\xA0\x80\xED\xB0\x80\xED\xA0\x80\xED"[..], &[cuts]].concat();
            assert_eq!(chunks_equal_whole(&bytes), Ok(()), "{cuts:08b}");
        }
    }
}
