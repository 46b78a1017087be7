import { canReadExamFile } from '#domain/access/content/can-read-exam-file';
import { shownFileName } from '#domain/exams/marking/blind';
import { signedIn } from '#server/areas/accounts/sessions/signed-in';
import { blockFile } from '#server/areas/media/blocks/block-file';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { selectFile } from './marking-sql.ts';

/**
 * A file that was handed in, as a download that no browser opens: for its candidate and for markers. A slow reader holds a
 * part of it in memory only. Fails with FILE_NOT_FOUND, also for somebody else's file.
 */
export async function getFile(
  { db, storage }: Services,
  caller: Caller,
  { id, resHeaders }: { id: string; resHeaders: Headers },
): Promise<ReadableStream<Uint8Array>> {
  const { userId } = signedIn(caller);
  const file = await selectFile(db.kysely, id);
  if (!file || !canReadExamFile(caller.viewer, { candidateId: file.user_id }).allowed)
    throw new Failure('FILE_NOT_FOUND');
  const key = `${id}.upload`;
  // A store that is away says so before the answer begins.
  if (!(await storage.get(key, { start: 0, end: 0 }))) throw new Failure('FILE_NOT_FOUND');
  const name = shownFileName(file.name, file.blind && file.user_id !== userId);
  resHeaders.set('content-type', 'application/octet-stream');
  resHeaders.set('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`);
  resHeaders.set('content-security-policy', "default-src 'none'; sandbox");
  const bytes = blockFile(storage, [{ key, bytes: file.bytes }]).read(0, file.bytes - 1);
  return bytes instanceof ReadableStream ? bytes : new Blob([bytes]).stream();
}
