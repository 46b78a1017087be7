import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '#server/platform/log';
import type { Channel } from './connections/channels.ts';
import { dropConnection } from './connections/client-internals.ts';
import { joinDatabase, noticeLostMachine } from './presence.ts';

const FIRST_DELAY_MS = 50;
/** With the time for connecting shorter than other processes wait until they think us gone. */
const LONGEST_DELAY_MS = 500;
/** How long connecting may take, which may hang like everything else. */
const CONNECT_WITHIN_MS = 2500;
/** A connection that only listens would never notice that it is dead: it asks something now and then. */
const ASK_EVERY_MS = 1500;
const ANSWER_WITHIN_MS = 2000;

export interface Notifications {
  /**
   * Calls back when any process notified the channel, and after every (re)connection: what came before it was missed. The payload
   * is empty then.
   */
  on(channel: Channel, listener: (payload: string) => void): () => void;
  /** Calls back who listens in this process, as if the channel had been notified. */
  report(channel: Channel, payload: string): void;
  /** Whether notifications reach us at the moment. */
  isConnected(): boolean;
  /** How long ago, in ms, it was certain that they do; endless while they do not. */
  silence(): number;
  /** How long ago, in ms, the connection was made again; endless where it is the first one. */
  sinceReconnected(): number;
  /** Runs a statement on the connection that listens. */
  query<Row>(text: string, values: readonly unknown[]): Promise<Row[]>;
  stop(): Promise<void>;
}

export interface NotificationOptions {
  readonly connection: pg.ClientConfig;
  readonly channels: readonly Channel[];
  readonly log: Log;
  /** Who we are, for a process that wants the database alone. */
  readonly name?: string;
  /** Takes what this process holds for as long as it listens. */
  readonly hold?: (client: pg.Client) => Promise<void>;
}

/**
 * Listens on one connection of its own, and connects again for ever. Resolves when it listens for the first time. The
 * same connection says that this process uses the database.
 */
export async function listenForNotifications(options: NotificationOptions): Promise<Notifications> {
  const feed = new Feed(options);
  await feed.connect();
  return feed;
}

class Feed implements Notifications {
  readonly #options: NotificationOptions;
  readonly #listeners = new Map<string, Set<(payload: string) => void>>();
  readonly #stopping = new AbortController();
  readonly #timer: NodeJS.Timeout;
  #client: pg.Client | null = null;
  #isAsking = false;
  #provedAt = Number.NEGATIVE_INFINITY;
  #reconnectedAt = Number.NEGATIVE_INFINITY;

  constructor(options: NotificationOptions) {
    this.#options = options;
    this.#timer = setInterval(() => void this.#ask(), ASK_EVERY_MS).unref();
  }

  on(channel: Channel, listener: (payload: string) => void): () => void {
    if (!this.#options.channels.includes(channel)) throw new Error(`nobody listens to ${channel}`);
    const listeners = this.#listeners.get(channel) ?? new Set();
    this.#listeners.set(channel, listeners.add(listener));
    return () => listeners.delete(listener);
  }

  report(channel: string, payload: string): void {
    for (const listener of this.#listeners.get(channel) ?? []) listener(payload);
  }

  isConnected(): boolean {
    return this.#client !== null;
  }

  silence(): number {
    return this.#client === null ? Number.POSITIVE_INFINITY : performance.now() - this.#provedAt;
  }

  sinceReconnected(): number {
    return performance.now() - this.#reconnectedAt;
  }

  async query<Row>(text: string, values: readonly unknown[]): Promise<Row[]> {
    if (this.#client === null) throw new Error('the notifications connection is away');
    return (await this.#client.query(text, [...values])).rows as Row[];
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    clearInterval(this.#timer);
    const client = this.#client;
    this.#client = null;
    await client?.end().catch(() => undefined);
  }

  async connect(): Promise<void> {
    const { channels, connection, name = `lectern pid ${process.pid}` } = this.#options;
    const client = new pg.Client({ ...connection, application_name: name.slice(0, 63), keepAlive: true });
    const lost = () => this.#lost(client);
    client.on('error', lost);
    client.on('end', lost);
    client.on('notification', ({ channel, payload }) => this.report(channel, payload ?? ''));
    const tooLate = setTimeout(() => dropConnection(client), CONNECT_WITHIN_MS);
    const startedAt = performance.now();
    try {
      await client.connect();
      await joinDatabase(client);
      await noticeLostMachine(client);
      await this.#options.hold?.(client);
      for (const channel of channels) await client.query(`listen ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      dropConnection(client);
      throw error;
    } finally {
      clearTimeout(tooLate);
    }
    if (this.#stopping.signal.aborted) return client.end();
    this.#provedAt = startedAt;
    this.#client = client;
    for (const channel of channels) this.report(channel, '');
  }

  #lost(client: pg.Client): void {
    if (this.#client !== client) return;
    this.#client = null;
    dropConnection(client);
    this.#options.log.warn('lost the notifications connection; reconnecting');
    void this.#reconnect();
  }

  /** Finds out whether somebody is still at the other end. */
  async #ask(): Promise<void> {
    const client = this.#client;
    if (!client || this.#isAsking) return;
    this.#isAsking = true;
    const late = setTimeout(() => this.#lost(client), ANSWER_WITHIN_MS);
    const startedAt = performance.now();
    await client.query('select').then(
      () => {
        this.#provedAt = startedAt;
      },
      () => this.#lost(client),
    );
    clearTimeout(late);
    this.#isAsking = false;
  }

  async #reconnect(): Promise<void> {
    const { signal } = this.#stopping;
    for (let delay = FIRST_DELAY_MS; !signal.aborted; delay = Math.min(delay * 2, LONGEST_DELAY_MS)) {
      try {
        await wait(delay, undefined, { ref: false, signal });
        await this.connect();
        this.#reconnectedAt = performance.now();
        return;
      } catch {
        // The database is still away; the next attempt comes after a longer delay.
      }
    }
  }
}
