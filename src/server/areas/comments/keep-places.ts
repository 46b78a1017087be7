import type { Db } from '#server/db/client';
import type { ViewerChanges } from '#server/db/connections/viewer-changes';
import type { CommentPlace } from './comment-place.ts';

/** Courses and posts that are kept; those that were read first give way. */
const MAX_KEPT = 500;
/** What a process changed that ended before it could tell is seen after so long at the latest. */
const LONGEST_MS = 60_000;

interface Entry {
  /** Undefined while it is read: what changes meanwhile takes it away. */
  place?: CommentPlace;
  readonly readAt: number;
}

/**
 * Where comments stand, until anything about courses changes: only while this process keeps alone, as dashboards are
 * (decision 178). Whoever changes a course is answered when it is forgotten here.
 */
class KeptPlaces {
  readonly #changes: ViewerChanges | undefined;
  readonly #entries = new Map<string, Entry>();

  constructor(changes?: ViewerChanges) {
    this.#changes = changes;
    changes?.onShown((_, person) => {
      if (person === null) this.#entries.clear();
    });
  }

  /** The place that is kept, or what `ask` answers, which is kept unless it may have changed meanwhile. */
  async find(
    courseId: string,
    ask: () => Promise<CommentPlace | undefined>,
  ): Promise<CommentPlace | undefined> {
    if (!this.#changes?.isAlone()) return ask();
    const known = this.#entries.get(courseId);
    const readAt = performance.now();
    if (known?.place && readAt - known.readAt < LONGEST_MS) return known.place;
    const entry: Entry = { readAt };
    this.#entries.set(courseId, entry);
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > MAX_KEPT && oldest !== undefined) this.#entries.delete(oldest);
    const place = await ask();
    if (place) entry.place = place;
    return place;
  }
}

const keptOf = new WeakMap<Db, KeptPlaces>();
const NOTHING_KEPT = new KeptPlaces();

/** From now on, places of comments of this database are kept in memory. */
export function keepPlaces(db: Db, changes: ViewerChanges): void {
  keptOf.set(db, new KeptPlaces(changes));
}

export function keptPlaces(db: Db): KeptPlaces {
  return keptOf.get(db) ?? NOTHING_KEPT;
}
