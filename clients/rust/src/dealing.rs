//! How a match's seed deals, as `docs/dealing.md` lays down, so that a bot can deal a finished match again.

use sha2::{Digest, Sha256};

/// The first `count` of `size` pieces (28 tiles or 52 cards), as places in the written order of their set, that `seed`
/// deals under `label`, such as "deal/1/1".
pub fn shuffle(seed: &[u8], label: &str, size: usize, count: usize) -> Vec<usize> {
    let mut pieces: Vec<usize> = (0..size).collect();
    let mut bytes = bytes(seed, label);
    for place in 0..count {
        let left = size - place;
        let limit = 256 - 256 % left; // at and above it a byte would favour the first pieces
        let byte = bytes.find(|&byte| usize::from(byte) < limit).expect("the bytes have no end");
        pieces.swap(place, place + usize::from(byte) % left);
    }
    pieces.truncate(count);
    pieces
}

/// The endless bytes of a label.
fn bytes<'a>(seed: &'a [u8], label: &'a str) -> impl Iterator<Item = u8> + 'a {
    (0_u32..).flat_map(move |counter| {
        let block = Sha256::new().chain_update("muggins/1").chain_update(seed).chain_update(label);
        block.chain_update(counter.to_be_bytes()).finalize()
    })
}
