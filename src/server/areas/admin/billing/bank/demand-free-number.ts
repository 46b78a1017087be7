import type { Transaction } from 'kysely';
import { isNumberTaken } from '#server/areas/billing/bank/bank-sql';
import { holdTurn } from '#server/db/hold-turn';
import type { DB } from '#server/db/types';
import { Failure } from '#server/failure';

/** Two invoices never have one number. Fails with INVOICE_NUMBER_TAKEN. */
export async function demandFreeNumber(trx: Transaction<DB>, number: string): Promise<void> {
  await holdTurn(trx, 'bank invoice numbers');
  if (await isNumberTaken(trx, number)) throw new Failure('INVOICE_NUMBER_TAKEN');
}
