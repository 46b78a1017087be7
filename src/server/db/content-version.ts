import type { Transaction } from 'kysely';
import { notify } from './notify.ts';
import type { DB } from './types.ts';

/** The channel on which every process hears that public content changed. */
const CONTENT_CHANNEL = 'content';

/** Notes that public content changed; every process is notified when the transaction commits, and not at all if it does not. */
export async function touchContent(trx: Transaction<DB>): Promise<void> {
  await notify(trx, CONTENT_CHANNEL);
}

/** Counts the changes of public content that this process heard of, and notifies those who keep something made from it. */
export class ContentVersion {
  #current = 0;
  readonly #listeners = new Set<() => void>();

  /** What is made from content read before this number changed must not be kept. */
  get current(): number {
    return this.#current;
  }

  /** Answers how to unsubscribe. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  bump(): void {
    this.#current += 1;
    for (const listener of this.#listeners) listener();
  }
}
