import type { Services } from '#server/services';
import { emptyFailedMails } from './failed-mail-sql.ts';

/** How long the words of an email that failed are kept for another try. */
const KEPT_MS = 30 * 24 * 60 * 60_000;

/** Forgets what old failed emails said; that they failed and why stays. */
export async function forgetFailedMails({ clock, db }: Services): Promise<void> {
  await emptyFailedMails(db.kysely, new Date(clock.now().getTime() - KEPT_MS));
}
