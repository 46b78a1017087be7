import type { Viewer } from '#domain/access/viewer';
import type { Db } from '#server/db/client';
import type { ViewerChanges } from '#server/db/connections/viewer-changes';
import { type SessionRow, sessionLookup } from './session-sql.ts';

/** Sessions that are kept; those that nobody used longest give way. */
const MAX_KEPT = 8000;

/** A session with its owner, and who that makes the caller. */
export interface KeptSession {
  readonly row: SessionRow;
  /** Undefined until somebody asked, and where it is another one by the hour. */
  viewer?: Viewer;
}

/**
 * Sessions that this process looked up, by the hash of their token, until anything about them or their owner changes in any
 * process. Support sessions are not kept: they hang on another session.
 */
class KeptSessions {
  readonly #changes: ViewerChanges;
  readonly #entries = new Map<string, KeptSession>();
  readonly #tokensOf = new Map<string, Set<string>>();
  /** What was begun to be read before a change must not be kept. */
  #changed = 0;

  constructor(changes: ViewerChanges) {
    this.#changes = changes;
    changes.onChange((person) => this.#forget(person));
  }

  find(token: string): KeptSession | undefined {
    const entry = this.#changes.isFresh() ? this.#entries.get(token) : undefined;
    if (!entry) return undefined;
    this.#entries.delete(token);
    this.#entries.set(token, entry);
    return entry;
  }

  /** Reads a session, and keeps it unless it may have changed meanwhile. */
  async read(token: string, db: Db): Promise<KeptSession | undefined> {
    const begun = this.#changed;
    const wasFresh = this.#changes.isFresh();
    const row = await sessionLookup(db)(token);
    if (!row) return undefined;
    const entry: KeptSession = { row };
    if (wasFresh && this.#changes.isFresh() && begun === this.#changed && row.support_from === null)
      this.#keep(token, entry);
    return entry;
  }

  /** A session that lives on; its owner is who they were. */
  renew(entry: KeptSession, token: string, row: SessionRow): void {
    if (this.#entries.get(token) === entry) this.#entries.set(token, { ...entry, row });
  }

  #keep(token: string, entry: KeptSession): void {
    const person = entry.row.user_id;
    this.#entries.set(token, entry);
    this.#tokensOf.set(person, (this.#tokensOf.get(person) ?? new Set()).add(token));
    const [oldest] = this.#entries;
    if (this.#entries.size <= MAX_KEPT || !oldest) return;
    const [oldToken, { row }] = oldest;
    this.#entries.delete(oldToken);
    const tokens = this.#tokensOf.get(row.user_id);
    tokens?.delete(oldToken);
    if (tokens?.size === 0) this.#tokensOf.delete(row.user_id);
  }

  #forget(person: string | null): void {
    this.#changed += 1;
    if (person === null) {
      this.#entries.clear();
      this.#tokensOf.clear();
      return;
    }
    for (const token of this.#tokensOf.get(person) ?? []) this.#entries.delete(token);
    this.#tokensOf.delete(person);
  }
}

const keptOf = new WeakMap<Db, KeptSessions>();

/** From now on, sessions of this database are kept in memory. `changes` hears of every change before its maker is answered. */
export function keepSessions(db: Db, changes: ViewerChanges): void {
  keptOf.set(db, new KeptSessions(changes));
}

/** The session of a token; nothing when there is none, or its owner is disabled. `isCertain` asks the database in any case. */
export async function findSession(
  db: Db,
  token: string,
  isCertain = false,
): Promise<KeptSession | undefined> {
  const kept = keptOf.get(db);
  if (kept) return (isCertain ? undefined : kept.find(token)) ?? kept.read(token, db);
  const row = await sessionLookup(db)(token);
  return row && { row };
}

/** Says that a session that was found lives longer. */
export function renewKept(db: Db, entry: KeptSession, row: SessionRow): void {
  keptOf.get(db)?.renew(entry, row.token, row);
}
