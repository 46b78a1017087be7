import { sql } from 'kysely';
import type { NoticeKind } from '#domain/notifications/kinds';
import { TIERS, type Tier, tiersUpTo } from '#domain/tiers';
import { enqueueMail } from '#server/db/mail-outbox';
import type { Services } from '#server/services';
import { mailReaders } from './mail-readers.ts';
import { joinTold, mayRead } from './readable-sql.ts';

/** Items in one mail; the inbox has the rest. */
const MOST = 30;

interface Reader {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly tier: Tier;
  /** And may administer wherever the mail is read. */
  readonly is_admin: boolean;
  readonly token: string;
}

interface Item {
  readonly kind: NoticeKind;
  readonly props: Record<string, string>;
  readonly link: string;
  readonly may_see: boolean;
}

/**
 * Sends the daily mails: to everybody who wants one, whom something waits for and whose last one is a day old. What the
 * reader may no longer open is left out. Answers how many mails were enqueued.
 */
export async function sendDigests(services: Services): Promise<number> {
  const { clock, config, db } = services;
  const { anyAdministrator, withSecondFactor } = await mailReaders(services);
  for (let count = 0; ; count += 1) {
    const isDone = await db.transaction(async (trx) => {
      const now = clock.now();
      const { rows } = await sql<Reader>`
        select u.id, u.name, u.email, p.subscription_tier as tier, s.unsubscribe_token as token,
          ${anyAdministrator}::boolean and (u.two_factor_enabled or not ${withSecondFactor}::boolean)
            and exists (select from user_roles r where r.user_id = u.id and r.role = 'admin') as is_admin
        from notification_settings s join users u on u.id = s.user_id join profiles p on p.id = u.id
        where s.digest and (s.digested_at is null or s.digested_at <= ${now}::timestamptz - interval '1 day')
          and exists (select from notifications n where n.user_id = s.user_id and n.digest_due)
        order by u.id limit 1 for update of s skip locked`.execute(trx);
      const [reader] = rows;
      if (!reader) return true;
      const isAdmin = reader.is_admin;
      const tiers = isAdmin ? TIERS : tiersUpTo(reader.tier);
      const { rows: items } = await sql<Item>`
        update notifications n set digest_due = false
        from (select n.id, ${mayRead({ tiers, isAdmin })} as may_see from notifications n ${joinTold}
          where n.user_id = ${reader.id} and n.digest_due) due
        where due.id = n.id returning n.kind, n.props, n.link, due.may_see`.execute(trx);
      const shown = items.filter((item) => item.may_see);
      await sql`update notification_settings set digested_at = ${now} where user_id = ${reader.id}`.execute(
        trx,
      );
      if (shown.length === 0) return false;
      await enqueueMail(trx, {
        eventKey: `digest:${reader.id}:${now.toISOString()}`,
        template: 'digest',
        recipient: reader.email,
        props: {
          name: reader.name,
          items: shown
            .slice(0, MOST)
            .map(({ kind, link, props }) => ({ kind, props, link: `${config.publicUrl}${link}` })),
          link: `${config.publicUrl}/notifications`,
          unsubscribe: `${config.publicUrl}/unsubscribe/${reader.token}-digest`,
        },
      });
      return false;
    });
    if (isDone) return count;
  }
}
