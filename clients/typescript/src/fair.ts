/**
 * The bot's part in a fair deal: it commits to 32 bytes of its own before it can know the server's, and checks later
 * that both were used.  docs/dealing.md of the server has the definitions.
 */

import { createHash } from "node:crypto";

/** The length of an entropy, a seed and a commitment, in bytes. */
export const SIZE = 32;

function sha256(...parts: (string | Uint8Array)[]): Buffer {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
}

/** What is published before the value is: SHA-256("muggins/commit" || value). */
export function commitment(value: Uint8Array): Buffer {
  return sha256("muggins/commit", value);
}

/** SHA-256("muggins/seed" || the server's 32 bytes || each seat's 32 bytes, zeros where it gave none). */
export function matchSeed(server: Uint8Array, entropies: readonly Uint8Array[]): Buffer {
  const given = entropies.map((entropy) => (entropy.length > 0 ? entropy : new Uint8Array(SIZE)));
  return sha256("muggins/seed", server, ...given);
}

/** What one match promised, as this seat saw it. */
export class FairDeal {
  /** By seat, once the server has shown them. */
  commitments: readonly Uint8Array[] | undefined;

  constructor(
    readonly seat: number,
    readonly serverCommitment: Uint8Array,
    readonly entropy: Uint8Array,
  ) {}

  /** This seat's own commitment. */
  get commitment(): Buffer {
    return commitment(this.entropy);
  }

  /** Whether the server has shown our own commitment as ours; only then may the entropy be revealed. */
  get shown(): boolean {
    return same(this.commitment, this.commitments?.[this.seat]);
  }

  /**
   * What does not agree with the commitments, in words; empty when all is well.
   *
   * A seat may keep its entropy to itself, and then counts as zeros; what it reveals has to be what it committed to.
   */
  brokenPromises(serverSeed: Uint8Array, entropies: readonly Uint8Array[]): string[] {
    const broken: string[] = [];
    if (!same(commitment(serverSeed), this.serverCommitment)) {
      broken.push("the server's seed is not the one that it committed to");
    }
    if (this.commitments === undefined) return broken;
    if (!this.shown) {
      broken.push("the server showed another commitment in place of ours");
    } else if (!same(this.entropy, entropies[this.seat])) {
      broken.push("the server did not use the entropy that we revealed");
    }
    for (const [seat, promised] of this.commitments.entries()) {
      const entropy = entropies[seat];
      if (seat !== this.seat && entropy?.length && !same(commitment(entropy), promised)) {
        broken.push(`the entropy of seat ${seat} is not the one that it committed to`);
      }
    }
    return broken;
  }
}

function same(ours: Uint8Array, theirs: Uint8Array | undefined): boolean {
  return theirs !== undefined && Buffer.compare(ours, theirs) === 0;
}

/**
 * The first `count` of `size` pieces that a match's seed deals under a label such as "deal/1/1"; pieces are places in
 * the written order of their set.
 */
export function shuffle(seed: Uint8Array, label: string, size: number, count: number): number[] {
  const pieces = Array.from({ length: size }, (_, piece) => piece);
  const source = stream(seed, label);
  for (let i = 0; i < count; i++) {
    const remaining = size - i;
    const limit = 256 - (256 % remaining);
    let byte = limit;
    while (byte >= limit) byte = source.next().value;
    const j = i + (byte % remaining);
    [pieces[i], pieces[j]] = [pieces[j]!, pieces[i]!];
  }
  return pieces.slice(0, count);
}

/** The endless bytes of a label: SHA-256("muggins/1" || seed || label || counter) for each counter, big-endian. */
function* stream(seed: Uint8Array, label: string): Generator<number, never> {
  const counter = Buffer.alloc(4);
  for (let block = 0; ; block++) {
    counter.writeUInt32BE(block);
    yield* sha256("muggins/1", seed, label, counter);
  }
}
