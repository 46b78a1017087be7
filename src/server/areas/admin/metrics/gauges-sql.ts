import { sql } from 'kysely';
import { MAIL_PRIORITY } from '#emails/mail-priority';
import { archiveFailing } from '#server/db/backup/archive-state';
import type { Reader } from '#server/db/client';
import { dueNotices } from '#server/db/mail/due-notices';
import { ALL_MAILS } from '#server/db/mail/mail-caps';

/** What waits in the database, for the whole school. Ages are in seconds, and 0 where nothing waits. */
export interface SchoolGauges {
  readonly mails: readonly {
    readonly priority: number;
    readonly waiting: number;
    readonly overdue: number;
  }[];
  readonly failed_mails: number;
  readonly labs_queued: number;
  readonly labs_running: number;
  readonly labs_oldest: number;
  readonly notices_due: number;
  readonly notices_failing: number;
  readonly notices_oldest: number;
  readonly inbox_waiting: number;
  readonly inbox_parked: number;
  readonly commands_open: number;
  readonly commands_parked: number;
  /** `finished` is a Unix time; null: never. */
  readonly chores: readonly {
    readonly name: string;
    readonly finished: number | null;
    readonly has_failed: boolean;
  }[];
  readonly database_bytes: number;
  /** Whether the server can't archive its log; null: it keeps no archive. */
  readonly archive_failing: boolean | null;
}

/**
 * All gauges in one statement; each count reads an index of what is open. A mail could have been sent since others of its minute were,
 * where the mail provider limits them: until then it only waited for its turn. Urgent ones wait for none.
 */
export async function selectGauges(db: Reader, now: Date): Promise<SchoolGauges> {
  const { rows } = await sql<SchoolGauges>`
    with mails as (
      select priority, count(*)::int as waiting,
        greatest(0, extract(epoch from ${now}::timestamptz - greatest(min(next_attempt_at),
          case when priority > ${MAIL_PRIORITY.urgent} then
            (select max(window_start) from rate_limits where key = ${ALL_MAILS}) end)))::float8 as overdue
      from mail_outbox where sent_at is null and failed_at is null group by priority
    ), labs as (
      select count(*) filter (where state = 'queued')::int as queued, count(*) filter (where state = 'running')::int as running,
        coalesce(greatest(0, extract(epoch from ${now}::timestamptz - min(queued_at) filter (where state = 'queued'))), 0)::float8 as oldest
      from lab_runs where state in ('queued', 'running')
    ), notices as (
      select count(*)::int as due, count(*) filter (where e.failures > 0)::int as failing,
        coalesce(greatest(0, extract(epoch from ${now}::timestamptz - min(coalesce(e.due_at, e.created_at)))), 0)::float8 as oldest
      from ${dueNotices(now)}
    ), inbox as (
      select count(*) filter (where parked_at is null)::int as waiting, count(*) filter (where parked_at is not null)::int as parked
      from billing_inbox where done_at is null and livemode = payments_livemode()
    ), commands as (
      select count(*) filter (where parked_at is null)::int as open, count(*) filter (where parked_at is not null)::int as parked
      from billing_commands where done_at is null and livemode = payments_livemode()
    )
    select
      (select coalesce(json_agg(mails), '[]') from mails) as mails,
      (select count(*)::int from mail_outbox where failed_at is not null) as failed_mails,
      labs.queued as labs_queued, labs.running as labs_running, labs.oldest as labs_oldest,
      notices.due as notices_due, notices.failing as notices_failing, notices.oldest as notices_oldest,
      inbox.waiting as inbox_waiting, inbox.parked as inbox_parked,
      commands.open as commands_open, commands.parked as commands_parked,
      (select coalesce(json_agg(json_build_object('name', name, 'finished', extract(epoch from last_finished_at)::float8,
        'has_failed', last_error is not null) order by name), '[]') from chore_runs) as chores,
      pg_database_size(current_database()) as database_bytes,
      ${archiveFailing} as archive_failing
    from labs, notices, inbox, commands`.execute(db);
  const [gauges] = rows;
  if (!gauges) throw new Error('the gauges are one row');
  return gauges;
}
