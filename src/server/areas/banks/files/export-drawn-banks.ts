import { storedExam } from '#server/areas/courses/catalogue/stored-exam';
import type { FileContent } from '#server/areas/courses/folders/export-media';
import { writeFiles } from '#server/areas/courses/folders/write-files';
import type { Db } from '#server/db/client';
import type { Caller, Services } from '#server/services';
import { selectExamsOfCourse, selectSlugs } from '../bank-sql.ts';
import { collectBank } from './export-bank.ts';

interface Course {
  readonly slug: string;
  /** What is in its folder, by path. */
  readonly files: ReadonlyMap<string, FileContent>;
}

/** Writes the banks that a course draws or practices from beside its files, so that its folder is whole. */
export async function exportDrawnBanks(
  services: Services,
  caller: Caller,
  { directory, ...course }: Course & { directory: string },
): Promise<void> {
  const all = await withDrawnBanks(services, caller, course);
  await writeFiles(directory, new Map([...all].filter(([path]) => !course.files.has(path))));
}

/** The files of a course with the banks that it draws or practices from. */
export async function withDrawnBanks(
  services: Services,
  caller: Caller,
  { files, slug }: Course,
): Promise<Map<string, FileContent>> {
  const all = new Map(files);
  for (const bank of await drawnBanks(services.db, slug)) await collectBank(services, caller, bank, all);
  return all;
}

/** The slugs of the banks that a course draws or practices from. */
async function drawnBanks({ kysely }: Db, slug: string): Promise<string[]> {
  const exams = (await selectExamsOfCourse(kysely, slug)).flatMap((exam) => storedExam(exam) ?? []);
  const drawn = new Set(
    exams.flatMap(({ draws, settings }) => [...draws.map(({ bank }) => bank), settings.practiceBank]),
  );
  return (await selectSlugs(kysely)).filter((bank) => drawn.has(bank));
}
