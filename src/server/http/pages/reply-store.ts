import type { ContentVersion } from '#server/db/content-version';
import type { PreparedReply } from './prepared-reply.ts';

const MAX_BYTES = 24 * 1024 * 1024;
/** No single reply takes the room of the others, unless who fills it says so. */
const MOST_BYTES = MAX_BYTES / 20;
const MAX_ENTRIES = 5000;
const LONGEST_KEY = 400;

/** Makes the reply for a key; null when it must not be kept. */
type Fill<Made> = () => Promise<{ made: Made; keep: PreparedReply | null }>;

/**
 * Replies made from public content. Emptied whenever content changes; what was started before a change is not kept, since
 * it may have read the state before it. The least recently used go when there is no more room.
 */
export class ReplyStore {
  readonly #entries = new Map<string, PreparedReply>();
  readonly #filling = new Map<string, Promise<unknown>>();
  readonly #version: ContentVersion;
  readonly #isConnected: () => boolean;
  #bytes = 0;

  /** `isConnected`: whether we hear of changes; while we do not, nothing is kept and nothing kept is trusted. */
  constructor(version: ContentVersion, isConnected: () => boolean) {
    this.#version = version;
    this.#isConnected = isConnected;
    version.onChange(() => this.clear());
  }

  get size(): number {
    return this.#entries.size;
  }

  find(key: string): PreparedReply | undefined {
    return this.#isConnected() ? this.findStale(key) : undefined;
  }

  /** Also while we are not notified of changes: better than nothing when the database is away. */
  findStale(key: string): PreparedReply | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry;
  }

  /** Runs `fill` once for all who ask for the key at the same time, and keeps what it made, up to `mostBytes`. */
  fill<Made>(key: string, fill: Fill<Made>, mostBytes = MOST_BYTES): Promise<Made> {
    const shared = `${this.#version.current} ${key}`;
    const running = this.#filling.get(shared);
    if (running) return running as Promise<Made>;
    const promise = this.#run(key, fill, mostBytes).finally(() => this.#filling.delete(shared));
    this.#filling.set(shared, promise);
    return promise;
  }

  clear(): void {
    this.#entries.clear();
    this.#bytes = 0;
  }

  async #run<Made>(key: string, fill: Fill<Made>, mostBytes: number): Promise<Made> {
    const version = this.#version.current;
    const wasConnected = this.#isConnected();
    const { keep, made } = await fill();
    if (keep && wasConnected && this.#isConnected() && version === this.#version.current)
      this.#keep(key, keep, mostBytes);
    return made;
  }

  #keep(key: string, reply: PreparedReply, mostBytes: number): void {
    if (key.length > LONGEST_KEY || reply.bytes > mostBytes) return;
    this.#bytes += reply.bytes - (this.#entries.get(key)?.bytes ?? 0);
    this.#entries.set(key, reply);
    for (const [oldest, { bytes }] of this.#entries) {
      if (this.#bytes <= MAX_BYTES && this.#entries.size <= MAX_ENTRIES) return;
      this.#entries.delete(oldest);
      this.#bytes -= bytes;
    }
  }
}
