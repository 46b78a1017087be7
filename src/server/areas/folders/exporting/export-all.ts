import { canAdminister } from '#domain/access/can-administer';
import { selectSlugs } from '#server/areas/banks/bank-sql';
import { collectBank } from '#server/areas/banks/files/export-bank';
import { collectCourse } from '#server/areas/courses/folders/export-course';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { selectWrittenSlugs } from './export-sql.ts';
import { inFolder, sendAs } from './send-as.ts';
import { type Part, zipStream } from './zip-stream.ts';

/** Every course, post, and question bank in one zip file, which imports as a whole. Audited, as exams have their keys in it. */
export async function exportAll(
  services: Services,
  caller: Caller,
  { resHeaders }: { resHeaders: Headers },
): Promise<ReadableStream<Uint8Array>> {
  authorise(canAdminister(caller.viewer));
  await services.db.transaction((trx) =>
    recordAudit(trx, caller, { action: 'course.export-all', entity: 'course' }),
  );
  sendAs(resHeaders, `courses-${services.clock.now().toISOString().slice(0, 10)}`);
  return zipStream(services, partsOf(services, caller));
}

async function* partsOf(services: Services, caller: Caller): AsyncGenerator<Part> {
  const { kysely } = services.db;
  for (const { kind, slug } of await selectWrittenSlugs(kysely)) {
    const files = await unlessGone(collectCourse(services, caller, slug));
    if (files) yield inFolder(kind === 'post' ? `posts/${slug}` : slug, files);
  }
  for (const slug of await selectSlugs(kysely)) {
    const files = await unlessGone(collectBank(services, caller, slug));
    if (files) yield inFolder('banks', files);
  }
}

/** What was deleted since the list was read is left out. */
async function unlessGone(collected: Promise<Part>): Promise<Part | null> {
  try {
    return await collected;
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  }
}
