import type { Services } from '#server/services';
import { deleteExpired } from './exports-sql.ts';

/** Deletes exports that cannot be downloaded any more, with their files; answers how many. A chore of the school. */
export function deleteExpiredExports({ clock, db }: Pick<Services, 'clock' | 'db'>): Promise<number> {
  return deleteExpired(db.kysely, clock.now());
}
