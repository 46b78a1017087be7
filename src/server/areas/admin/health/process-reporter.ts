import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { ProcessFacts } from '#contract/administration/health';
import { diskRoom } from '#server/platform/health/disk-room';
import type { Readiness } from '#server/readiness';
import type { Services } from '#server/services';
import { deleteProcess, type ProcessIdentity, upsertProcess } from './process-sql.ts';

/** Each look at the loop wakes an idle process up: fifty a second took more than all else that it did. */
const RESOLUTION_MS = 200;

type Own = Pick<Services, 'config' | 'db' | 'encoder'>;

export interface ProcessReporter {
  /** Writes down how this process is now. */
  report(): Promise<void>;
  /** Takes its row away: it stops in order. */
  leave(): Promise<void>;
}

/** Says how this process is, for the page of administrators and for alerts. */
export function processReporter(
  { config, db, encoder }: Own,
  identity: ProcessIdentity,
  readiness: Readiness,
): ProcessReporter {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  const read = async (): Promise<ProcessFacts> => {
    const faults = await readiness.look();
    const { idleCount, options, totalCount, waitingCount } = db.pool;
    // It measures how far apart its own ticks are: what is beyond that is the delay.
    const late = delays.count > 0 ? Math.max(0, delays.percentile(99) / 1e6 - RESOLUTION_MS) : 0;
    delays.reset();
    return {
      memoryBytes: process.memoryUsage.rss(),
      eventLoopDelayMs: Math.round(late * 10) / 10,
      connections: { used: totalCount - idleCount, waiting: waitingCount, max: options.max },
      disk: diskRoom(config.dataDir),
      faults: faults.map(({ code, detail }) => ({ code, detail })),
      encodesVideos: encoder !== undefined && config.roles.includes('worker'),
    };
  };
  return {
    report: async () => upsertProcess(db.kysely, identity, await read()),
    async leave() {
      delays.disable();
      // A database that is away forgets it by itself.
      await deleteProcess(db.kysely, identity.id).catch(() => undefined);
    },
  };
}
