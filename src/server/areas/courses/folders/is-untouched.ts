import type { Services } from '#server/services';
import { neverHadCourses } from '../sql.ts';

/** Whether this school never had a course. */
export async function isUntouched({ db }: Pick<Services, 'db'>): Promise<boolean> {
  return neverHadCourses(db.kysely);
}
