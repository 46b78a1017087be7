import type { FolderImport } from '#contract/courses/folders';
import { canAdminister } from '#domain/access/can-administer';
import { signedIn } from '#server/areas/accounts/sessions/signed-in';
import { authorise } from '#server/authorise';
import type { Caller, Services } from '#server/services';
import { selectFolderImport } from './folder-import-sql.ts';
import { toFolderImport } from './to-folder-import.ts';

/** The import that the caller started last, and how far it is. */
export async function getImport(
  { clock, db }: Pick<Services, 'clock' | 'db'>,
  caller: Caller,
): Promise<{ import: FolderImport | null }> {
  authorise(canAdminister(caller.viewer));
  const row = await selectFolderImport(db.kysely, signedIn(caller).userId);
  return { import: row ? toFolderImport(row, clock.now()) : null };
}
