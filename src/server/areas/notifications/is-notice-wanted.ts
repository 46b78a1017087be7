import { type RawBuilder, sql } from 'kysely';
import { TIERS, type Tier, tiersUpTo } from '#domain/tiers';
import type { MailProps } from '#emails/mail-props';
import type { Services } from '#server/services';
import { mailReaders } from './mail-readers.ts';
import { joinTold, mayRead, type NoticeReader } from './readable-sql.ts';

/** Names the notice and the person that an email is about: deliver-sql.ts. */
const NOTICE = /^notice:([0-9a-f-]{36}):([0-9a-f-]{36})$/;
/** Names the person that a daily email is for: send-digests.ts. */
const DIGEST = /^digest:([0-9a-f-]{36}):/;

/** Whether the reader of an email about one notice may still read what it quotes; true for any other email. */
export async function isNoticeWanted(services: Services, eventKey: string): Promise<boolean> {
  const [, eventId, userId] = NOTICE.exec(eventKey) ?? [];
  if (eventId === undefined || userId === undefined) return true;
  const reader = await selectReader(services, userId);
  if (!reader) return false;
  const { rows } = await sql`
    select from notice_events n ${joinTold} where n.id = ${eventId} and ${mayRead(reader)}`.execute(
    services.db.kysely,
  );
  return rows.length > 0;
}

/**
 * Whether the reader of a daily email may still read all that it holds. Where not, what is left of it is due again and is
 * written anew.
 */
export async function isDigestWanted(
  services: Services,
  { eventKey, items }: { eventKey: string; items: MailProps['digest']['items'] },
): Promise<boolean> {
  const [, userId] = DIGEST.exec(eventKey) ?? [];
  const reader = userId === undefined ? undefined : await selectReader(services, userId);
  if (userId === undefined || !reader) return false;
  const ids = items.map(({ id }) => id);
  const ofMail: RawBuilder<boolean> = sql`n.user_id = ${userId} and n.id = any(${ids}::uuid[])`;
  return services.db.transaction(async (trx) => {
    const { rows } = await sql<{ id: string }>`
      select n.id from notifications n ${joinTold} where ${ofMail} and ${mayRead(reader)}`.execute(trx);
    if (rows.length === ids.length) return true;
    await sql`update notifications n set digest_due = true where ${ofMail}`.execute(trx);
    await sql`update notification_settings set digested_at = null where user_id = ${userId}`.execute(trx);
    return false;
  });
}

/** What somebody may read by email now; undefined without an open account. */
async function selectReader(services: Services, userId: string): Promise<NoticeReader | undefined> {
  const { anyAdministrator, withSecondFactor } = await mailReaders(services);
  const { rows } = await sql<{ tier: Tier; is_admin: boolean }>`
    select u.subscription_tier as tier, ${anyAdministrator}::boolean
      and (u.two_factor_enabled or not ${withSecondFactor}::boolean) and u.is_admin as is_admin
    from members u where u.id = ${userId} and u.is_enabled`.execute(services.db.kysely);
  const [person] = rows;
  if (!person) return undefined;
  const tiers = person.is_admin ? TIERS : tiersUpTo(person.tier);
  return { isAdmin: person.is_admin, now: services.clock.now(), tiers };
}
