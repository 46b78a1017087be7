import { type Kysely, sql, type Transaction } from 'kysely';
import type { Cursor } from '#server/cursor';
import type { Reader } from '#server/db/client';
import { isOlder } from '#server/db/lists/cursor-sql';
import type { DB } from '#server/db/types';

interface Row {
  readonly id: string;
  readonly template: string;
  readonly recipient: string;
  readonly failed_at: Date;
  readonly last_error: string | null;
  readonly can_retry: boolean;
  /** The instant as text, for the cursor. */
  readonly at: string;
}

/** Whether an email still says something, by the size of its words: they aren't unpacked for it. */
const hasWords = sql<boolean>`pg_column_size(props) > pg_column_size('{}'::jsonb)`;

/** Emails that were given up, newest first, and how many there are in all. */
export async function selectFailedMails(
  db: Kysely<DB>,
  { after, limit }: { after: Cursor | null; limit: number },
) {
  const { rows } = await sql<Row & { total: number; retryable: number }>`
    select m.id, m.template, m.recipient, m.failed_at, m.last_error, m.can_retry,
      m.failed_at::text as at, o.total, o.retryable
    from (
      select count(*)::int as total, count(*) filter (where ${hasWords})::int as retryable
      from mail_outbox where failed_at is not null
    ) o left join lateral (
      select *, ${hasWords} as can_retry from mail_outbox where failed_at is not null
        and ${isOlder(after, sql`failed_at`, sql`id`)}
      order by failed_at desc, id desc limit ${limit}
    ) m on true
    order by m.failed_at desc, m.id desc`.execute(db);
  const [first] = rows;
  return {
    rows: rows.filter(({ id }) => id !== null),
    total: first?.total ?? 0,
    retryable: first?.retryable ?? 0,
  };
}

const among = (ids: readonly string[] | undefined) => (ids ? sql`and id = any(${[...ids]}::uuid[])` : sql``);

/** When the newest email failed, as text; null: none did. */
export async function selectNewestFailure(db: Reader): Promise<string | null> {
  const { rows } = await sql<{ at: string | null }>`
    select max(failed_at)::text as at from mail_outbox where failed_at is not null`.execute(db);
  return rows[0]?.at ?? null;
}

interface Requeued {
  readonly ids: readonly string[] | undefined;
  readonly now: Date;
  /** The last one before; null: begins with the oldest. */
  readonly after: Cursor | null;
  /** What fails later isn't tried again. */
  readonly until: string;
  readonly limit: number;
}

/**
 * Makes the next so many failed emails due again that still say something, the oldest first; answers which, and to whom each of
 * them is.
 */
export async function requeueMails(
  trx: Transaction<DB>,
  { after, ids, limit, now, until }: Requeued,
): Promise<(Cursor & { readonly recipient: string })[]> {
  const onward = after ? sql`and (failed_at, id) > (${after.at}::timestamptz, ${after.id}::uuid)` : sql``;
  const { rows } = await sql<Cursor & { readonly recipient: string }>`
    with page as (
      select id, failed_at from mail_outbox
      where failed_at is not null and failed_at <= ${until}::timestamptz and ${hasWords} ${onward} ${among(ids)}
      order by failed_at, id limit ${limit} for update
    ), queued as (
      update mail_outbox m set failed_at = null, last_error = null, attempts = 0, taken_over = 0, claim = null,
        retried = true, next_attempt_at = ${now}
      from page where m.id = page.id returning m.id, m.recipient
    )
    select page.id, page.failed_at::text as at, queued.recipient from page join queued on queued.id = page.id
    order by page.failed_at, page.id`.execute(trx);
  return rows;
}

export async function deleteFailedMails(
  trx: Transaction<DB>,
  { ids, until }: { ids: readonly string[] | undefined; until: Cursor | null },
): Promise<number> {
  const listed = until ? sql`and (failed_at, id) <= (${until.at}::timestamptz, ${until.id}::uuid)` : sql``;
  const { numAffectedRows = 0n } =
    await sql`delete from mail_outbox where failed_at is not null ${among(ids)} ${listed}`.execute(trx);
  return Number(numAffectedRows);
}

/** Takes the words out of emails that failed before `border`. */
export async function emptyFailedMails(db: Reader, border: Date): Promise<void> {
  await sql`update mail_outbox set props = '{}' where failed_at < ${border} and props <> '{}'`.execute(db);
}
