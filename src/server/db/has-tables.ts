import { sql } from 'kysely';
import type { Reader } from './client.ts';

/** Whether the database knows our migrations: its first and its best used table are there. */
export async function hasTables(db: Reader): Promise<boolean> {
  const { rows } = await sql<{ migrated: boolean }>`
    select to_regclass('audit_log') is not null and to_regclass('course_content') is not null as migrated`.execute(
    db,
  );
  return rows[0]?.migrated ?? false;
}
