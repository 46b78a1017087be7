import { recordAudit } from '#server/db/audit';
import type { Caller, Services } from '#server/services';
import { setCsvHeaders, streamCsv } from '#server/stream-csv';
import { listGrades } from './list-grades.ts';

const BATCH = 500;

/** The gradebook of a course as a CSV file, a column for each exam. Audited. Fails with COURSE_NOT_FOUND. */
export async function exportGrades(
  { clock, db }: Services,
  caller: Caller,
  { courseId }: { courseId: string },
  { resHeaders }: { resHeaders: Headers },
): Promise<ReadableStream<Uint8Array>> {
  const first = await listGrades({ db }, caller, { courseId, q: '', page: 1, size: BATCH });
  await db.transaction((trx) =>
    recordAudit(trx, caller, { action: 'course.export-grades', entity: 'course', entityId: courseId }),
  );
  setCsvHeaders(resHeaders, 'gradebook', clock.now());
  const titles = first.exams.map(({ title }, at) => `${at + 1}. ${title} (%)`);
  return streamCsv(['name', 'email', 'enrolled_at', 'completed_at', 'done', 'total', ...titles], pages());

  async function* pages() {
    for (let page = 1; ; page += 1) {
      const { exams, items } =
        page === 1 ? first : await listGrades({ db }, caller, { courseId, q: '', page, size: BATCH });
      yield items.map(({ completedAt, done, email, enrolledAt, name, results, total }) => ({
        name,
        email,
        enrolled_at: enrolledAt,
        completed_at: completedAt,
        done,
        total,
        ...Object.fromEntries(
          exams.map(({ sectionId }, at) => [
            titles[at] ?? '',
            results.find((one) => one.sectionId === sectionId)?.percent ?? null,
          ]),
        ),
      }));
      if (items.length < BATCH) return;
    }
  }
}
