import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '#server/platform/log';
import { dropConnection, processIdOf, receivedBytesOf, whenReached } from './client-internals.ts';

/** A connection of the pool. */
export interface WatchedClient extends pg.ClientBase {
  /** When the statement in hand was sent, or connecting began, by `performance.now()`; undefined: it waits for nothing. */
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
/** Connecting may stand still for so many ticks: somebody waits for it. Counted for the reason of TURN_MS. */
const CONNECTING_TICKS = 6;
/** Where the server is slow, so many: they leave time to tell those who wait for a place in the pool. */
const SLOW_CONNECTING_TICKS = 12;
/** A statement without an answer for so long is looked into. */
const SUSPECT_MS = 1500;
const ANSWER_WITHIN_MS = 1500;
/** So many looks in a row have to come to the same before a statement is given up. */
const LOOKS = 2;
/** A server that takes connections and says nothing may be busy: it has so many turns to say anything, on any connection. */
const SILENT_TURNS = 16;
/** Turns of our own loop are counted: what arrived while the whole process stood still is heard first. */
const TURN_MS = 250;

const UNKNOWN = 'the server does not know of it';

const isConnecting = (client: WatchedClient) =>
  client.waitingSince() !== undefined && processIdOf(client) === 0;

interface Session {
  readonly pid: number;
  readonly state: string | null;
}
type Sessions = ReadonlyMap<number, Session>;
/**
 * What the server says of its connections. `unknown`: it is there and cannot be asked about single ones; `slow`: it sends
 * something and gave no answer in time.
 */
type Answer = Sessions | 'unknown' | 'slow' | 'silent' | 'unreachable';
/** How far connecting is. */
interface Progress {
  readonly bytes: number;
  /** How many ticks have passed without more, and without a look that found the server slow. */
  readonly ticks: number;
  /** How many have passed without more. */
  readonly still: number;
}

/**
 * Finds connections that are dead without a word, such as after a failover: over those, a statement would wait for a quarter
 * of an hour. Asked on a new connection, the server tells whether it works on the statement. One that it never got, and one
 * that waits while the server cannot be reached at all, fails, as if the connection had been cut; a long statement goes on.
 * Connecting to a server that takes the connection and says nothing, as one that was stopped, fails after a while, too; one
 * that is slow is waited for.
 */
export class ConnectionWatch {
  readonly #options: ConnectionWatchOptions;
  readonly #timer: NodeJS.Timeout;
  /** How often a statement, known by its time, was found without anybody working on it. */
  #found = new Map<number, number>();
  #connecting = new Map<WatchedClient, Progress>();
  #isLooking = false;
  #isAway = false;
  #isClosed = false;

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

  /** Whether connecting only waits in vain: the server takes no new connections, though it may answer on those it has. */
  isClosed(): boolean {
    return this.#isAway || this.#isClosed;
  }

  async #tick(): Promise<void> {
    this.#endConnecting();
    if (this.#isLooking || (!this.isClosed() && this.#suspects().length === 0)) return;
    this.#isLooking = true;
    try {
      await this.#look();
    } finally {
      this.#isLooking = false;
    }
  }

  #endConnecting(): void {
    const seen = [...this.#options.clients()].filter(isConnecting);
    this.#connecting = new Map(seen.map((client) => [client, this.#progressOf(client)]));
    for (const [client, { still, ticks }] of this.#connecting) {
      const isOver = still > SLOW_CONNECTING_TICKS;
      this.#isClosed ||= isOver;
      // What the look under way finds decides: a server that is slow is slow for all.
      if (isOver || (ticks > CONNECTING_TICKS && !this.#isLooking))
        this.#drop(client, 'connecting takes too long');
    }
  }

  #progressOf(client: WatchedClient): Progress {
    const bytes = receivedBytesOf(client);
    const before = this.#connecting.get(client);
    return before?.bytes === bytes
      ? { bytes, ticks: before.ticks + 1, still: before.still + 1 }
      : { bytes, ticks: 1, still: 1 };
  }

  #suspects(leastMs = SUSPECT_MS): [WatchedClient, number][] {
    const now = performance.now();
    return [...this.#options.clients()].flatMap((client): [WatchedClient, number][] => {
      const since = client.waitingSince();
      return since !== undefined && now - since >= leastMs ? [[client, since]] : [];
    });
  }

