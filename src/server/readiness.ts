import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { diskState } from '#domain/health/disk-state';
import { canServe, type ReadinessCode } from '#domain/health/readiness';
import type { StoreState } from '#server/platform/health/store-health';
import { hasTables } from './db/has-tables.ts';
import { compareMigrations } from './db/migrating/compare-migrations.ts';
import type { ReplicaState } from './db/replica/replica.ts';
import { diskRoom } from './platform/health/disk-room.ts';
import type { Services } from './services.ts';

const KEEP_MS = 3000;
/** That it can't serve is looked at again sooner: it may be back, and a balancer waits to hear so. */
const KEEP_AWAY_MS = 1000;
/** A connection that is not free within this time counts as none. */
const ANSWER_WITHIN_MS = 2000;
/** How many names of migrations the log is told. */
const MAX_NAMES = 5;

/** Something that is wrong with this process; the detail is for people who may know it. */
export interface ReadinessFault {
  readonly code: ReadinessCode;
  readonly detail: string;
}

export interface Readiness {
  /** What is wrong now, or was a few seconds ago. */
  look(): Promise<readonly ReadinessFault[]>;
}

export interface ReadinessOptions {
  /** Whether changes are refused for want of space. */
  readonly isDiskFull: () => boolean;
  /** How the object store is; undefined: files are in a folder. */
  readonly store: () => Promise<StoreState | undefined>;
  /** How the replica is; undefined: there is none. */
  readonly replica?: () => Promise<ReplicaState | undefined>;
  readonly room?: typeof diskRoom;
  readonly keepMs?: number;
}

/**
 * Looks at what this process needs to serve. It looks at most every 3 seconds, every second while it can't serve, and never asks the database twice at one time,
 * however many want to know. What changes is logged, with its details.
 */
export function watchReadiness(
  { config, db, log }: Pick<Services, 'config' | 'db' | 'log'>,
  { isDiskFull, keepMs = KEEP_MS, replica = async () => undefined, room = diskRoom, store }: ReadinessOptions,
): Readiness {
  const folders = [config.dataDir, join(config.dataDir, 'uploads'), join(config.dataDir, 'postgres')];
  const askDatabase = shared(() => databaseFaults(db));
  let kept: { faults: Promise<readonly ReadinessFault[]>; at: number } | undefined;
  let isServing = true;
  let reported = '';

  const look = async (): Promise<readonly ReadinessFault[]> => {
    const [database, storage, copy] = await Promise.all([
      within(ANSWER_WITHIN_MS, askDatabase()).catch((error: Error) => [lostDatabase(db, error)]),
      store(),
      replica(),
    ]);
    const disk = diskFault(room(...folders), isDiskFull());
    const away: readonly ReadinessFault[] =
      storage === 'unreachable'
        ? [{ code: 'storage', detail: 'the object store of S3_URL does not answer' }]
        : [];
    const faults = [...database, ...disk, ...away, ...replicaFault(copy)];
    report(faults);
    return faults;
  };
  const report = (faults: readonly ReadinessFault[]): void => {
    const codes = faults.map(({ code }) => code);
    isServing = canServe(codes);
    if (codes.join() === reported) return;
    reported = codes.join();
    if (faults.length === 0) log.info('everything this process needs works again');
    else log.warn({ faults, ready: isServing }, 'something this process needs does not work');
  };
  return {
    look() {
      const keeps = isServing ? keepMs : Math.min(keepMs, KEEP_AWAY_MS);
      if (!kept || performance.now() - kept.at >= keeps) kept = { faults: look(), at: performance.now() };
      return kept.faults;
    },
  };
}

function diskFault(room: ReturnType<typeof diskRoom>, isFull: boolean): ReadinessFault[] {
  const state = room ? diskState(room) : 'ok';
  const detail = room ? `${Math.floor(room.free / 1024 ** 2)} MB free` : 'changes are refused';
  if (isFull || state === 'full') return [{ code: 'disk-full', detail }];
  return state === 'low' ? [{ code: 'disk-low', detail }] : [];
}

function replicaFault(state: ReplicaState | undefined): ReadinessFault[] {
  if (state === undefined || state === 'ok') return [];
  return [
    { code: 'replica', detail: `the replica is ${state}, so everything is read from the database itself` },
  ];
}

async function databaseFaults({ kysely }: Services['db']): Promise<ReadinessFault[]> {
  const { newer, pending } = await compareMigrations(kysely);
  if (pending.length > 0) {
    const more = pending.length > MAX_NAMES ? ` and ${pending.length - MAX_NAMES} more` : '';
    return [{ code: 'migrations', detail: `missing: ${pending.slice(0, MAX_NAMES).join(', ')}${more}` }];
  }
  if (!(await hasTables(kysely))) return [{ code: 'migrations', detail: 'tables are missing' }];
  return newer === null ? [] : [{ code: 'newer-database', detail: `the database has ${newer}` }];
}

/** Why the database did not answer in time. */
function lostDatabase({ pool }: Services['db'], error: Error): ReadinessFault {
  const { max } = pool.options;
  const isExhausted = pool.waitingCount > 0 && pool.idleCount === 0 && pool.totalCount >= max;
  return isExhausted
    ? {
        code: 'connections',
        detail: `all ${max} connections are in use, and ${pool.waitingCount} wait for one`,
      }
    : { code: 'database', detail: error.message };
}

/** One call at a time: who asks meanwhile waits for the same answer. */
function shared<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | undefined;
  return () => {
    running ??= work().finally(() => {
      running = undefined;
    });
    return running;
  };
}

async function within<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  const timer = new AbortController();
  const late = wait(ms, undefined, { signal: timer.signal }).then(() => {
    throw new Error(`no answer within ${ms} ms`);
  });
  // Aborted when the work was faster.
  late.catch(() => undefined);
  return Promise.race([work, late]).finally(() => timer.abort());
}
