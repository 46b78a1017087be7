import type { Viewer } from '#domain/access/viewer';
import type { Db } from '#server/db/client';
import type { ViewerChanges } from '#server/db/connections/viewer-changes';
import {
  renewSession,
  renewSessions,
  type SessionRow,
  type SessionUse,
  sessionLookup,
} from './session-sql.ts';

/** Sessions that are kept; those that nobody used longest give way. */
const MAX_KEPT = 8000;
/** How long uses of sessions are collected until they are written down together. */
const WRITE_AFTER_MS = 500;

/** A session with its owner, and who that makes the caller. */
export interface KeptSession {
  readonly row: SessionRow;
  /** Undefined until somebody asked; another one when a paid tier has ended. */
  viewer?: Viewer;
}

/**
 * Sessions that this process looked up, by the hash of their token, until anything about them or their owner changes in any
 * process. Support sessions are not kept: they hang on another session.
 */
class KeptSessions {
  readonly #changes: ViewerChanges;
  readonly #entries = new Map<string, KeptSession>();
  readonly #uses = new Map<string, SessionUse>();
  /** The tokens of each person; one alone, as most have, without a set, which would take four times as much. */
  readonly #tokensOf = new Map<string, string | Set<string>>();
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

  /** A session that lives on, known here at once and to the others in a moment; its owner is who they were. */
  renew(entry: KeptSession, use: SessionUse, db: Db): void {
    const { row } = entry;
    if (this.#entries.get(row.token) === entry)
      this.#entries.set(row.token, {
        ...entry,
        row: { ...row, expires_at: use.expires, updated_at: use.now },
      });
    if (this.#uses.size === 0) setTimeout(() => this.#write(db), WRITE_AFTER_MS);
    this.#uses.set(use.id, use);
  }

  #write(db: Db): void {
    const uses = [...this.#uses.values()];
    this.#uses.clear();
    // While the database is away they are only used here; the next use tries again.
    renewSessions(db, uses).catch(() => undefined);
  }

  #keep(token: string, entry: KeptSession): void {
    const person = entry.row.user_id;
    this.#entries.set(token, entry);
    const known = this.#tokensOf.get(person) ?? token;
    if (known === token) this.#tokensOf.set(person, token);
    else this.#tokensOf.set(person, (typeof known === 'string' ? new Set([known]) : known).add(token));
    const [oldest] = this.#entries;
    if (this.#entries.size <= MAX_KEPT || !oldest) return;
    const [oldToken, { row }] = oldest;
    this.#entries.delete(oldToken);
    const tokens = this.#tokensOf.get(row.user_id);
    if (typeof tokens === 'object') tokens.delete(oldToken);
    if (tokens === oldToken || (typeof tokens === 'object' && tokens.size === 0))
      this.#tokensOf.delete(row.user_id);
  }

  #forget(person: string | null): void {
    this.#changed += 1;
    if (person === null) {
      this.#entries.clear();
      this.#tokensOf.clear();
      return;
    }
    const tokens = this.#tokensOf.get(person) ?? [];
    for (const token of typeof tokens === 'string' ? [tokens] : tokens) this.#entries.delete(token);
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

/** Writes down that a session that was found is used: at once, or within a moment where it is kept. */
export async function noteUse(db: Db, session: KeptSession, use: SessionUse): Promise<void> {
  const kept = keptOf.get(db);
  if (kept) kept.renew(session, use, db);
  else await renewSession(db, use);
}
