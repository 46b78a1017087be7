import { REQUEST_RETENTION_DAYS } from '#domain/billing/law/request-retention';
import type { Services } from '#server/services';
import { deleteOldRequests } from './request-sql.ts';

/** Deletes what was sent without an account, once claims from it are out of time. A chore of the school. */
export function forgetRequests({ clock, db }: Services): Promise<number> {
  const before = new Date(clock.now().getTime() - REQUEST_RETENTION_DAYS * 86_400_000);
  return db.transaction((trx) => deleteOldRequests(trx, before));
}
