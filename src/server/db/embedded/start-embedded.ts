import { join } from 'node:path';
import type { Log } from '#server/platform/log';
import { claimArchive } from './archive/archive-record.ts';
import { refuseHalfRecovered } from './archive/kept-cluster.ts';
import { archiveSettings, makeArchive } from './archive/wal-archive.ts';
import type { Connection } from './connection.ts';
import { createCluster } from './create-cluster.ts';
import { databasePassword, explainRefusal } from './database-password.ts';
import { freeBytes } from './disk-watch.ts';
import { Engine, type EngineState } from './engine.ts';
import { serverIdentity } from './identity.ts';
import { locate } from './locations.ts';
import { prepareDataDir } from './prepare-data-dir.ts';
import { inStartTurn, type StartTurn } from './unseen/start-turn.ts';

export type { EngineState } from './engine.ts';

export interface Embedded {
  readonly connection: Connection;
  readonly state: () => EngineState;
  /** Answers how to unsubscribe. */
  readonly onState: (listener: (state: EngineState) => void) => () => void;
  readonly stop: () => Promise<void>;
}

export interface EmbeddedOptions {
  readonly dataDir: string;
  /** Said to a second start: where the first one serves. */
  readonly address: string;
  readonly log: Log;
  /** How many bytes are free where these folders are; left out: what the system says. */
  readonly free?: typeof freeBytes;
  /** Settings of the server for what it is started for, such as "wal_level=minimal". */
  readonly settings?: readonly string[];
  /** Folder that the server archives its log in. */
  readonly archive?: string | undefined;
  /** File with a cluster that the build has packed, for a first start. */
  readonly ready?: string | undefined;
  /** Told when it begins to wait for another process: our own code can be read meanwhile. */
  readonly onWait?: (() => void) | undefined;
}

/** PostgreSQL keeps this much of a connection's name. */
const LONGEST_NAME = 63;

/** Starts the embedded PostgreSQL of a data directory, making it first where there is none. */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { address, dataDir, free = freeBytes } = options;
  prepareDataDir(dataDir, free);
  const name = `lectern pid ${process.pid} on ${address}`.slice(0, LONGEST_NAME);
  return inStartTurn(dataDir, name, (turn) => startInTurn(options, name, turn));
}

async function startInTurn(options: EmbeddedOptions, name: string, turn: StartTurn): Promise<Embedded> {
  const { archive, dataDir, free = freeBytes, log, onWait, ready, settings = [] } = options;
  const identity = serverIdentity(dataDir);
  const locations = locate(dataDir, identity);
  // Before a password is made: what it has moved aside has one, which may only be missing.
  refuseHalfRecovered(locations.cluster);
  const password = databasePassword(dataDir);
  await createCluster(
    locations,
    identity,
    password,
    ready === undefined ? null : { file: ready, uploads: join(dataDir, 'uploads'), log, onWait },
  );
  if (archive !== undefined) {
    makeArchive(archive, identity);
    claimArchive(archive, locations.cluster, log);
  }
  const engine = new Engine({
    dataDir,
    free,
    log,
    name,
    onWait,
    locations,
    identity,
    password,
    settings: [...(archive === undefined ? [] : archiveSettings(archive)), ...settings],
  });
  await engine.start(turn).catch((error: unknown) => {
    throw explainRefusal(dataDir, error);
  });
  return engine;
}
