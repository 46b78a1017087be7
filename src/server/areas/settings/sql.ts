import type { Transaction } from 'kysely';
import type { Reader } from '#server/db/client';
import type { DB } from '#server/db/types';

/** A setting as it is saved. */
export function selectSetting(db: Reader, name: string) {
  return db
    .selectFrom('site_settings')
    .select(['value', 'version'])
    .where('name', '=', name)
    .executeTakeFirst();
}

/** The same, held until the end of the transaction. */
export function holdSetting(trx: Transaction<DB>, name: string) {
  return trx
    .selectFrom('site_settings')
    .select(['value', 'version'])
    .where('name', '=', name)
    .forUpdate()
    .executeTakeFirst();
}
