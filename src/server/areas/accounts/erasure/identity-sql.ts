import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { HeldAddress } from '#domain/accounts/held-address';
import type { DB } from '#server/db/types';

/** Everything by which a person can be recognised: the id, and all names and addresses the account ever had. */
export interface Identity {
  readonly id: string;
  readonly names: readonly string[];
  /** None of an account that was never confirmed. */
  readonly addresses: readonly HeldAddress[];
}

/**
 * What the account is called now and was called before. An address that was never confirmed may be anybody's, and one that the
 * person left belongs to others since then: what they sent from it doesn't go with the account. Where nobody knows when it was
 * left, it is theirs as soon as they have an account.
 */
export async function selectIdentity(trx: Transaction<DB>, id: string): Promise<Identity> {
  const { rows } = await sql<{ name: string; address: null } | (HeldAddress & { name: null })>`
    with said as (select before as value from audit_log where entity = 'user' and entity_id = ${id}
      union all select after from audit_log where entity = 'user' and entity_id = ${id}),
    known as (
      select email as address, 'infinity'::timestamptz as until from users where id = ${id}::uuid
      union all select old_email, confirmed_at from address_changes where user_id = ${id}::uuid
      -- Of one that was undone; the others were left by the next change, if at all.
      union all select new_email, case when ended_at < expires_at then ended_at end from address_changes
        where user_id = ${id}::uuid and confirmed_at is not null
      union all select lower(value ->> 'email'), null from said where value ->> 'email' like '%@%'),
    held as (select address, coalesce(max(until), 'infinity') as until from known group by address)
    select name, null::text as address, null::timestamptz as until from users where id = ${id}::uuid
    union select value ->> 'name', null, null from said where value ->> 'name' <> ''
    union select null, address, nullif(until, 'infinity') from held
    where exists (select from users where id = ${id}::uuid and email_verified)
      and (until < 'infinity' or not exists (select from users where email = address and id <> ${id}::uuid))`.execute(
    trx,
  );
  return {
    id,
    names: rows.flatMap(({ name }) => name ?? []),
    addresses: rows.flatMap((row) =>
      row.address === null ? [] : { address: row.address, until: row.until },
    ),
  };
}

/** What the addresses are, whenever they were the person's. */
export function wordsOf({ addresses }: Identity): string[] {
  return addresses.map(({ address }) => address);
}

/** The addresses that were the person's at a time, as an array. */
export function addressesAt(identity: Identity, at: RawBuilder<unknown>): RawBuilder<string[]> {
  const ends = identity.addresses.map(({ until }) => until?.toISOString() ?? 'infinity');
  return sql`array(select held.address from unnest(${wordsOf(identity)}::text[], ${ends}::timestamptz[]) held (address, until)
    where ${at} <= held.until)`;
}

/** Whether an address was the person's at a time. */
export function isTheirs(
  identity: Identity,
  address: RawBuilder<unknown>,
  at: RawBuilder<unknown>,
): RawBuilder<boolean> {
  // The first is for an index.
  return sql`(${address} = any (${wordsOf(identity)}::text[]) and ${address} = any (${addressesAt(identity, at)}))`;
}
