//! The bot's part in a fair deal: it commits to 32 bytes of its own before it can know the server's, and checks later.
//!
//! `docs/dealing.md` defines commitments and seeds.

use sha2::{Digest, Sha256};

/// What is published before the value is.
pub fn commitment(value: &[u8]) -> [u8; 32] {
    Sha256::new().chain_update("muggins/commit").chain_update(value).finalize().into()
}

/// The seed of a match; `entropies` has an item for each seat, empty where it gave none.
pub fn match_seed<E: AsRef<[u8]>>(server_seed: &[u8], entropies: &[E]) -> [u8; 32] {
    let mut hash = Sha256::new().chain_update("muggins/seed").chain_update(server_seed);
    for entropy in entropies {
        let given = entropy.as_ref();
        hash.update(if given.is_empty() { &[0; 32] } else { given });
    }
    hash.finalize().into()
}

/// What one match promised, as this seat saw it.
#[derive(Debug)]
pub struct FairDeal {
    /// The bot's seat.
    pub seat: usize,
    server_commitment: Vec<u8>,
    entropy: [u8; 32],
    shown: Vec<Vec<u8>>, // the commitments by seat, once the server has shown them
}

impl FairDeal {
    /// A match that begins; `entropy` is 32 random bytes.
    pub fn new(seat: usize, server_commitment: Vec<u8>, entropy: [u8; 32]) -> Self {
        FairDeal { seat, server_commitment, entropy, shown: Vec::new() }
    }

    /// This seat's own commitment.
    pub fn commitment(&self) -> [u8; 32] {
        commitment(&self.entropy)
    }

    /// Take the commitments that the server shows, by seat, and return what to reveal: nothing where another stands in
    /// our place, be it of a process of this bot before us, for to reveal what was not committed to is a fault.
    pub fn reveal(&mut self, commitments: Vec<Vec<u8>>) -> Vec<u8> {
        self.shown = commitments;
        if self.shows_ours() {
            self.entropy.to_vec()
        } else {
            Vec::new()
        }
    }

    /// What does not agree with the commitments, in words; empty when all is well.
    ///
    /// A seat may keep its entropy to itself, and then counts as zeros; what it reveals has to be what it committed to.
    pub fn broken_promises(&self, server_seed: &[u8], entropies: &[Vec<u8>]) -> Vec<String> {
        let mut broken = Vec::new();
        if commitment(server_seed)[..] != self.server_commitment {
            broken.push("the server's seed is not the one that it committed to".into());
        }
        if self.shown.is_empty() {
            return broken;
        }
        if !self.shows_ours() {
            broken.push("the server showed another commitment in place of ours".into());
        } else if entropies.get(self.seat).is_none_or(|used| used[..] != self.entropy) {
            broken.push("the server did not use the entropy that we revealed".into());
        }
        for (seat, (promised, entropy)) in self.shown.iter().zip(entropies).enumerate() {
            if seat != self.seat && !entropy.is_empty() && commitment(entropy)[..] != promised[..] {
                broken.push(format!("the entropy of seat {seat} is not the one that it committed to"));
            }
        }
        broken
    }

    fn shows_ours(&self) -> bool {
        self.shown.get(self.seat).is_some_and(|shown| shown[..] == self.commitment())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SERVER: [u8; 32] = [1; 32];
    const OURS: [u8; 32] = [2; 32];
    const THEIRS: [u8; 32] = [3; 32];

    fn deal(shown: [&[u8]; 2]) -> (FairDeal, Vec<u8>) {
        let mut deal = FairDeal::new(0, commitment(&SERVER).to_vec(), OURS);
        let revealed = deal.reveal(shown.map(|value| commitment(value).to_vec()).to_vec());
        (deal, revealed)
    }

    #[test]
    fn kept_promises() {
        let (deal, revealed) = deal([&OURS, &THEIRS]);
        assert_eq!(revealed, OURS);
        assert!(deal.broken_promises(&SERVER, &[OURS.to_vec(), THEIRS.to_vec()]).is_empty());
        assert!(deal.broken_promises(&SERVER, &[OURS.to_vec(), vec![]]).is_empty());
    }

    #[test]
    fn broken_promises() {
        let (deal, _) = deal([&OURS, &THEIRS]);
        let broken = |server: [u8; 32], ours: [u8; 32], theirs: [u8; 32]| {
            deal.broken_promises(&server, &[ours.to_vec(), theirs.to_vec()])
        };
        assert_eq!(broken(OURS, OURS, THEIRS), ["the server's seed is not the one that it committed to"]);
        assert_eq!(broken(SERVER, THEIRS, THEIRS), ["the server did not use the entropy that we revealed"]);
        assert_eq!(broken(SERVER, OURS, OURS), ["the entropy of seat 1 is not the one that it committed to"]);
    }

    #[test]
    fn an_exchanged_commitment_is_told_nothing() {
        let (deal, revealed) = deal([&THEIRS, &THEIRS]);
        assert!(revealed.is_empty());
        let broken = deal.broken_promises(&SERVER, &[vec![], THEIRS.to_vec()]);
        assert_eq!(broken, ["the server showed another commitment in place of ours"]);
    }
}
