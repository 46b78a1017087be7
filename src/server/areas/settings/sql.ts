import { sql, type Transaction } from 'kysely';
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

/** Settings that name a file, in the order in which they are locked; pages that are kept as settings are no settings. */
export async function selectNaming(db: Reader, address: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from site_settings
    where position(${address} in value::text) > 0 and name not in ('faq', 'contact') order by name`.execute(
    db,
  );
  return rows.map(({ name }) => name);
}
