import type { Kysely, Transaction } from 'kysely';
import type { Reader } from '#server/db/client';
import type { DB } from '#server/db/types';

const COLUMNS = ['id', 'name', 'tier', 'price', 'description', 'features'] as const;

export function selectPlans(db: Kysely<DB>) {
  return db
    .selectFrom('subscription_plans')
    .select(COLUMNS)
    .orderBy('price')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export function selectPlan(db: Reader, id: string) {
  return db
    .selectFrom('subscription_plans')
    .select([...COLUMNS, 'version'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** The plan, kept from changing until the transaction ends. */
export function lockPlan(trx: Transaction<DB>, id: string) {
  return trx
    .selectFrom('subscription_plans')
    .select([...COLUMNS, 'version'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}
