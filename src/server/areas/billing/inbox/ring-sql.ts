import { sql } from 'kysely';
import type { Reader } from '#server/db/client';

interface Customer {
  readonly provider: string;
  readonly customer: string;
}

/** The notices of a customer that no look has answered yet, parked ones too. */
export async function selectRings(db: Reader, { customer, provider }: Customer): Promise<string[]> {
  const { rows } = await sql<{ event_id: string }>`
    select event_id from billing_inbox
    where provider = ${provider} and customer = ${customer} and done_at is null limit 1000`.execute(db);
  return rows.map(({ event_id }) => event_id);
}

/** One look answers every notice that was there before it began: by name, because clocks of processes differ. */
export async function answerRings(
  db: Reader,
  { provider }: Customer,
  eventIds: readonly string[],
  now: Date,
): Promise<void> {
  if (eventIds.length === 0) return;
  await sql`
    update billing_inbox set done_at = ${now}, last_error = null
    where provider = ${provider} and event_id = any(${[...eventIds]}::text[]) and done_at is null`.execute(
    db,
  );
}
