//! All of them.

use crate::ask::kinds::Peer;

/// All peers of this build, ours first.
pub fn peers() -> Vec<Peer> {
    let mut peers = super::codec::peers();
    peers.extend(super::standard_library::peers());
    #[cfg(feature = "peers")]
    {
        peers.extend(super::encoding_rs::peers());
        peers.extend(super::serde_json::peers());
    }
    peers
}

/// Those of `kind`.
pub fn peers_of(kind: &str) -> Vec<Peer> {
    let mut peers = peers();
    peers.retain(|peer| peer.kind() == kind);
    peers
}
