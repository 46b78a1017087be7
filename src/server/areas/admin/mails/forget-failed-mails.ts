import type { Services } from '#server/services';
import { emptyFailedMails } from './failed-mail-sql.ts';
import { deleteOldSuppressions } from './suppressions/suppression-sql.ts';

/** How long the words of an email that failed are kept for another try. */
const KEPT_MS = 30 * 24 * 60 * 60_000;

/** Two years. */
const SUPPRESSED_MS = 2 * 365 * 24 * 60 * 60_000;

/** Forgets what old failed emails said, though not that they failed and why, and old reports of bounces and complaints. */
export async function forgetFailedMails({ clock, db }: Services): Promise<void> {
  const now = clock.now().getTime();
  await emptyFailedMails(db.kysely, new Date(now - KEPT_MS));
  await deleteOldSuppressions(db.kysely, new Date(now - SUPPRESSED_MS));
}
