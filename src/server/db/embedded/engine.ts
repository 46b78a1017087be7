import { lstatSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import type { Log } from '#server/platform/log';
import { clearTheWay } from './clear-the-way.ts';
import { type Connection, DATABASE, DATABASE_USER } from './connection.ts';
import { dropBallast, type freeBytes, keepBallast, RESERVE_BYTES } from './disk-watch.ts';
import type { Identity } from './identity.ts';
import type { Locations } from './locations.ts';
import { connectPatiently, takeOwnership } from './owner.ts';
import { beatAsOwner, writeOwner } from './owner-file.ts';
import { type Postmaster, startPostmaster } from './postmaster.ts';
import { serverLog } from './server-log.ts';
import { isSocketElsewhere, openSocketDirectory, socketIn } from './socket-directory.ts';
import { inStartTurn, type StartTurn } from './unseen/start-turn.ts';

/** `disk-full`: reads go on, writes must be refused. `down`: the server is being started again. */
export type EngineState = 'ready' | 'disk-full' | 'down';

export interface EngineOptions {
  readonly dataDir: string;
  readonly log: Log;
  /** How this process calls itself to a second start: pid and address. */
  readonly name: string;
  readonly locations: Locations;
  readonly identity: Identity | null;
  readonly password: string;
  readonly free: typeof freeBytes;
  /** Settings of the server for what it is started for. */
  readonly settings: readonly string[];
  readonly onWait?: (() => void) | undefined;
}

const CHECK_MS = 2000;
const MAX_BACKOFF_MS = 30_000;
/** Backends of a server that was killed live on for a moment and keep its memory. */
const REMAINS = /shared memory block|lock file/;
const REMAINS_WITHIN_MS = 10_000;
const OWN_AGAIN_MS = 500;

/** One running server: keeps it alive, watches its disk, reports its state. */
export class Engine {
  readonly connection: Connection;
  readonly #options: EngineOptions;
  readonly #onLog: (line: string) => void;
  readonly #listeners = new Set<(state: EngineState) => void>();
  #state: EngineState = 'down';
  #postmaster: Postmaster | null = null;
  #owner: pg.Client | null = null;
  #isStopping = false;
  #isKeeping = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: EngineOptions) {
    this.#options = options;
    this.#onLog = serverLog(options.log);
    this.connection = {
      host: options.locations.socketDirectory,
      port: 5432,
      user: DATABASE_USER,
      password: options.password,
      database: DATABASE,
    };
  }

  readonly state = (): EngineState => this.#state;

  readonly onState = (listener: (state: EngineState) => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** In the turn of this data folder. */
  async start(turn: StartTurn): Promise<void> {
    await this.#launch(turn);
    this.#timer = setInterval(() => {
      this.#checkSocket();
      this.#checkDisk();
      if (isSocketElsewhere(this.connection.host)) beatAsOwner(this.#options.dataDir);
    }, CHECK_MS);
    this.#timer.unref();
  }

  readonly stop = async (): Promise<void> => {
    this.#isStopping = true;
    clearInterval(this.#timer);
    await this.#owner?.end().catch(() => undefined);
    await this.#postmaster?.stop();
  };

  async #launch(turn: StartTurn): Promise<void> {
    const postmaster = await this.#startServer(turn);
    // Stopped cleanly, it would write over what the other server has.
    if (turn.isLost()) await postmaster.kill();
    turn.refuseLost();
    this.#postmaster = postmaster;
    writeOwner(this.#options.dataDir, this.#options.locations.cluster);
    try {
      await this.#own(postmaster);
      await this.#makeDatabase();
    } catch (error) {
      await postmaster.stop();
      throw error;
    }
    if (this.#isStopping) return postmaster.stop();
    this.#become('ready');
    this.#checkDisk();
    void postmaster.ended.then(() => this.#restart());
  }

  async #startServer(turn: StartTurn): Promise<Postmaster> {
    const { dataDir, identity, locations, log, name, onWait, settings } = this.#options;
    for (const deadline = Date.now() + REMAINS_WITHIN_MS; ; await wait(50)) {
      const { cluster } = locations;
      await clearTheWay({ dataDir, cluster, connection: this.connection, name, log, turn });
      try {
        openSocketDirectory(locations.socketDirectory, identity);
        const starting = startPostmaster(locations, identity, this.#onLog, settings);
        onWait?.();
        return await starting;
      } catch (error) {
        const isPassing = error instanceof Error && REMAINS.test(error.message);
        if (!isPassing || Date.now() > deadline) throw error;
      }
    }
  }

  /** Holds the lock, and takes it again when only its connection is lost. */
  async #own(postmaster: Postmaster): Promise<void> {
    const isOurs = () => this.#postmaster === postmaster && !this.#isStopping && !postmaster.hasEnded();
    const client = await connectPatiently(this.connection, this.#options.name, isOurs);
    await takeOwnership(client, this.#options.dataDir);
    this.#owner = client;
    client.once('end', async () => {
      // A server that dies cuts this connection first and is known to have ended a moment later.
      await wait(OWN_AGAIN_MS, undefined, { ref: false });
      if (isOurs())
        await this.#own(postmaster).catch(({ message }: Error) =>
          this.#options.log.warn({ message }, 'lost the lock on the data folder'),
        );
    });
  }

  async #makeDatabase(): Promise<void> {
    const client = this.#owner;
    const found = await client?.query('select 1 from pg_database where datname = $1', [DATABASE]);
    if (found?.rowCount === 0) await client?.query(`create database ${DATABASE}`);
  }

  async #restart(): Promise<void> {
    const { dataDir, free, locations, log, name } = this.#options;
    if (this.#isStopping) return;
    this.#become('down');
    // Only its guard may have died: a server that is still marked as ours would hold us up.
    await this.#owner?.end().catch(() => undefined);
    for (let backoff = 1000; !this.#isStopping; backoff = Math.min(backoff * 2, MAX_BACKOFF_MS)) {
      if (free(locations.home) < RESERVE_BYTES && dropBallast(locations.home))
        log.warn('the disk is full: reserved space was released to the database server');
      try {
        // Whoever had the turn before may have taken longer than we are there.
        await inStartTurn(dataDir, name, async (turn) => (this.#isStopping ? undefined : this.#launch(turn)));
        if (!this.#isStopping) log.warn('the database server stopped and was restarted');
        return;
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        log.error({ reason }, "the database server doesn't start");
        await wait(backoff, undefined, { ref: false });
      }
    }
  }

  /** Without its socket, a server can't be reached any more: only a new one makes it again. */
  #checkSocket(): void {
    if (this.#state === 'down' || this.#isStopping || isThere(socketIn(this.connection.host))) return;
    this.#options.log.warn('the socket of the database server is gone: starting the server again');
    this.#become('down');
    void this.#postmaster?.stop();
  }

  #checkDisk(): void {
    if (this.#state === 'down') return;
    const { dataDir, free, locations, log } = this.#options;
    const isFull = free(dataDir, locations.home) < RESERVE_BYTES;
    if (isFull !== (this.#state === 'disk-full')) {
      this.#become(isFull ? 'disk-full' : 'ready');
      if (isFull) log.error('the disk is almost full: rejecting changes until there is enough space');
      else log.info('the disk has enough space again: accepting changes');
    }
    if (isFull || !this.#timer || this.#isKeeping) return;
    this.#isKeeping = true;
    keepBallast(locations.home)
      .catch((error: Error) => log.warn({ message: error.message }, "couldn't reserve disk space"))
      .finally(() => {
        this.#isKeeping = false;
      });
  }

  #become(state: EngineState): void {
    if (state === this.#state) return;
    this.#state = state;
    for (const listener of this.#listeners) listener(state);
  }
}

/** A folder that can't be asked at this moment proves nothing. */
function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return true;
  }
}
