import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import type { Log } from '#server/platform/log';
import { type Connection, DATABASE } from './connection.ts';
import { createCluster, DATABASE_USER, databasePassword } from './create-cluster.ts';
import { dropBallast, freeBytes, keepBallast, RESERVE_BYTES } from './disk-watch.ts';
import { type Identity, serverIdentity } from './identity.ts';
import { type Locations, locate } from './locations.ts';
import { connectPatiently, HeldError, takeOwnership } from './owner.ts';
import {
  isServerOf,
  type Postmaster,
  readPid,
  removeStaleLocks,
  startPostmaster,
  stopProcess,
} from './postmaster.ts';

/** `disk-full`: reads go on, writes must be refused. `down`: the server is being started again. */
export type EngineState = 'ready' | 'disk-full' | 'down';

export interface Embedded {
  readonly connection: Connection;
  readonly state: () => EngineState;
  /** Answers how to stop being told. */
  readonly onState: (listener: (state: EngineState) => void) => () => void;
  readonly stop: () => Promise<void>;
}

export interface EmbeddedOptions {
  readonly dataDir: string;
  /** Said to a second start: where the first one serves. */
  readonly address: string;
  readonly log: Log;
}

const DISK_CHECK_MS = 2000;
const MAX_BACKOFF_MS = 30_000;

/** Starts the embedded PostgreSQL of a data directory, making it first where there is none. */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { dataDir, log } = options;
  const identity = serverIdentity();
  prepareDataDir(dataDir, identity);
  const engine = new Engine(options, locate(dataDir, identity), identity, databasePassword(dataDir));
  await engine.start();
  setImmediate(() => {
    try {
      keepBallast(dataDir);
    } catch (error) {
      log.warn({ reason: String(error) }, 'no ballast file could be kept');
    }
  });
  return engine;
}

function prepareDataDir(dataDir: string, identity: Identity | null): void {
  try {
    // The server's user must be able to pass; what is secret inside has its own protection.
    if (!existsSync(dataDir)) mkdirSync(dataDir, { recursive: true, mode: identity ? 0o711 : 0o700 });
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    if (freeBytes(dataDir) < RESERVE_BYTES / 4) throw new Error('the disk is full');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `Lectern cannot write to its data folder ${dataDir}: ${reason}. Make it writable, or set DATA_DIR to another folder.`,
    );
  }
}

class Engine implements Embedded {
  readonly connection: Connection;
  readonly #options: EmbeddedOptions;
  readonly #locations: Locations;
  readonly #identity: Identity | null;
  readonly #listeners = new Set<(state: EngineState) => void>();
  #state: EngineState = 'down';
  #postmaster: Postmaster | null = null;
  #owner: pg.Client | null = null;
  #stopping = false;
  #diskTimer: NodeJS.Timeout | undefined;

  constructor(options: EmbeddedOptions, locations: Locations, identity: Identity | null, password: string) {
    this.#options = options;
    this.#locations = locations;
    this.#identity = identity;
    this.connection = {
      host: locations.socketDirectory,
      port: 5432,
      user: DATABASE_USER,
      password,
      database: DATABASE,
    };
  }

  readonly state = (): EngineState => this.#state;

  readonly onState = (listener: (state: EngineState) => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  async start(): Promise<void> {
    await createCluster(this.#locations, this.#identity, this.connection.password);
    await this.#launch();
    this.#checkDisk();
    this.#diskTimer = setInterval(() => this.#checkDisk(), DISK_CHECK_MS);
    this.#diskTimer.unref();
  }

  readonly stop = async (): Promise<void> => {
    this.#stopping = true;
    clearInterval(this.#diskTimer);
    await this.#owner?.end().catch(() => undefined);
    await this.#postmaster?.stop();
  };

  async #launch(): Promise<void> {
    await this.#clearTheWay();
    const { log } = this.#options;
    const postmaster = await startPostmaster(this.#locations, this.#identity, (line) =>
      log.debug({ line }, 'postgres'),
    ).catch(async (error: unknown) => {
      // Two starts at the same moment: the other one was faster, so ask who it is.
      await this.#clearTheWay();
      throw error;
    });
    this.#postmaster = postmaster;
    await this.#makeDatabase();
    this.#owner = await connectPatiently(this.connection, this.#name());
    await takeOwnership(this.#owner, this.#options.dataDir);
    this.#become('ready');
    postmaster.ended.then(
      () => this.#restart(),
      () => this.#restart(),
    );
  }

  /** A living server on this directory is another owner's, or left over by a process that was killed. */
  async #clearTheWay(): Promise<void> {
    const pid = readPid(this.#locations.cluster);
    if (pid === null || !isServerOf(pid, this.#locations.cluster)) {
      removeStaleLocks(this.#locations);
      return;
    }
    await this.#refuseIfOwned(pid);
    this.#options.log.info('stopping a database server that an earlier process left behind');
    await stopProcess(pid, () => !isServerOf(pid, this.#locations.cluster));
    removeStaleLocks(this.#locations);
  }

  /** A server that cannot be asked has no owner: whoever owns one holds a connection to it. */
  async #refuseIfOwned(pid: number): Promise<void> {
    const isAlive = () => isServerOf(pid, this.#locations.cluster);
    const client = await connectPatiently(this.connection, this.#name(), isAlive).catch(() => null);
    if (!client) return;
    try {
      await takeOwnership(client, this.#options.dataDir);
    } finally {
      await client.end();
    }
  }

  async #makeDatabase(): Promise<void> {
    const client = await connectPatiently({ ...this.connection, database: 'postgres' }, this.#name());
    try {
      const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
      if (rowCount === 0) await client.query(`create database ${DATABASE}`);
    } finally {
      await client.end();
    }
  }

  async #restart(): Promise<void> {
    const { dataDir, log } = this.#options;
    if (this.#stopping) return;
    this.#become('down');
    for (let backoff = 1000; !this.#stopping; backoff = Math.min(backoff * 2, MAX_BACKOFF_MS)) {
      if (freeBytes(dataDir) < RESERVE_BYTES) dropBallast(dataDir);
      try {
        await this.#launch();
        log.warn('the database server had ended and was started again');
        return;
      } catch (error) {
        if (error instanceof HeldError) throw error;
        log.error(
          { reason: error instanceof Error ? error.message : String(error) },
          'the database server does not start',
        );
        await wait(backoff, undefined, { ref: false });
      }
    }
  }

  #checkDisk(): void {
    if (this.#state === 'down') return;
    this.#become(freeBytes(this.#options.dataDir) < RESERVE_BYTES ? 'disk-full' : 'ready');
  }

  #become(state: EngineState): void {
    if (state === this.#state) return;
    this.#state = state;
    for (const listener of this.#listeners) listener(state);
  }

  #name(): string {
    return `lectern pid ${process.pid} on ${this.#options.address}`.slice(0, 63);
  }
}
