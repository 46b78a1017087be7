import { canAdminister } from '#domain/access/can-administer';
import { BACKUP_CHORE } from '#domain/backups/backup-chore';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import { notify } from '#server/db/notify';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { askForChore } from '../health/health-sql.ts';
import { hurryJob, insertJob } from './backup-jobs-sql.ts';

/**
 * Has a worker make a backup now. While one is being made nothing more happens; one that waits for another attempt is tried
 * at once. Fails with BACKUPS_OFF where no settings say that there are any.
 */
export async function askForBackup(
  { clock, config, db }: Services,
  caller: Caller,
): Promise<{ asked: true }> {
  authorise(canAdminister(caller.viewer));
  if (!config.backups.isOn) throw new Failure('BACKUPS_OFF');
  await db.transaction(async (trx) => {
    const now = clock.now();
    if (!(await insertJob(trx, { at: now, cause: 'request', now }))) await hurryJob(trx, now);
    await recordAudit(trx, caller, { action: 'backup.request', entity: 'backup' });
    // The chore runs every minute; where no process did it yet it isn't known, and comes soon enough.
    await askForChore(trx, BACKUP_CHORE);
    await notify(trx, 'chores');
  });
  return { asked: true };
}
