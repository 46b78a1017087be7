import { isBackupDue, lastBackupTime, retryBackupAt } from '#domain/backups/schedule';
import type { Services } from '#server/services';
import {
  type BackupJob,
  failJob,
  finishJob,
  insertJob,
  releaseJob,
  selectNewestJob,
  startJob,
  wasScheduled,
} from './backup-jobs-sql.ts';

/** What makes a backup; rejects when it is not whole and verified, and when it is ended by the signal. */
export type MakeBackup = (config: Services['config'], signal: AbortSignal) => Promise<void>;

const INTERRUPTED = 'The process that made it ended.';

/** Makes the backup that is due or was asked for, if there is one. Only one process may do this at a time. */
export async function carryOutBackup(
  services: Services,
  signal: AbortSignal,
  make: MakeBackup,
): Promise<void> {
  const { clock, config, db } = services;
  if (!config.backups.isOn) return;
  await schedule(services);
  const job = await dueJob(services);
  if (!job) return;
  await startJob(db, job.id, clock.now());
  try {
    await make(config, signal);
  } catch (error) {
    // Another process makes it, at once.
    if (signal.aborted) return releaseJob(db, job.id);
    await giveUpAttempt(services, job, error instanceof Error ? error.message : String(error));
    throw error;
  }
  await finishJob(db, job.id, clock.now());
}

/** One for each day; of the times that nobody was there for, only the last. */
async function schedule({ clock, config, db }: Services): Promise<void> {
  const { at: time } = config.backups;
  if (time === undefined) return;
  const now = clock.now();
  const at = lastBackupTime(time, now);
  if (await wasScheduled(db.kysely, { at, now })) return;
  await db.transaction((trx) => insertJob(trx, { at, cause: 'schedule', now }));
}

async function dueJob(services: Services): Promise<BackupJob | undefined> {
  const { clock, db } = services;
  const job = await selectNewestJob(db.kysely, clock.now());
  if (!job || job.endedAt !== null) return undefined;
  // We alone may make one: whoever began this is gone.
  if (job.startedAt !== null) {
    await giveUpAttempt(services, job, INTERRUPTED);
    return undefined;
  }
  return isBackupDue(job.nextAttemptAt, clock.now()) ? job : undefined;
}

async function giveUpAttempt({ clock, db }: Services, job: BackupJob, error: string): Promise<void> {
  const now = clock.now();
  const retryAt = retryBackupAt(job.failures + 1, now);
  await failJob(db, { id: job.id, error: error.slice(0, 500), now, retryAt });
}
