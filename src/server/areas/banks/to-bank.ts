import type { BankRow as Reply } from '#contract/exams/banks';
import type { BankRow } from './bank-sql.ts';

/** A bank as the API names its fields. */
export function toBank({ description, id, questions, slug, title, updated_at, version }: BankRow): Reply {
  return { id, slug, title, description, version, questions, updatedAt: updated_at.toISOString() };
}
