import { storedExam } from '#server/areas/courses/catalogue/stored-exam';
import type { Caller, Services } from '#server/services';
import { selectExamsOfCourse, selectSlugs } from '../bank-sql.ts';
import { exportBank } from './export-bank.ts';

/** Writes the banks that a course draws or practices from beside its files, so that its folder is whole. Answers their names. */
export async function exportDrawnBanks(
  services: Services,
  caller: Caller,
  { directory, slug }: { directory: string; slug: string },
): Promise<string[]> {
  const { kysely } = services.db;
  const exams = (await selectExamsOfCourse(kysely, slug)).flatMap((exam) => storedExam(exam) ?? []);
  const drawn = new Set(
    exams.flatMap(({ draws, settings }) => [...draws.map(({ bank }) => bank), settings.practiceBank]),
  );
  const wanted = (await selectSlugs(kysely)).filter((bank) => drawn.has(bank));
  const names: string[] = [];
  for (const bank of wanted) names.push(await exportBank(services, caller, { directory, slug: bank }));
  return names;
}
