import type { BankQuestionRow } from '#contract/exams/banks';
import { canAdminister } from '#domain/access/can-administer';
import type { KindName } from '#domain/exams/kinds/kinds';
import { authorise } from '#server/authorise';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { selectBank } from '../bank-sql.ts';
import { selectQuestions } from './question-sql.ts';

const PAGE_SIZE = 50;

interface Input {
  readonly id: string;
  readonly q: string;
  readonly tag?: string | undefined;
  readonly kind?: KindName | undefined;
  readonly page: number;
}

/** The questions of a bank. Fails with BANK_NOT_FOUND. */
export async function listQuestions(
  { db }: Services,
  { viewer }: Caller,
  { id, kind, page, q, tag }: Input,
): Promise<{ items: BankQuestionRow[]; total: number; page: number; pageSize: number }> {
  authorise(canAdminister(viewer));
  if (!(await selectBank(db.kysely, id))) throw new Failure('BANK_NOT_FOUND');
  const at = { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE };
  const { rows, total } = await selectQuestions(db.kysely, { bankId: id, contains: q, tag, kind, ...at });
  const items = rows.map(({ updated_at, ...row }) => ({ ...row, updatedAt: updated_at.toISOString() }));
  return { items, total, page, pageSize: PAGE_SIZE };
}
