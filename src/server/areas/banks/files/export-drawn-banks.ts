import { storedExam } from '#server/areas/courses/catalogue/stored-exam';
import type { Caller, Services } from '#server/services';
import { exportBank } from './export-bank.ts';

/** Writes the banks that a course draws or practices from beside its files, so that its folder is whole. Answers their names. */
export async function exportDrawnBanks(
  services: Services,
  caller: Caller,
  { directory, slug }: { directory: string; slug: string },
): Promise<string[]> {
  const rows = await services.db.kysely
    .selectFrom('course_content')
    .innerJoin('courses', 'courses.id', 'course_content.course_id')
    .select('course_content.exam')
    .where('courses.slug', '=', slug)
    .where('course_content.exam', 'is not', null)
    .execute();
  const exams = rows.flatMap(({ exam }) => storedExam(exam) ?? []);
  const drawn = new Set(
    exams.flatMap(({ draws, settings }) => [...draws.map(({ bank }) => bank), settings.practiceBank]),
  );
  const known = await services.db.kysely.selectFrom('question_banks').select('slug').execute();
  const wanted = known.map(({ slug: bank }) => bank).filter((bank) => drawn.has(bank));
  const names: string[] = [];
  for (const bank of wanted) names.push(await exportBank(services, caller, { directory, slug: bank }));
  return names;
}
