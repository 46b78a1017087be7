import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '#server/platform/log';
import { dropConnection, processIdOf, receivedBytesOf, whenReached } from './client-internals.ts';

/** A connection of the pool. */
export interface WatchedClient extends pg.ClientBase {
  /** When the statement in hand was sent, by `performance.now()`; undefined: none is. */
  waitingSince(): number | undefined;
}

export interface ConnectionWatchOptions {
  readonly connection: pg.ClientConfig;
  readonly log: Log;
  /** Whether a pooler stands between: then the server knows our connections by other numbers. */
  readonly isPooled: boolean;
  readonly clients: () => Iterable<WatchedClient>;
}

const TICK_MS = 500;
/** A statement without an answer for so long is looked into. */
const SUSPECT_MS = 1500;
const ANSWER_WITHIN_MS = 1500;
/** So many looks in a row have to come to the same before a statement is given up. */
const LOOKS = 2;
/** A server that takes connections and says nothing may be busy: it has so many turns to say anything, on any connection. */
const SILENT_TURNS = 16;
/** Turns of our own loop are counted: what arrived while the whole process stood still is heard first. */
const TURN_MS = 250;

interface Session {
  readonly pid: number;
  readonly state: string | null;
}

/**
 * Finds connections that are dead without a word, such as after a failover: over those, a statement would wait for a quarter
 * of an hour. Asked on a new connection, the server tells whether it works on the statement. One that it never got, and one
 * that waits while the server cannot be reached at all, fails, as if the connection had been cut; a long statement goes on.
 */
export class ConnectionWatch {
  readonly #options: ConnectionWatchOptions;
  readonly #timer: NodeJS.Timeout;
  /** How often a statement, known by its time, was found without anybody working on it. */
  #found = new Map<number, number>();
  #isLooking = false;
  #isAway = false;

  constructor(options: ConnectionWatchOptions) {
    this.#options = options;
    this.#timer = setInterval(() => void this.#tick(), TICK_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Whether statements were given up because nobody answers, and nobody does yet: more would only wait in vain. */
  isAway(): boolean {
    return this.#isAway;
  }

  async #tick(): Promise<void> {
    if (this.#isLooking || (!this.#isAway && this.#suspects().length === 0)) return;
    this.#isLooking = true;
    try {
      await this.#look();
    } finally {
      this.#isLooking = false;
    }
  }

  #suspects(): [WatchedClient, number][] {
    const now = performance.now();
    return [...this.#options.clients()].flatMap((client): [WatchedClient, number][] => {
      const since = client.waitingSince();
      return since !== undefined && now - since >= SUSPECT_MS ? [[client, since]] : [];
    });
  }

  async #look(): Promise<void> {
    const suspects = this.#suspects();
    const sessions = await this.#askServer();
    if (typeof sessions !== 'string' || sessions === 'unknown') this.#isAway = false;
    // It works on something for everybody, or cannot be asked about single connections.
    if (sessions === 'unknown') return this.#found.clear();
    const found = new Map<number, number>();
    // Nobody was answered meanwhile, so what was sent while we looked need not wait for a look of its own.
    for (const [client, since] of sessions === 'silent' ? this.#suspects() : suspects) {
      // It was answered meanwhile.
      if (client.waitingSince() !== since) continue;
      const isAnswered = typeof sessions !== 'string';
      const session = isAnswered ? sessions.get(processIdOf(client)) : undefined;
      if (session?.state === 'active') continue;
      const times = (this.#found.get(since) ?? 0) + 1;
      const isGone = sessions === 'silent' || (isAnswered && session === undefined);
      if (isGone || times >= LOOKS) {
        this.#drop(client, !isAnswered);
        this.#isAway ||= !isAnswered;
      } else found.set(since, times);
    }
    this.#found = found;
    if (typeof sessions === 'string') return;
    // Those that nobody uses now would make the next ones wait.
    for (const client of this.#options.clients())
      if (
        client.waitingSince() === undefined &&
        processIdOf(client) > 0 &&
        !sessions.has(processIdOf(client))
      )
        this.#drop(client, false);
  }

  #drop(client: WatchedClient, isUnreachable: boolean): void {
    const reason = isUnreachable ? 'the server cannot be reached' : 'the server does not know of it';
    this.#options.log.warn({ reason }, 'gave a database connection up');
    dropConnection(client);
  }

  /** What the server says of its connections. */
  async #askServer(): Promise<ReadonlyMap<number, Session> | 'unknown' | 'silent' | 'unreachable'> {
    const { clients, connection, isPooled } = this.#options;
    const before = new Map([...clients()].map((open) => [open, receivedBytesOf(open)]));
    const client = new pg.Client({ ...connection, connectionTimeoutMillis: 0 });
    client.on('error', () => undefined);
    let isReached = false;
    whenReached(client, () => {
      isReached = true;
    });
    const asked = connectAndAsk(client);
    asked.catch(() => undefined);
    try {
      const late = wait(ANSWER_WITHIN_MS, 'late' as const, { ref: false });
      const first = await Promise.race([asked, late]);
      if (first === 'late' && !isReached) return 'unreachable';
      const answer = first === 'late' ? await Promise.race([asked, this.#listen(before, client)]) : first;
      if (answer === 'silent') return answer;
      return isPooled || answer === 'another' ? 'unknown' : answer;
    } catch (error) {
      // A server that refuses us is there, and may work for others.
      return error instanceof pg.DatabaseError ? 'unknown' : isReached ? 'silent' : 'unreachable';
    } finally {
      dropConnection(client);
    }
  }

  /** Whether anything comes from the server on any connection: then it is only slow. */
  async #listen(
    before: ReadonlyMap<pg.ClientBase, number>,
    asking: pg.Client,
  ): Promise<'another' | 'silent'> {
    for (let turn = 0; turn < SILENT_TURNS && !this.#isAway; turn += 1) {
      await wait(TURN_MS, undefined, { ref: false });
      for (const client of [asking, ...this.#options.clients()])
        if (receivedBytesOf(client) > (before.get(client) ?? 0)) return 'another';
    }
    return 'silent';
  }
}

/** `another`: the server knows even this connection by another number, so something stands between. */
async function connectAndAsk(client: pg.Client): Promise<ReadonlyMap<number, Session> | 'another'> {
  await client.connect();
  const { rows } = await client.query<Session & { own: number }>(
    'select pid, state, pg_backend_pid() as own from pg_stat_activity where usename = current_user',
  );
  if (rows[0]?.own !== processIdOf(client)) return 'another';
  return new Map(rows.map(({ pid, state }) => [pid, { pid, state }]));
}
