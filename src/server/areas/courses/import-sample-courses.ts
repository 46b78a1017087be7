import { sql } from 'kysely';
import { systemCaller } from '#server/db/audit';
import type { Services } from '#server/services';
import type { ImportReport } from './import-course.ts';

/** Imports the sample courses into a school that never had a course; answers what was imported. */
export async function importSampleCourses(services: Services, directory: string): Promise<ImportReport[]> {
  const { rows } = await sql<{ untouched: boolean }>`
    select not exists (select 1 from courses) and not exists (select 1 from audit_log where entity = 'course') as untouched`.execute(
    services.db.kysely,
  );
  if (!rows[0]?.untouched) return [];
  // What reads course folders is needed once in the life of a school.
  const { importContent } = await import('./import-content.ts');
  return importContent(services, systemCaller, directory);
}
