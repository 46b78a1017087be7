import type { Transaction } from 'kysely';
import { freeName } from '#domain/courses/slug';
import { holdTurn } from '#server/db/hold-turn';
import type { DB } from '#server/db/types';
import { selectSlugs } from './bank-sql.ts';

/** This slug for a bank or the next free one; until the transaction ends nobody else chooses one. */
export async function freeBankSlug(trx: Transaction<DB>, wanted: string): Promise<string> {
  // Two of one title at the same moment would choose the same slug.
  await holdTurn(trx, 'slugs of banks');
  const taken = new Set(await selectSlugs(trx));
  return freeName(wanted, (name) => taken.has(name));
}
