import { sql } from 'kysely';
import { examSettingsForm } from '#contract/questions/exam-settings-form';
import type { Exam } from '#domain/courses/exam';
import { accommodate } from '#domain/exams/accommodate';
import type { ExamSettings } from '#domain/exams/exam-settings';
import { keySettings } from '#domain/exams/results/key-settings';
import type { Reader } from '#server/db/client';
import { selectGranted, toAccommodation } from '../accommodations/accommodation-sql.ts';
import type { AttemptRow } from '../sql.ts';

/** The settings that decide when this person sees the keys of an attempt. */
export async function keySettingsOf(
  db: Reader,
  { section_id: sectionId, user_id: userId }: Pick<AttemptRow, 'section_id' | 'user_id'>,
  { exam: { settings }, now }: { exam: Exam; now: Date },
): Promise<ExamSettings> {
  if (settings.feedback !== 'after-closing') return settings;
  const granted = (await selectGranted(db, { sectionId, userId })).map(toAccommodation);
  const present = await selectPresentSettings(db, sectionId);
  return keySettings(accommodate(settings, granted), present && accommodate(present, granted), now);
}

/** The settings of an exam as it is held now; nothing where it was removed. */
async function selectPresentSettings(db: Reader, sectionId: string): Promise<ExamSettings | undefined> {
  const { rows } = await sql<{ settings: unknown }>`
    select exam->'settings' as settings from course_content where id = ${sectionId} and exam is not null`.execute(
    db,
  );
  return rows[0] && examSettingsForm.parse(rows[0].settings ?? {});
}
