import { canAdminister } from '#domain/access/can-administer';
import { signedIn } from '#server/areas/accounts/sessions/signed-in';
import { blockFile } from '#server/areas/media/blocks/block-file';
import { authorise } from '#server/authorise';
import { setCsvHeaders } from '#server/csv/stream-csv';
import { recordAudit } from '#server/db/audit';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { selectReady } from './exports-sql.ts';

/** One's own finished export, a block of it in memory at a time. Audited. Fails with EXPORT_NOT_FOUND. */
export async function downloadExport(
  { clock, db, storage }: Services,
  caller: Caller,
  { id }: { id: string },
  { resHeaders }: { resHeaders: Headers },
): Promise<ReadableStream<Uint8Array>> {
  authorise(canAdminister(caller.viewer));
  const { userId } = signedIn(caller);
  const found = await db.transaction(async (trx) => {
    const ready = await selectReady(trx, { id, userId, now: clock.now() });
    if (!ready) throw new Failure('EXPORT_NOT_FOUND');
    await recordAudit(trx, caller, { action: 'export.download', entity: 'export', entityId: id });
    return ready;
  });
  setCsvHeaders(resHeaders, found.kind, found.finished_at);
  const { read, size } = blockFile(storage, found.blocks);
  const bytes = read(0, size - 1);
  return bytes instanceof ReadableStream ? bytes : new Blob([bytes]).stream();
}
