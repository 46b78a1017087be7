import { type RawBuilder, sql, type Transaction } from 'kysely';
import { containing } from '#server/db/literal-pattern';
import type { DB } from '#server/db/types';
import type { Identity } from './select-identity.ts';

/** Values about the account itself that say nothing of who it was, besides numbers and yes or no. */
const HARMLESS = ['tier', 'role'];

/**
 * Takes the identity of an account that is gone out of the audit log: its pseudonym stands for its id in every row, and
 * names, addresses and networks are left out. What was done, when and by what kind of actor stays.
 */
export async function eraseAudit(
  trx: Transaction<DB>,
  { addresses, id, names }: Identity,
  pseudonym: string,
): Promise<void> {
  await sql`select set_config('lectern.erased_account', ${id}, true)`.execute(trx);
  const somewhere = [id, ...addresses].map((word) => containing(word));
  const erased = (value: RawBuilder<unknown>) => sql`
    case when a.entity = 'user' and a.entity_id = ${id}
      then (select jsonb_object_agg(key, value) from jsonb_each(case when jsonb_typeof(${value}) = 'object' then ${value} end)
        where jsonb_typeof(value) in ('boolean', 'number', 'null') or key = any (${HARMLESS}))
      else erase_identity(${value}, ${id}, ${addresses}::text[], ${names}::text[], ${pseudonym}) end`;
  await sql`
    update audit_log a set erased_at = now(),
      actor_id = case when a.actor_id = ${id}::uuid then ${pseudonym}::uuid else a.actor_id end,
      api_key_id = case when a.actor_id = ${id}::uuid then null else a.api_key_id end,
      ip_address = case when coalesce(a.actor_id::text, a.entity_id) = ${id} then null else a.ip_address end,
      entity_id = replace(a.entity_id, ${id}, ${pseudonym}),
      before = ${erased(sql`a.before`)}, after = ${erased(sql`a.after`)}
    where a.actor_id = ${id}::uuid or a.entity_id like ${`%${id}%`}
      or a.before::text ilike any (${somewhere}) or a.after::text ilike any (${somewhere})`.execute(trx);
  await sql`select set_config('lectern.erased_account', '', true)`.execute(trx);
}
