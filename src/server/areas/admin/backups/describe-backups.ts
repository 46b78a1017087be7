import type { SystemHealth } from '#contract/administration/health';
import { nextBackupTime } from '#domain/backups/schedule';
import type { Services } from '#server/services';
import { selectNewestJob } from './backup-jobs-sql.ts';

/** What the settings say of backups, and how it went the last time; no key and no password is in it. */
export async function describeBackups({
  clock,
  config,
  db,
}: Pick<Services, 'clock' | 'config' | 'db'>): Promise<SystemHealth['backups']> {
  const { at, isOn, recipients, to } = config.backups;
  if (!isOn) return null;
  const now = clock.now();
  const job = await selectNewestJob(db.kysely, now);
  return {
    place: to.kind === 'folder' ? to.path : `s3://${to.s3.bucket}/${to.s3.prefix}`,
    isEncrypted: recipients.length > 0 || config.backupPassphrase !== undefined,
    nextAt: at === undefined ? null : nextBackupTime(at, now).toISOString(),
    state: stateOf(job),
    failure:
      job?.error == null
        ? null
        : { error: job.error, retryAt: job.endedAt === null ? job.nextAttemptAt.toISOString() : null },
  };
}

function stateOf(job: Awaited<ReturnType<typeof selectNewestJob>>) {
  if (!job || job.endedAt !== null) return 'idle';
  if (job.startedAt !== null) return 'running';
  return job.failures > 0 ? 'retrying' : 'waiting';
}
