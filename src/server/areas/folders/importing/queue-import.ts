import type { FolderImport } from '#contract/courses/folders';
import { signedIn } from '#server/areas/accounts/sessions/signed-in';
import { notify } from '#server/db/notify';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { startFolderImport } from './folder-import-sql.ts';
import { deadSince, toFolderImport } from './to-folder-import.ts';

interface Wanted {
  readonly upload: { readonly id: string; readonly name: string };
  readonly state: 'checking' | 'importing';
  readonly force: boolean;
}

/** Lets a check or an import wait for a process, and wakes them all. Fails with FOLDER_IMPORT_RUNNING. */
export async function queueImport(
  { clock, db }: Pick<Services, 'clock' | 'db'>,
  caller: Caller,
  { force, state, upload }: Wanted,
): Promise<FolderImport> {
  const now = clock.now();
  const row = await db.transaction(async (trx) => {
    const started = await startFolderImport(trx, {
      ownerId: signedIn(caller).userId,
      uploadId: upload.id,
      name: upload.name,
      state,
      force,
      caller,
      now,
      deadSince: deadSince(now),
    });
    if (!started) throw new Failure('FOLDER_IMPORT_RUNNING');
    await notify(trx, 'import');
    return started;
  });
  return toFolderImport(row, now);
}
