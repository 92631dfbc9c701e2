//! What Rust's standard library reads in bytes.

use crate::oracle::Opinion;
use illformed_codec::{ErrorKind, Event, Profile};

/// The events as `[u8]::utf8_chunks` has them. It gives no reason for an error, so every error that is not an
/// incomplete end has the same kind here.
pub(crate) fn read(bytes: &[u8], profile: Profile) -> Option<Opinion> {
    if profile != Profile::Rfc3629 {
        return None;
    }
    let mut events = Vec::with_capacity(bytes.len());
    let mut at = 0;
    for chunk in bytes.utf8_chunks() {
        for scalar in chunk.valid().chars() {
            let len = scalar.len_utf8();
            events.push(Event::Code { value: scalar.into(), at, len });
            at += len;
        }
        let len = chunk.invalid().len();
        if len > 0 {
            let open = at + len == bytes.len()
                && str::from_utf8(&bytes[at..]).is_err_and(|error| error.error_len().is_none());
            let kind = if open { ErrorKind::Incomplete } else { ErrorKind::NeverValid };
            events.push(Event::Error { kind, at, len });
            at += len;
        }
    }
    Some(Opinion { events, decided_by: None, knows_kinds: false })
}
