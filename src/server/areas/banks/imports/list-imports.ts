import type { BankImport } from '#contract/exams/banks';
import { importReport } from '#contract/questions/import-form';
import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { selectBank, selectImports } from '../bank-sql.ts';

const MAX = 50;
const MAX_LOST = 50;

/** The last imports into a bank, newest first. Fails with BANK_NOT_FOUND. */
export async function listImports(
  { db }: Services,
  { viewer }: Caller,
  { id }: { id: string },
): Promise<BankImport[]> {
  authorise(canAdminister(viewer));
  if (!(await selectBank(db.kysely, id))) throw new Failure('BANK_NOT_FOUND');
  const rows = await selectImports(db.kysely, id, MAX);
  return rows.map(({ created_at, file_name, id: importId, report, undone_at }) => {
    const { changed, dropped, items, kept } = importReport.parse(report);
    const lost = ['dropped', 'changed'].flatMap((each) => items.filter(({ outcome }) => outcome === each));
    return {
      id: importId,
      fileName: file_name,
      kept,
      changed,
      dropped,
      lost: lost.slice(0, MAX_LOST),
      createdAt: created_at.toISOString(),
      undoneAt: undone_at?.toISOString() ?? null,
    };
  });
}
