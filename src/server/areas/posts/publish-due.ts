import type { Services } from '#server/services';
import { wasPublished } from './sql.ts';

/**
 * Whether a post reached its time between two instants: what was made from public content before is old then. Asked
 * by the clock of every process.
 */
export async function publishDue({ db }: Services, from: Date, to: Date): Promise<boolean> {
  return wasPublished(db.kysely, from, to);
}
