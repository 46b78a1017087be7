import { sql } from 'kysely';
import type { Db, Reader } from '#server/db/client';
import { prepared } from '#server/db/prepared';
import type { Notice } from '#server/platform/payments/payment-provider';
import { BILLING_CHANNEL } from '../billing-channel.ts';

// One statement, and so one way to the database and back: the processes hear of it once it is kept.
const insert = prepared(`
  with kept as (
    insert into billing_inbox (provider, event_id, type, customer, charge, created, livemode, received_at, next_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $8) on conflict do nothing returning 1)
  select pg_notify($9, '') from kept`);

/** Keeps a notice, once however often it comes, and wakes who answers it; nothing of it but whom it rings for. */
export async function insertNotice(
  { pool }: Db,
  provider: string,
  { charge, created, customer, id, livemode, type }: Notice,
  now: Date,
): Promise<void> {
  await insert(pool, [provider, id, type, customer, charge, created, livemode, now, BILLING_CHANNEL]);
}

export interface KeptNotice {
  readonly provider: string;
  readonly event_id: string;
  readonly type: string;
  readonly customer: string | null;
  readonly charge: string | null;
  readonly livemode: boolean;
  readonly tries: number;
}

/**
 * The next notice whose work is due, kept from other processes for a while; with it the others of its customer, which the
 * same look answers.
 */
export async function leaseNotice(
  db: Reader,
  now: Date,
  leaseSeconds: number,
): Promise<KeptNotice | undefined> {
  const until = sql`${now}::timestamptz + make_interval(secs => ${leaseSeconds})`;
  const { rows } = await sql<KeptNotice>`
    with first as (
      select provider, event_id, customer from billing_inbox
      where done_at is null and parked_at is null and next_at <= ${now}
      order by next_at limit 1 for update skip locked),
    others as (
      update billing_inbox set next_at = ${until}
      where (provider, event_id) in (
        select o.provider, o.event_id from billing_inbox o join first using (provider, customer)
        where o.done_at is null and o.parked_at is null and o.next_at <= ${now} and o.event_id <> first.event_id
        for update of o skip locked))
    update billing_inbox set tries = tries + 1, next_at = ${until}
    where (provider, event_id) = (select provider, event_id from first)
    returning provider, event_id, type, customer, charge, livemode, tries`.execute(db);
  return rows[0];
}

export async function markDone(db: Reader, { event_id, provider }: KeptNotice, now: Date): Promise<void> {
  await sql`
    update billing_inbox set done_at = ${now}, last_error = null
    where provider = ${provider} and event_id = ${event_id}`.execute(db);
}

/** A look at every customer answers all notices that came before the first of them, also those that name none. */
export async function markAllAnswered(
  db: Reader,
  provider: string,
  livemode: boolean,
  { before, now }: { readonly before: Date; readonly now: Date },
): Promise<void> {
  await sql`
    update billing_inbox set done_at = ${now}, last_error = null
    where provider = ${provider} and livemode = ${livemode} and done_at is null and received_at < ${before}`.execute(
    db,
  );
}

/** Whether other notices were given up as well and are not answered yet. */
export async function hasOtherParked(db: Reader, { event_id, provider }: KeptNotice): Promise<boolean> {
  const { rows } = await sql`
    select from billing_inbox where done_at is null and parked_at is not null and livemode = payments_livemode()
      and (provider, event_id) <> (${provider}, ${event_id}) limit 1`.execute(db);
  return rows.length > 0;
}

/** Tries again at `next`, the others of its customer not before either; null: never by itself. */
export async function postponeNotice(
  db: Reader,
  { customer, event_id, provider }: KeptNotice,
  { error, next, now }: { readonly error: string; readonly next: Date | null; readonly now: Date },
): Promise<void> {
  await sql`
    update billing_inbox set last_error = ${error}, next_at = coalesce(${next}::timestamptz, next_at),
      parked_at = case when ${next}::timestamptz is null then ${now}::timestamptz end
    where provider = ${provider} and event_id = ${event_id}`.execute(db);
  await sql`
    update billing_inbox set next_at = coalesce(${next}::timestamptz, ${now})
    where provider = ${provider} and customer = ${customer} and event_id <> ${event_id}
      and done_at is null and parked_at is null`.execute(db);
}

/** Deletes notices that were answered long ago: the provider sends none again after so long. Answers how many. */
export async function deleteAnswered(db: Reader, before: Date): Promise<number> {
  const { numAffectedRows } = await sql`delete from billing_inbox where done_at < ${before}`.execute(db);
  return Number(numAffectedRows ?? 0);
}
