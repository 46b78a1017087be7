import type { ImportReport } from '#contract/questions/import-form';
import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { selectBank } from '../bank-sql.ts';
import { loadPresent } from '../drawing/load-present.ts';
import { checkPictures } from '../questions/check-pictures.ts';
import { planImport } from './plan-import.ts';
import { readFile, type SentFile } from './read-file.ts';

/** What an import of this file would do; nothing is stored. Fails with BANK_NOT_FOUND and, with the reason, BAD_INPUT. */
export async function checkImport(
  { db }: Services,
  { viewer }: Caller,
  sent: SentFile,
): Promise<ImportReport> {
  authorise(canAdminister(viewer));
  if (!(await selectBank(db.kysely, sent.id))) throw new Failure('BANK_NOT_FOUND');
  const found = await readFile(sent);
  const pictures = await checkPictures(db.kysely, found.pictures);
  return planImport(found.questions, await loadPresent(db.kysely, sent.id), pictures).report;
}
