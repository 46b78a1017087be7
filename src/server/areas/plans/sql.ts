import type { Kysely } from 'kysely';
import type { DB } from '#server/db/types';

export function selectPlans(db: Kysely<DB>) {
  return db
    .selectFrom('subscription_plans')
    .select(['id', 'name', 'tier', 'price', 'description', 'features'])
    .orderBy('price')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}