  async #look(): Promise<void> {
    const suspects = this.#suspects();
    const sessions = await this.#askServer();
    if (sessions !== 'silent' && sessions !== 'unreachable') this.#isAway = false;
    if (sessions === 'unknown' || typeof sessions !== 'string') this.#isClosed = false;
    // Nor can those connect faster who began before.
    if (sessions === 'slow')
      for (const [client, progress] of this.#connecting)
        this.#connecting.set(client, { ...progress, ticks: 0 });
    // It works on something for everybody, or cannot be asked about single connections.
    if (sessions === 'slow' || sessions === 'unknown') return this.#found.clear();
    const isAnswered = typeof sessions !== 'string';
    const found = new Map<number, number>();
    // Nobody was answered meanwhile, so what was sent while we looked need not wait for a look of its own.
    for (const [client, since] of sessions === 'silent' ? this.#suspects(0) : suspects) {
      const times = this.#timesFound(client, since, sessions);
      if (times >= LOOKS) {
        this.#drop(client, isAnswered ? UNKNOWN : 'the server cannot be reached');
        this.#isAway ||= !isAnswered;
      } else if (times > 0) found.set(since, times);
    }
    this.#found = found;
    if (isAnswered) this.#dropUnknown(sessions);
  }

  /** How many looks in a row have found that nobody works on it, all of them where this one is sure; 0: somebody may. */
  #timesFound(client: WatchedClient, since: number, sessions: Sessions | 'silent' | 'unreachable'): number {
    const isAnswered = typeof sessions !== 'string';
    // It was answered meanwhile, or the server doesn't know it yet.
    if (client.waitingSince() !== since || (isAnswered && isConnecting(client))) return 0;
    const session = isAnswered ? sessions.get(processIdOf(client)) : undefined;
    if (session?.state === 'active') return 0;
    const isGone = sessions === 'silent' || (isAnswered && session === undefined);
    return isGone ? LOOKS : (this.#found.get(since) ?? 0) + 1;
  }

  /** Those that nobody uses now would make the next ones wait. */
  #dropUnknown(sessions: Sessions): void {
    for (const client of this.#options.clients())
      if (
        client.waitingSince() === undefined &&
        processIdOf(client) > 0 &&
        !sessions.has(processIdOf(client))
      )
        this.#drop(client, UNKNOWN);
  }

  #drop(client: WatchedClient, reason: string): void {
    this.#options.log.warn({ reason }, 'gave a database connection up');
    dropConnection(client);
  }

  async #askServer(): Promise<Answer> {
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
      return isPooled && typeof answer !== 'string' ? 'unknown' : answer;
    } catch (error) {
      // A server that refuses us is there, and may work for others.
      return error instanceof pg.DatabaseError ? 'unknown' : isReached ? 'silent' : 'unreachable';
    } finally {
      dropConnection(client);
    }
  }

  /** Whether anything comes from the server on any connection: then it is only slow. Where it took no new ones, this one has all the time. */
  async #listen(before: ReadonlyMap<pg.ClientBase, number>, asking: pg.Client): Promise<'slow' | 'silent'> {
    const isHeard = () =>
      [asking, ...this.#options.clients()].some(
        (client) => receivedBytesOf(client) > (before.get(client) ?? 0),
      );
    for (let turn = 0; turn < SILENT_TURNS && !this.#isAway; turn += 1) {
      await wait(TURN_MS, undefined, { ref: false });
      if (!this.#isClosed && isHeard()) return 'slow';
    }
    return isHeard() ? 'slow' : 'silent';
  }
}

/** `unknown`: the server knows even this connection by another number, so something stands between. */
async function connectAndAsk(client: pg.Client): Promise<Sessions | 'unknown'> {
  await client.connect();
  const { rows } = await client.query<Session & { own: number }>(
    'select pid, state, pg_backend_pid() as own from pg_stat_activity where usename = current_user',
  );
  if (rows[0]?.own !== processIdOf(client)) return 'unknown';
  return new Map(rows.map(({ pid, state }) => [pid, { pid, state }]));
}
