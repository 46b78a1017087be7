import { type RawBuilder, sql, type Transaction } from 'kysely';
import { FOR_ADMINISTRATORS, type NoticeKind } from '#domain/notifications/kinds';
import type { Tier } from '#domain/tiers';
import { mailPriority } from '#emails/mail-priority';
import { dueNotices } from '#server/db/mail/due-notices';
import { hasRoom, mailCap } from '#server/db/mail/mail-caps';
import { notify } from '#server/db/notify';
import type { DB } from '#server/db/types';
import type { MailReaders } from './mail-readers.ts';
import { isOut } from './readable-sql.ts';

export interface DueNotice {
  readonly id: string;
  readonly kind: NoticeKind;
  readonly course_id: string | null;
  readonly course_tier: Tier | null;
  /** How often it could not be delivered. */
  readonly failures: number;
}

/**
 * The oldest notice that is due, kept from other processes until the transaction ends. One of which many have been notified
 * already lets others go first.
 */
export async function leaseNotice(trx: Transaction<DB>, now: Date): Promise<DueNotice | undefined> {
  return (
    (await leaseOldest(trx, now, sql`e.reached is null`)) ?? leaseOldest(trx, now, sql`e.reached is not null`)
  );
}

/** In the order of the index of what is not delivered: the others are not read. */
async function leaseOldest(
  trx: Transaction<DB>,
  now: Date,
  which: RawBuilder<unknown>,
): Promise<DueNotice | undefined> {
  const { rows } = await sql<DueNotice>`
    select e.id, e.kind, e.course_id, e.failures, c.subscription_level as course_tier
    from ${dueNotices(now)} and (e.retry_at is null or e.retry_at <= ${now}) and ${which}
    order by coalesce(e.due_at, e.created_at) limit 1 for update of e skip locked`.execute(trx);
  return rows[0];
}

export interface Delivery {
  readonly eventId: string;
  readonly kind: NoticeKind;
  /** Tiers whose holders may be notified; administrators may whatever they hold. */
  readonly tiers: readonly Tier[];
  /** Whether the school sends mails of this kind at all. */
  readonly mailsAllowed: boolean;
  /** Whether the inbox shows it whatever a person chose. */
  readonly isAlwaysSent: boolean;
  /** Who may read by mail what only administrators may. */
  readonly readers: MailReaders;
  readonly publicUrl: string;
  /** So many people at most. */
  readonly batch: number;
  readonly now: Date;
}

/**
 * Tells the next people whom a notice is for, each once: in the inbox, by mail, or in tomorrow's digest, as each of them
 * wishes; in the inbox also where only a mail is wished and none can go. Only confirmed accounts are notified; of what is not
 * out, administrators only. Notes how far it came; answers whether everybody has been notified.
 */
export async function notifyNext(trx: Transaction<DB>, delivery: Delivery): Promise<boolean> {
  const { batch, eventId, isAlwaysSent, kind, mailsAllowed, now, publicUrl, readers, tiers } = delivery;
  const cap = mailCap(kind);
  const room = cap ? hasRoom(sql`people.email`, cap) : sql`true`;
  const { rows } = await sql<{ is_delivered: boolean }>`
    with event as (select * from notice_events where id = ${eventId}),
    audience as (
      select user_id from (
        select user_id from event where user_id is not null
        union select m.id from event join members m on event.for_administrators and m.is_admin
        union select f.user_id from event join course_categories cc on cc.course_id = event.course_id
          cross join lateral (
            select user_id from followed_categories where category_id = cc.category_id
              and (event.reached is null or user_id > event.reached)
            order by user_id limit ${batch}) f
      ) everybody where (select reached from event) is null or user_id > (select reached from event)
      order by user_id limit ${batch}
    ), people as (
      select u.id, u.email, u.name,
        coalesce(choice.in_app, true) or ${isAlwaysSent}::boolean as in_app,
        coalesce(choice.email, true) and not event.in_app_only as wants_mail,
        coalesce(choice.email, true) and ${mailsAllowed}::boolean and not event.in_app_only and (
          event.kind <> all(${[...FOR_ADMINISTRATORS]}::text[])
            and (c.id is null or u.subscription_tier = any(${[...tiers]}::tier[]) and ${isOut(sql`u.id`)})
          or ${readers.anyAdministrator}::boolean and (u.two_factor_enabled or not ${readers.withSecondFactor}::boolean)
        ) as by_mail,
        coalesce(s.digest, false) as by_digest
      from audience a
      join members u on u.id = a.user_id and u.email_verified and u.is_enabled
      cross join event
      left join notification_preferences choice on choice.user_id = u.id and choice.kind = event.kind
      left join notification_settings s on s.user_id = u.id
      left join comments commented on commented.id = event.comment_id
      left join courses c on c.id = coalesce(event.course_id, commented.course_id)
      where commented.hidden_at is null and commented.removed_at is null
        and (c.id is null or u.subscription_tier = any(${[...tiers]}::tier[]) and ${isOut(sql`u.id`)} or u.is_admin)
    ), tokens as (
      insert into notification_settings (user_id) select id from people where by_mail
      on conflict (user_id) do update set user_id = excluded.user_id
      returning user_id, unsubscribe_token
    ), notified as (
      insert into notifications (user_id, event_id, kind, course_id, comment_id, props, link, in_app, digest_due, created_at)
      select people.id, event.id, event.kind, event.course_id, event.comment_id, event.props, event.link,
        -- Whoever is told by mail only finds in the inbox what may not be mailed, or is over the cap of mails.
        people.in_app or not (people.by_mail and (people.by_digest or ${room})),
        people.by_mail and people.by_digest, ${now}
      from people cross join event where people.in_app or people.wants_mail
      on conflict (event_id, user_id) do nothing
      returning user_id
    ), mails as (
      insert into mail_outbox (event_key, template, priority, recipient, props)
      select 'notice:' || event.id || ':' || people.id, event.kind, ${mailPriority(kind)}, people.email,
      event.props || jsonb_build_object('name', people.name, 'link', ${publicUrl}::text || event.link,
        'unsubscribe', ${publicUrl}::text || '/unsubscribe/' || tokens.unsubscribe_token || '-' || event.kind)
      from notified join people on people.id = notified.user_id join tokens on tokens.user_id = people.id cross join event
      where people.by_mail and not people.by_digest and ${room}
      on conflict (event_key) do nothing
    ), handled as (
      select count(*)::int as people, max(user_id::text)::uuid as reached from audience
    )
    update notice_events set
      -- Once all are reached it names nobody: the last one may be erased some day.
      reached = case when handled.people = ${batch}::int then handled.reached end,
      delivered_at = case when handled.people < ${batch}::int then ${now}::timestamptz end
    from handled where notice_events.id = ${eventId}
    returning delivered_at is not null as is_delivered`.execute(trx);
  await notify(trx, 'mail');
  return rows[0]?.is_delivered ?? true;
}
