/**
 * Pauses between attempts to connect: each is drawn from 0 to a ceiling, which doubles from `first` to `most` ms.
 *
 * Full jitter keeps bots that lost one server from all coming back in the same instant.
 */
export class Backoff {
  #ceiling: number;

  constructor(
    readonly first = 200,
    readonly most = 20_000,
    readonly stable = 5_000,
    private readonly random: () => number = Math.random,
  ) {
    this.#ceiling = first;
  }

  /** Milliseconds to wait before the next attempt. */
  pause(): number {
    const ceiling = this.#ceiling;
    this.#ceiling = Math.min(2 * ceiling, this.most);
    return this.random() * ceiling;
  }

  /** Tell how long a session lasted: a stable one starts the pauses again from the first. */
  lasted(session: number): void {
    if (session >= this.stable) this.#ceiling = this.first;
  }
}
