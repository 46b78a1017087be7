import type { Services } from '#server/services';
import { forgetOld, type Share } from './idempotency-sql.ts';

/** What is kept of the requests of one caller: more than a client repeats, and little to store. */
const KEPT: Share = { rows: 20_000, bytes: 5_000_000 };
/** What one caller may add before it is looked at again. */
const UNSEEN: Share = { rows: 200, bytes: 1_000_000 };
/** Callers whose additions are counted here; who is forgotten starts again at zero. */
const MAX_CALLERS = 10_000;

/** Keeps the replies to Idempotency-Keys within a share for each caller. Every process counts what it adds itself. */
export class KeptReplies {
  readonly #kept: Share;
  readonly #unseen: Share;
  readonly #added = new Map<string, Share>();

  constructor({ kept = KEPT, unseen = UNSEEN } = {}) {
    this.#kept = kept;
    this.#unseen = unseen;
  }

  /** Told of every reply that was kept. Lets the oldest of the caller go: first the replies, far later that there were requests. */
  async add({ db }: Pick<Services, 'db'>, caller: string, bytes: number): Promise<void> {
    const before = this.#added.get(caller) ?? { rows: 0, bytes: 0 };
    const added = { rows: before.rows + 1, bytes: before.bytes + bytes };
    const isDue = added.rows >= this.#unseen.rows || added.bytes >= this.#unseen.bytes;
    this.#added.delete(caller);
    if (!isDue) {
      if (this.#added.size >= MAX_CALLERS) this.#added.clear();
      this.#added.set(caller, added);
      return;
    }
    await forgetOld(db, caller, this.#kept);
  }
}
