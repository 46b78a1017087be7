import { sql } from 'kysely';
import type { Reader } from '#server/db/client';
import { NO_ANSWER, PROVIDER_FAILED } from './command-sql.ts';

/** How a refund ended of which a later look has shown whether it was done. */
const SETTLED = 'settled by a later refund';

/** A refund of an invoice that was once written down. */
export interface GivenRefund {
  readonly id: string;
  /** In the smallest unit; null: all that was left. */
  readonly amount: number | null;
  /** What was paid back before it. */
  readonly refunded: number;
  /** The withdrawal that it was given for; null: an administrator's wish. */
  readonly request: string | null;
  readonly tries: number;
  readonly createdAt: Date;
  readonly isClosed: boolean;
  /** Nobody knows whether it was done: it failed without a word, or its answer is still to come. */
  readonly isDoubtful: boolean;
  /** It was not done, for certain. */
  readonly isRefused: boolean;
  /**
   * It's being given now, or was so lately without an answer that the provider may still be at it. A look that failed since
   * says that its process is gone, and for longer than that.
   */
  readonly isRunning: boolean;
}

interface OfInvoice {
  readonly accountId: string;
  readonly invoice: string;
}

/** The refunds of an invoice, newest first. */
export async function selectRefunds(
  db: Reader,
  { accountId, invoice }: OfInvoice,
  now: Date,
): Promise<GivenRefund[]> {
  const { rows } = await sql<GivenRefund>`
    select id, args -> 'amount' as amount, (args ->> 'refunded')::int as refunded, args ->> 'request' as request, tries,
      created_at as "createdAt",
      done_at is not null as "isClosed",
      done_at is null or coalesce(last_error in (${NO_ANSWER}, ${PROVIDER_FAILED}), false) as "isDoubtful",
      done_at is not null and last_error is not null
        and last_error not in (${NO_ANSWER}, ${PROVIDER_FAILED}, ${SETTLED}) as "isRefused",
      case when done_at is null then last_error is null and due_at > ${now}
        else coalesce(last_error = ${NO_ANSWER}, false) and done_at > ${now}::timestamptz - interval '1 minute'
        end as "isRunning"
    from billing_commands
    where account_id = ${accountId} and kind = 'refund' and args ->> 'invoice' = ${invoice}
    order by created_at desc`.execute(db);
  return rows;
}

/** After a refund that was done, nothing is in doubt about those before it: the look before it has shown how they went. */
export async function settleRefunds(db: Reader, { accountId, invoice }: OfInvoice): Promise<void> {
  await sql`
    update billing_commands set last_error = ${SETTLED}
    where account_id = ${accountId} and kind = 'refund' and args ->> 'invoice' = ${invoice}
      and done_at is not null and last_error in (${NO_ANSWER}, ${PROVIDER_FAILED})`.execute(db);
}
