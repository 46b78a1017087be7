import { sql } from 'kysely';
import type { Reader } from '#server/db/client';

interface Member {
  readonly id: string;
  readonly name: string;
}

/** Who a request is of: by the account of who signed in, else by the address that was entered. */
export async function selectMemberOf(
  db: Reader,
  { account_id, email }: { readonly account_id: string | null; readonly email: string | null },
): Promise<Member | undefined> {
  const { rows } = await sql<Member>`
    select u.id, u.name from users u left join billing_accounts a on a.user_id = u.id
    where case when ${account_id}::uuid is null then u.email = lower(${email}) else a.id = ${account_id}::uuid end`.execute(
    db,
  );
  return rows[0];
}
