import { sql, type Transaction } from 'kysely';
import type { OpenAlert } from '#domain/health/alerts';
import { causeOf, type Problem } from '#domain/health/problems';
import type { Db, Reader } from '#server/db/client';
import type { DB } from '#server/db/types';

export interface AlertRow {
  readonly id: string;
  readonly kind: string;
  readonly subject: string;
  readonly detail: string;
  readonly first_seen_at: Date;
}

export async function selectOpenAlerts(trx: Transaction<DB>): Promise<OpenAlert[]> {
  const rows = await trx
    .selectFrom('health_alerts')
    .select(['id', 'cause', 'first_seen_at', 'last_seen_at', 'raised_at'])
    .where('ended_at', 'is', null)
    .orderBy('first_seen_at')
    .execute();
  return rows.map(({ cause, first_seen_at, id, last_seen_at, raised_at }) => ({
    id,
    cause,
    firstSeenAt: first_seen_at.getTime(),
    lastSeenAt: last_seen_at.getTime(),
    raisedAt: raised_at?.getTime() ?? null,
  }));
}

/** How many messages left since then. */
export async function countReported(trx: Transaction<DB>, since: Date): Promise<number> {
  const { rows } = await sql<{ reported: number }>`
    select (count(*) filter (where raised_at > ${since}::timestamptz)
      + count(*) filter (where over_at > ${since}::timestamptz))::int as reported from health_alerts
    where last_seen_at > ${since}::timestamptz - interval '1 day'`.execute(trx);
  return rows[0]?.reported ?? 0;
}

export async function insertAlert(trx: Transaction<DB>, problem: Problem, now: Date): Promise<void> {
  const { detail, kind, subject } = problem;
  await trx
    .insertInto('health_alerts')
    .values({ cause: causeOf(problem), kind, subject, detail, first_seen_at: now, last_seen_at: now })
    .execute();
}

export async function touchAlert(trx: Transaction<DB>, id: string, detail: string, now: Date): Promise<void> {
  await trx.updateTable('health_alerts').set({ last_seen_at: now, detail }).where('id', '=', id).execute();
}

export async function raiseAlert(trx: Transaction<DB>, id: string, now: Date): Promise<AlertRow> {
  return trx
    .updateTable('health_alerts')
    .set({ raised_at: now })
    .where('id', '=', id)
    .returning(['id', 'kind', 'subject', 'detail', 'first_seen_at'])
    .executeTakeFirstOrThrow();
}

export async function endAlert(
  trx: Transaction<DB>,
  id: string,
  { isReported, now }: { readonly isReported: boolean; readonly now: Date },
): Promise<AlertRow> {
  return trx
    .updateTable('health_alerts')
    .set({ ended_at: now, over_at: isReported ? now : null })
    .where('id', '=', id)
    .returning(['id', 'kind', 'subject', 'detail', 'first_seen_at'])
    .executeTakeFirstOrThrow();
}

export async function insertPost(trx: Transaction<DB>, body: object, now: Date): Promise<void> {
  await trx
    .insertInto('alert_posts')
    .values({ body: JSON.stringify(body), created_at: now, next_attempt_at: now })
    .execute();
}

export interface DuePost {
  readonly id: string;
  readonly body: string;
  readonly attempts: number;
  readonly created_at: Date;
}

/** The next alerts to post, in order, kept from other processes for two minutes; that one is over not before it was raised. */
export async function claimPosts({ kysely }: Db, now: Date): Promise<DuePost[]> {
  const { rows } = await sql<DuePost>`
    update alert_posts p set attempts = attempts + 1, next_attempt_at = ${now}::timestamptz + interval '2 minutes'
    from (
      select id from alert_posts waiting
      where posted_at is null and failed_at is null and next_attempt_at <= ${now}::timestamptz and not exists (
        select from alert_posts earlier where earlier.posted_at is null and earlier.failed_at is null
          and earlier.created_at < waiting.created_at and earlier.body -> 'id' = waiting.body -> 'id')
      order by created_at limit 20 for update skip locked
    ) due where p.id = due.id
    returning p.id, p.body::text as body, p.attempts, p.created_at`.execute(kysely);
  return rows.sort((a, b) => a.created_at.getTime() - b.created_at.getTime());
}

export async function markPosted({ kysely }: Db, id: string, now: Date): Promise<void> {
  await kysely
    .updateTable('alert_posts')
    .set({ posted_at: now, last_error: null })
    .where('id', '=', id)
    .execute();
}

/** `nextAt`: null gives it up. */
export async function postponePost(
  { kysely }: Db,
  id: string,
  { error, nextAt, now }: { readonly error: string; readonly nextAt: Date | null; readonly now: Date },
): Promise<void> {
  const then = nextAt ? { next_attempt_at: nextAt } : { failed_at: now };
  await kysely
    .updateTable('alert_posts')
    .set({ last_error: error, ...then })
    .where('id', '=', id)
    .execute();
}

/** Forgets alerts and what was posted of them after 90 days. */
export async function deleteOldAlerts(db: Reader, now: Date): Promise<void> {
  await sql`delete from health_alerts where ended_at < ${now}::timestamptz - interval '90 days'`.execute(db);
  await sql`delete from alert_posts where created_at < ${now}::timestamptz - interval '90 days'`.execute(db);
}
