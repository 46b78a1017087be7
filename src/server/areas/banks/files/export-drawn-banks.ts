import { storedExam } from '#server/areas/courses/catalogue/stored-exam';
import type { Db } from '#server/db/client';
import type { Caller, Services } from '#server/services';
import { selectExamsOfCourse, selectSlugs } from '../bank-sql.ts';
import { exportBank } from './export-bank.ts';

/** Writes the banks that a course draws or practices from beside its files, so that its folder is whole. Answers their names. */
export async function exportDrawnBanks(
  services: Services,
  caller: Caller,
  { directory, slug }: { directory: string; slug: string },
): Promise<string[]> {
  const names: string[] = [];
  for (const bank of await drawnBanks(services.db, slug))
    names.push(await exportBank(services, caller, { directory, slug: bank }));
  return names;
}

/** The slugs of the banks that a course draws or practices from. */
export async function drawnBanks({ kysely }: Db, slug: string): Promise<string[]> {
  const exams = (await selectExamsOfCourse(kysely, slug)).flatMap((exam) => storedExam(exam) ?? []);
  const drawn = new Set(
    exams.flatMap(({ draws, settings }) => [...draws.map(({ bank }) => bank), settings.practiceBank]),
  );
  return (await selectSlugs(kysely)).filter((bank) => drawn.has(bank));
}
