import { sql } from 'kysely';
import { REQUEST_COLUMNS, type RequestRow } from '#server/areas/billing/law/request-sql';
import type { Reader } from '#server/db/client';

/** A request with who it is of: by the account of who signed in, else by the address that was entered. */
export interface ListedRequest extends RequestRow {
  readonly member_id: string | null;
  readonly member_name: string | null;
  /** Of the member, whoever sent it. */
  readonly member_account: string | null;
}

const MEMBER = sql`
  left join billing_accounts a on a.id = r.account_id
  left join users e on r.account_id is null and e.email = lower(r.email)
  left join users u on u.id = coalesce(a.user_id, e.id)
  left join billing_accounts own on own.user_id = u.id`;

/** What waits for somebody, oldest first, and what was settled of late. */
export async function selectRequests(db: Reader): Promise<ListedRequest[]> {
  const { rows } = await sql<ListedRequest>`
    select r.*, u.id as member_id, u.name as member_name, own.id as member_account from (
      (select ${REQUEST_COLUMNS} from billing_requests where state <> 'done' order by received_at, id limit 200)
      union all
      (select ${REQUEST_COLUMNS} from billing_requests where state = 'done' order by received_at desc, id limit 50)) r
    ${MEMBER}
    order by r.state = 'done', case when r.state <> 'done' then r.received_at end, r.received_at desc, r.id`.execute(
    db,
  );
  return rows;
}

export async function selectRequest(db: Reader, id: string): Promise<ListedRequest | undefined> {
  const { rows } = await sql<ListedRequest>`
    select r.*, u.id as member_id, u.name as member_name, own.id as member_account
    from (select ${REQUEST_COLUMNS} from billing_requests where id = ${id}) r ${MEMBER}`.execute(db);
  return rows[0];
}
