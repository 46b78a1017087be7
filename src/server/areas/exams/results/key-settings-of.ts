import type { Exam } from '#domain/courses/exam';
import { accommodate } from '#domain/exams/accommodate';
import type { ExamSettings } from '#domain/exams/exam-settings';
import { keySettings } from '#domain/exams/results/key-settings';
import type { Reader } from '#server/db/client';
import { selectGranted, toAccommodation } from '../accommodations/accommodation-sql.ts';
import type { AttemptRow } from '../sql.ts';
import { selectPresentSettings } from './present-settings-sql.ts';

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
