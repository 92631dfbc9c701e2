//! Whether a text has for the bytes of errors what a policy puts in their place.

use crate::cause::comparison::Comparison;
use crate::cause::segment::{Segment, char_len};
use crate::expected::{replaced_text, text};
use illformed_codec::{Policy, Profile, decode_lossy};

/// The policies that put one code in the place of each byte, first those that give it a character.
const BYTEWISE: &[Policy] = &[Policy::Latin1, Policy::Cp1252, Policy::Utf8b, Policy::PerByte];

impl Comparison<'_> {
    /// Whether some policy yields the text, or for each byte of an error one of those that replace each byte.
    pub(super) fn follows_a_policy(&self) -> bool {
        let Segment { events, profile, claim, .. } = self.segment;
        let policies = Policy::ALL.iter().copied().filter(|policy| *policy != Policy::Fatal);
        let is_yielded = policies.into_iter().any(|policy| {
            let text = replaced_text(events, *profile, claim, policy);
            text.and_then(|text| text.units()).is_some_and(|units| units == self.observed)
        });
        is_yielded || self.is_of_bytes(false)
    }

    /// Whether each byte of an error is to become a character.
    pub(super) fn claims_characters(&self) -> bool {
        matches!(self.segment.claim.policy(), Some(Policy::Latin1 | Policy::Cp1252 | Policy::Utf8b))
    }

    /// Whether the bytes of an error bring well-formed characters along: the text has for each byte of both a character.
    pub(super) fn decodes_bytes(&self) -> bool {
        self.segment.characters().any(|piece| piece.event.len() > 1) && self.is_of_bytes(true)
    }

    /// Whether the text has for each byte of an error what some policy puts in its place, or one replacement for all of them, or, if
    /// the decoder claims that, some character; with `whole` for each byte of a well-formed character too, but not U+FFFD.
    pub(super) fn is_of_bytes(&self, whole: bool) -> bool {
        let Segment { events, claim, .. } = self.segment;
        let takes_any = !whole && self.claims_characters();
        let mut rest = self.observed.as_slice();
        for piece in &self.segment.pieces {
            let is_replaced = piece.is_error || whole && piece.event.len() > 1;
            if !is_replaced {
                let Some(left) = rest.strip_prefix(piece.units().as_slice()) else { return false };
                rest = left;
                continue;
            }
            let bytes = &events.bytes[piece.event.at()..piece.event.end()];
            let policies = if piece.is_error { BYTEWISE } else { &BYTEWISE[..2] };
            let each = bytes.iter().try_fold(rest, |rest, byte| {
                let left = policies.iter().find_map(|policy| {
                    let codes = decode_lossy(std::slice::from_ref(byte), Profile::Rfc3629, *policy);
                    let text = text(&codes.collect::<Vec<_>>(), Profile::Rfc3629, claim.out())?;
                    rest.strip_prefix(text.units()?.as_slice())
                });
                let any = || rest.get(char_len(*rest.first()?, claim.out())..);
                left.or_else(|| any().filter(|_| takes_any))
            });
            // One for all of them, as at the end of the input alone.
            let one = || rest.split_first().filter(|(unit, _)| !whole && self.is_replacement(**unit));
            let Some(left) = each.or_else(|| one().map(|(_, left)| left)) else { return false };
            rest = left;
        }
        rest.is_empty()
    }
}
