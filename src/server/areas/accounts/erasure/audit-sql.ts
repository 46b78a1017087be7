import { type RawBuilder, sql, type Transaction } from 'kysely';
import { containing } from '#server/db/lists/literal-pattern';
import type { DB } from '#server/db/types';
import { redactNames } from '../sessions/redact-names.ts';
import { mentionedBy } from './erase-sql.ts';
import { addressesAt, type Identity } from './identity-sql.ts';

/** Values about the account itself that say nothing of who it was, besides numbers and yes or no. */
const HARMLESS = ['tier', 'role'];

/**
 * What may speak of somebody besides its actor and its entity, as the index over it says (migration 225). The others are written
 * most: their values are ids of comments and courses, and kinds of factors and services.
 */
export const MAY_MENTION = sql`action not in ('account.sign-in', 'account.sign-out', 'comment.add', 'comment.reply')`;

interface Erased {
  /** Stands for the id from now on. */
  readonly pseudonym: string;
  /** Ids of what was the person's own: others may have written the name into what was done to it. */
  readonly things: readonly string[];
  readonly now: Date;
}

/**
 * Takes the identity of an account that is gone out of the audit log: its pseudonym stands for its id in every row, and
 * names, addresses and networks are left out. What was done, when and by what kind of actor stays.
 */
export async function eraseAudit(
  trx: Transaction<DB>,
  identity: Identity,
  { now, pseudonym, things }: Erased,
): Promise<void> {
  const { addresses, id, names } = identity;
  await sql`select set_config('lectern.erased_account', ${id}, true)`.execute(trx);
  const named = names.map((name) => containing(name));
  // Each until it was left: what speaks of it since then speaks of somebody else.
  const mentioning = [{ address: id, until: null }, ...addresses].map(
    ({ address, until }) => sql`union all select id from audit_log
        where ${MAY_MENTION} and mentioned(coalesce(entity_id, '') || ' ' || coalesce(before::text, '') || ' ' || coalesce(after::text, ''))
          && ${mentionedBy([address])} and at <= ${until?.toISOString() ?? 'infinity'}::timestamptz`,
  );
  const erased = (value: RawBuilder<unknown>) => sql`
    case when a.entity = 'user' and a.entity_id = ${id}
      then (select jsonb_object_agg(key, value) from jsonb_each(case when jsonb_typeof(${value}) = 'object' then ${value} end)
        where jsonb_typeof(value) in ('boolean', 'number', 'null') or key = any (${HARMLESS}))
      else erase_identity(${value}, ${id}, ${addressesAt(identity, sql`a.at`)}, '{}', ${pseudonym}) end`;
  const { rows } = await sql<Row>`
    with changed as (update audit_log a set erased_at = ${now},
      actor_id = case when a.actor_id = ${id}::uuid then ${pseudonym}::uuid else a.actor_id end,
      on_behalf_of = case when a.on_behalf_of = ${id}::uuid then ${pseudonym}::uuid else a.on_behalf_of end,
      api_key_id = case when a.actor_id = ${id}::uuid then null else a.api_key_id end,
      ip_address = case when coalesce(a.actor_id::text, a.entity_id) = ${id} then null else a.ip_address end,
      entity_id = replace(a.entity_id, ${id}, ${pseudonym}),
      before = ${erased(sql`a.before`)}, after = ${erased(sql`a.after`)}
    where a.id in (
      select id from audit_log where actor_id = ${id}::uuid
      union all select id from audit_log where on_behalf_of = ${id}::uuid
      union all select id from audit_log where entity_id = any (${[id, ...things]}::text[])
      ${sql.join(mentioning, sql` `)})
    returning id, before, after)
    select * from changed where before::text ilike any (${named}) or after::text ilike any (${named})`.execute(
    trx,
  );
  for (const row of rows) await eraseNames(trx, row, names);
  await sql`select set_config('lectern.erased_account', '', true)`.execute(trx);
}

interface Row {
  readonly id: number;
  readonly before: unknown;
  readonly after: unknown;
}

/** A name may stand within what somebody wrote: the name of a key, a reason, a remark. */
async function eraseNames(trx: Transaction<DB>, { after, before, id }: Row, names: readonly string[]) {
  const json = (value: unknown) => (value === null ? null : JSON.stringify(redactNames(value, names)));
  await sql`update audit_log set before = ${json(before)}::jsonb, after = ${json(after)}::jsonb where id = ${id}`.execute(
    trx,
  );
}
