import { canAdminister } from '#domain/access/can-administer';
import { withDrawnBanks } from '#server/areas/banks/files/export-drawn-banks';
import { collectCourse } from '#server/areas/courses/folders/export-course';
import { selectWritten } from '#server/areas/courses/sql';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { inFolder, sendAs } from './send-as.ts';
import { type Part, zipStream } from './zip-stream.ts';

/**
 * A course or post as a zip file of its folder, with the question banks that it draws from. Exams have their keys in it: the
 * export is audited. Fails with COURSE_NOT_FOUND.
 */
export async function exportFolder(
  services: Services,
  caller: Caller,
  { id }: { id: string },
  { resHeaders }: { resHeaders: Headers },
): Promise<ReadableStream<Uint8Array>> {
  authorise(canAdminister(caller.viewer));
  const course = await selectWritten(services.db.kysely, id);
  if (!course) throw new Failure('COURSE_NOT_FOUND');
  const { slug } = course;
  await services.db.transaction((trx) =>
    recordAudit(trx, caller, { action: 'course.export', entity: 'course', entityId: id, after: { slug } }),
  );
  sendAs(resHeaders, slug);
  return zipStream(services, partsOf(services, caller, slug));
}

async function* partsOf(services: Services, caller: Caller, slug: string): AsyncGenerator<Part> {
  const files = await collectCourse(services, caller, slug);
  yield inFolder(slug, await withDrawnBanks(services, caller, { files, slug }));
}
