import { sql, type Transaction } from 'kysely';
import type { RequestKind } from '#contract/legal';
import type { RefundTarget } from '#domain/billing/law/withdrawal-refund';
import type { Reader } from '#server/db/client';
import type { DB } from '#server/db/types';
import type { Customer } from '../looks/look-sql.ts';

export type Outcome = 'canceled' | 'refunded' | 'other';

export interface RequestRow {
  readonly id: string;
  readonly kind: RequestKind;
  readonly account_id: string | null;
  readonly subscription: string | null;
  readonly name: string | null;
  readonly email: string | null;
  readonly contract: string | null;
  readonly reason: string | null;
  readonly statement: string | null;
  readonly is_extraordinary: boolean;
  /** The day as ISO 8601 writes it. */
  readonly ends_on: string | null;
  readonly received_at: Date;
  readonly state: 'open' | 'accepted' | 'done';
  readonly outcome: Outcome | null;
  readonly targets: readonly RefundTarget[];
  readonly note: string | null;
  readonly tries: number;
  readonly last_error: string | null;
}

export const REQUEST_COLUMNS = sql`id, kind, account_id, subscription, name, email, contract, reason, statement, is_extraordinary,
  ends_on::text as ends_on, received_at, state, outcome, targets, note, tries, last_error`;

export type NewRequest = Omit<RequestRow, 'note' | 'tries' | 'last_error'>;

export async function insertRequest(trx: Transaction<DB>, request: NewRequest): Promise<void> {
  await trx
    .insertInto('billing_requests')
    .values({ ...request, targets: JSON.stringify(request.targets) })
    .execute();
}

/** A request, held until the transaction ends. */
export async function holdRequest(trx: Transaction<DB>, id: string): Promise<RequestRow | undefined> {
  const { rows } = await sql<RequestRow>`
    select ${REQUEST_COLUMNS} from billing_requests where id = ${id} for update`.execute(trx);
  return rows[0];
}

/** The withdrawal from a contract; undefined: nobody withdrew. */
export async function selectWithdrawalOf(db: Reader, subscription: string): Promise<RequestRow | undefined> {
  const { rows } = await sql<RequestRow>`
    select ${REQUEST_COLUMNS} from billing_requests where kind = 'withdrawal' and subscription = ${subscription}`.execute(
    db,
  );
  return rows[0];
}

/** What an account declared, newest first. */
export async function selectRequestsOf(db: Reader, accountId: string): Promise<RequestRow[]> {
  const { rows } = await sql<RequestRow>`
    select ${REQUEST_COLUMNS} from billing_requests where account_id = ${accountId} order by received_at desc limit 20`.execute(
    db,
  );
  return rows;
}

/** Takes a request to carry out, which nobody else does meanwhile; undefined: somebody has it, or it is not due. */
export async function leaseRequest(
  db: Reader,
  id: string,
  { now, until }: { now: Date; until: Date },
): Promise<RequestRow | undefined> {
  const { rows } = await sql<RequestRow>`
    update billing_requests set tries = tries + 1, leased_until = ${until}
    where id = ${id} and state = 'accepted' and leased_until <= ${now} returning ${REQUEST_COLUMNS}`.execute(
    db,
  );
  return rows[0];
}

/** Tries again at `next`. */
export async function postponeRequest(
  db: Reader,
  id: string,
  { error, next }: { error: string | null; next: Date },
): Promise<void> {
  await db
    .updateTable('billing_requests')
    .set({ last_error: error, leased_until: next })
    .where('id', '=', id)
    .where('state', '=', 'accepted')
    .execute();
}

export async function updateRequest(
  trx: Transaction<DB>,
  id: string,
  changes: Partial<Pick<RequestRow, 'account_id' | 'subscription' | 'state' | 'outcome' | 'note'>> & {
    readonly targets?: readonly RefundTarget[];
    readonly decided_by?: string;
    readonly decided_at?: Date;
    readonly done_at?: Date;
  },
): Promise<void> {
  const { targets, ...columns } = changes;
  await trx
    .updateTable('billing_requests')
    .set({ ...columns, last_error: null, ...(targets && { targets: JSON.stringify(targets) }) })
    .where('id', '=', id)
    .execute();
}

/** Requests that wait to be carried out, of accounts that payments of the running mode were made for. */
export async function selectDueRequests(
  db: Reader,
  now: Date,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<{ readonly id: string }[]> {
  return db
    .selectFrom('billing_requests')
    .select('id')
    .where('state', '=', 'accepted')
    .where('leased_until', '<=', now)
    .where('account_id', 'in', (query) =>
      query
        .selectFrom('billing_customers')
        .select('account_id')
        .where('livemode', '=', sql<boolean>`payments_livemode()`),
    )
    .$if(after !== undefined, (query) => query.where('id', '>', after ?? ''))
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** As whom a provider knew who ended a contract, deleted there or not: what was paid can still go back. */
export async function selectPayerOf(
  db: Reader,
  { livemode, name }: { readonly livemode: boolean; readonly name: string },
  { account_id, subscription }: Pick<RequestRow, 'account_id' | 'subscription'>,
): Promise<Customer | undefined> {
  const { rows } = await sql<Customer>`
    select c.provider, c.customer from billing_customers c
    where c.account_id = ${account_id} and c.provider = ${name} and c.livemode = ${livemode}
    order by exists (select from billing_facts f where f.provider = c.provider and f.customer = c.customer
      and f.kind = 'subscription' and f.subject = ${subscription}) desc, c.retired_at desc nulls first limit 1`.execute(
    db,
  );
  return rows[0];
}

/**
 * Deletes requests that belong to no account and were settled before, with the notices and emails about them. Answers how
 * many.
 */
export async function deleteOldRequests(trx: Transaction<DB>, before: Date): Promise<number> {
  const { rows } = await sql<{ event_key: string }>`
    delete from billing_requests where account_id is null and state = 'done' and done_at <= ${before}
    returning 'billing-request:' || id as event_key`.execute(trx);
  const keys = rows.map(({ event_key }) => event_key);
  const { rows: notices } = await sql<{ id: string }>`
    delete from notice_events where event_key = any (${keys}::text[]) returning id`.execute(trx);
  await sql`
    delete from mail_outbox where event_key = any (${keys}::text[])
      or split_part(event_key, ':', 2) = any (${notices.map(({ id }) => id)}::text[])`.execute(trx);
  return rows.length;
}
