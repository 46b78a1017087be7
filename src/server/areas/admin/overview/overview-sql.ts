import { type Kysely, sql } from 'kysely';
import type { Overview } from '#contract/administration/overview';
import { WAITING_MARKS } from '#server/areas/exams/marking/waiting-marks-sql';
import type { DB } from '#server/db/types';

/** Days that the charts show. */
const DAYS = 90;
/** Days that its figures of late are of. */
const RECENT_DAYS = 30;

interface Figures {
  readonly courses: number;
  readonly plans: number;
  readonly new_users: number;
  readonly sign_ins: number;
  readonly comments: number;
  readonly reported_comments: number;
  readonly waiting_answers: number;
  readonly open_messages: number;
  readonly failed_mails: number;
  readonly open_disputes: number;
  readonly parked_payments: number;
  readonly payment_alarms: number;
  readonly pending_transfers: number;
  readonly registrations: Overview['registrations'];
  readonly tiers: Overview['tiers'];
}

/** Everything but the counts of now, in one statement. What there is of the last 30 days is that of today and the 29 before (UTC). */
export async function selectFigures(db: Kysely<DB>, now: Date): Promise<Figures> {
  const { rows } = await sql<Figures>`
    with today as (select (${now}::timestamptz at time zone 'utc')::date as day),
    days as (
      select day - ago as day, (day - ago)::text as name from today, generate_series(0, ${DAYS - 1}::int) ago
    ), counted as (
      select k.what, days.day, k.count::int from counts_now k join days on days.name = k.subject
      where k.what in ('registrations', 'sign-ins', 'comments')
        and k.subject >= (${now}::timestamptz at time zone 'utc' - interval '90 days')::date::text
    ), recent as (
      select counted.* from counted, today where counted.day > today.day - ${RECENT_DAYS}::int
    ), living as (select id from courses where kind <> 'deleted')
    select
      (select count(*)::int from courses where kind = 'course') as courses,
      (select count(*)::int from subscription_plans) as plans,
      (select coalesce(sum(count), 0)::int from recent where what = 'registrations') as new_users,
      (select coalesce(sum(count), 0)::int from recent where what = 'sign-ins') as sign_ins,
      (select coalesce(sum(count), 0)::int from recent where what = 'comments')
        - (select count(*)::int from courses d join comments c on c.course_id = d.id, today
          where d.kind = 'deleted' and c.removed_at is null
            and (c.created_at at time zone 'utc')::date between today.day - ${RECENT_DAYS - 1}::int and today.day) as comments,
      (select count(distinct r.comment_id)::int from comment_reports r join comments c on c.id = r.comment_id
        join living on living.id = c.course_id where r.resolved_at is null) as reported_comments,
      (select count(*)::int from (
          select attempt_id from (${WAITING_MARKS}) marks
          union all select attempt_id from exam_late_answers where state = 'waiting') waiting
        join exam_attempts a on a.id = waiting.attempt_id join section_registry g on g.id = a.section_id
        join living on living.id = g.course_id) as waiting_answers,
      (select coalesce(sum(count), 0)::int from counts_now where what = 'open messages') as open_messages,
      (select count(*)::int from mail_outbox where failed_at is not null) as failed_mails,
      (select count(*)::int from (select distinct on (provider, subject) body from counted_facts
        where kind = 'dispute' order by provider, subject, no desc) d where d.body ->> 'state' = 'open') as open_disputes,
      (select count(*)::int from billing_inbox where livemode = payments_livemode() and done_at is null and parked_at is not null)
        + (select count(*)::int from billing_commands where livemode = payments_livemode() and done_at is null and parked_at is not null) as parked_payments,
      (select count(*)::int from billing_alarms where checked_at is null) as payment_alarms,
      (select count(*)::int from bank_transfers where state = 'pending') as pending_transfers,
      (select json_agg(json_build_object('day', days.day, 'users', coalesce(j.count, 0)) order by days.day)
        from days left join counted j on j.day = days.day and j.what = 'registrations') as registrations,
      (select coalesce(json_agg(json_build_object('day', day, 'free', free, 'basic', basic, 'premium', premium)
        order by day), '[]') from daily_members join days using (day)
        where day < (${now}::timestamptz at time zone 'utc')::date) as tiers`.execute(db);
  const [figures] = rows;
  if (!figures) throw new Error('the figures are one row');
  return figures;
}

/** How many members have which tier now. */
export async function selectTierCounts(db: Kysely<DB>) {
  const { rows } = await sql<{ free: number; basic: number; premium: number }>`
    select coalesce(sum(count) filter (where subject = 'free'), 0)::int as free,
      coalesce(sum(count) filter (where subject = 'basic'), 0)::int as basic,
      coalesce(sum(count) filter (where subject = 'premium'), 0)::int as premium
    from counts_now where what = 'members'`.execute(db);
  return rows[0] ?? { free: 0, basic: 0, premium: 0 };
}
