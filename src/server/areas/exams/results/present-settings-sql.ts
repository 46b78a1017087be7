import { sql } from 'kysely';
import { storedExamForm } from '#contract/exams/exam-form';
import type { ExamSettings } from '#domain/exams/exam-settings';
import type { Reader } from '#server/db/client';

/** The settings of an exam as it is held now; nothing where it was removed. */
export async function selectPresentSettings(
  db: Reader,
  sectionId: string,
): Promise<ExamSettings | undefined> {
  const { rows } = await sql<{ settings: unknown }>`
    select exam->'settings' as settings from course_content where id = ${sectionId} and exam is not null`.execute(
    db,
  );
  return rows[0] && storedExamForm.shape.settings.parse(rows[0].settings ?? {});
}
