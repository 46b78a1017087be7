import { sql, type Transaction } from 'kysely';
import type { DB } from '#server/db/types';

/** Everything by which a person can be recognised: the id, and all names and addresses the account ever had. */
export interface Identity {
  readonly id: string;
  readonly names: readonly string[];
  /** None of an account that was never confirmed. */
  readonly addresses: readonly string[];
}

/**
 * What the account is called now and was called before. An address that somebody else has by now is theirs, and one that
 * was never confirmed may be anybody's: what was sent from it by whoever owns it doesn't go with the account.
 */
export async function selectIdentity(trx: Transaction<DB>, id: string): Promise<Identity> {
  const { rows } = await sql<{ kind: string; word: string }>`
    with said as (select before as value from audit_log where entity = 'user' and entity_id = ${id}
      union all select after from audit_log where entity = 'user' and entity_id = ${id}),
    known as (
      select 'name' as kind, name as word from users where id = ${id}::uuid
      union select 'address', email from users where id = ${id}::uuid
      union select 'address', old_email from address_changes where user_id = ${id}::uuid
      union select 'address', new_email from address_changes where user_id = ${id}::uuid and confirmed_at is not null
      union select 'name', value ->> 'name' from said where value ->> 'name' <> ''
      union select 'address', lower(value ->> 'email') from said where value ->> 'email' like '%@%')
    select kind, word from known
    where kind = 'name' or (exists (select from users where id = ${id}::uuid and email_verified)
      and not exists (select from users where email = word and id <> ${id}::uuid))`.execute(trx);
  const of = (kind: string) => rows.filter((row) => row.kind === kind).map(({ word }) => word);
  return { id, names: of('name'), addresses: of('address') };
}
