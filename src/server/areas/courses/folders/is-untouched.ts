import { sql } from 'kysely';
import type { Services } from '#server/services';

/** Whether this school never had a course. */
export async function isUntouched({ db }: Pick<Services, 'db'>): Promise<boolean> {
  const { rows } = await sql<{ untouched: boolean }>`
    select not exists (select 1 from courses) and not exists (select 1 from audit_log where entity = 'course') as untouched`.execute(
    db.kysely,
  );
  return rows[0]?.untouched ?? false;
}
