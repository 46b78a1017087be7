import { sql, type Transaction } from 'kysely';
import { marketingAllowed } from '#domain/notifications/announcement';
import { MAY_GET_MARKETING } from '#server/db/mail/marketing';
import type { DB } from '#server/db/types';
import type { Services } from '#server/services';

/** Emails written in one transaction. */
const BATCH = 500;

/**
 * Writes the emails of announcements, a batch a transaction, to everybody who agreed before the announcement was written
 * and still does. With a switch turned off meanwhile it ends where it is. One that fails is logged and tried again the
 * next time, and the others are written meanwhile. Answers how many emails were written.
 */
export async function deliverAnnouncements(services: Services, batch = BATCH): Promise<number> {
  const { db, log, settings } = services;
  const failed: string[] = [];
  let written = 0;
  for (;;) {
    const { notifications } = await settings.current();
    const isOn = marketingAllowed(notifications);
    const held: { id?: string | undefined } = {};
    try {
      const count = await db.transaction(async (trx) => {
        held.id = await leaseAnnouncement(trx, failed);
        return held.id === undefined ? 0 : writeBatch(trx, services, { id: held.id, batch, isOn });
      });
      if (held.id === undefined) return written;
      written += count;
    } catch (error) {
      if (held.id === undefined) throw error;
      failed.push(held.id);
      const message = error instanceof Error ? error.message : String(error);
      log.error({ announcement: held.id, message }, 'an announcement could not be sent');
    }
  }
}

/** The oldest announcement that is not finished, but for these; kept from other processes until the transaction ends. */
async function leaseAnnouncement(
  trx: Transaction<DB>,
  except: readonly string[],
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from announcements where finished_at is null and id <> all(${[...except]}::uuid[])
    order by created_at, id limit 1 for update skip locked`.execute(trx);
  return rows[0]?.id;
}

async function writeBatch(
  trx: Transaction<DB>,
  { clock, config }: Services,
  { batch, id, isOn }: { id: string; batch: number; isOn: boolean },
): Promise<number> {
  if (!isOn) {
    await sql`update announcements set stopped = true, reached = null, finished_at = ${clock.now()} where id = ${id}`.execute(
      trx,
    );
    return 0;
  }
  const { rows } = await sql<{ written: number }>`
    with people as (
      select u.id, u.email, u.name from announcements a
      join profiles p on p.subscription_tier = any (a.tiers)
      join users u on u.id = p.id
      where a.id = ${id} and (a.reached is null or u.id > a.reached) and ${MAY_GET_MARKETING}
        and exists (select from marketing_consents early where early.user_id = u.id
          and early.withdrawn_at is null and early.given_at <= a.created_at)
      order by u.id limit ${batch}
    ), tokens as (
      insert into notification_settings (user_id) select id from people
      on conflict (user_id) do update set user_id = excluded.user_id
      returning user_id, unsubscribe_token
    ), mails as (
      insert into mail_outbox (event_key, template, recipient, props)
      select 'announcement:' || a.id || ':' || people.id, 'announcement', people.email,
        jsonb_build_object('name', people.name, 'subject', a.subject, 'text', a.body, 'html', a.body_html,
          'link', ${config.publicUrl}::text,
          'unsubscribe', ${config.publicUrl}::text || '/unsubscribe/' || tokens.unsubscribe_token || '-marketing')
      from people join tokens on tokens.user_id = people.id join announcements a on a.id = ${id}
      on conflict (event_key) do nothing returning 1
    ), handled as (
      select count(*)::int as people, max(id::text)::uuid as reached from people
    )
    update announcements set
      recipients = recipients + (select count(*) from mails),
      -- Once all are reached it names nobody: the last one may be erased some day.
      reached = case when handled.people = ${batch}::int then handled.reached end,
      finished_at = case when handled.people < ${batch}::int then ${clock.now()}::timestamptz end
    from handled where announcements.id = ${id}
    returning (select count(*)::int from mails) as written`.execute(trx);
  await sql`select pg_notify('mail', '')`.execute(trx);
  return rows[0]?.written ?? 0;
}
