import type { Transaction } from 'kysely';
import { movementsOf } from '#domain/billing/revenue/movements';
import type { DB } from '#server/db/types';
import { areMovementsDue, replaceMovements, selectRevenueFacts, selectSoldPrices } from './movement-sql.ts';

/** Writes down how the revenue of an account moved, when facts came since the last time. The account must be held. */
export async function writeMovements(trx: Transaction<DB>, accountId: string): Promise<void> {
  if (!(await areMovementsDue(trx, accountId))) return;
  const facts = await selectRevenueFacts(trx, accountId);
  const prices = await selectSoldPrices(trx);
  const movements = [...facts].flatMap(([livemode, own]) =>
    movementsOf(own, prices).map((movement) => ({ ...movement, livemode })),
  );
  await replaceMovements(trx, accountId, movements);
}
