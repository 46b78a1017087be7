import { sql, type Transaction } from 'kysely';
import type { NoticeKind } from '#domain/notifications/kinds';
import { TIERS, type Tier, tiersUpTo } from '#domain/tiers';
import { enqueueMail } from '#server/db/mail/mail-outbox';
import { retryAt } from '#server/db/retry-at';
import type { DB } from '#server/db/types';
import type { Services } from '#server/services';
import { type MailReaders, mailReaders } from './mail-readers.ts';
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
  /** How often the mail could not be written since the last one. */
  readonly failures: number;
}

interface Item {
  readonly id: string;
  readonly kind: NoticeKind;
  readonly props: Record<string, string>;
  readonly link: string;
  readonly may_see: boolean;
}

/**
 * Sends the daily mails: to everybody who wants one, whom something waits for and whose last one is a day old. What the
 * reader may no longer open is left out. One that cannot be written is logged and tried again later, and the others are
 * written meanwhile. Answers how many mails were enqueued.
 */
export async function sendDigests(services: Services): Promise<number> {
  const { clock, db } = services;
  const readers = await mailReaders(services);
  let count = 0;
  for (;;) {
    const now = clock.now();
    const held: { reader?: Reader | undefined } = {};
    try {
      const isSent = await db.transaction(async (trx) => {
        held.reader = await leaseReader(trx, readers, now);
        return held.reader ? sendDigest(trx, services, held.reader, now) : false;
      });
      if (!held.reader) return count;
      if (isSent) count += 1;
    } catch (error) {
      if (!held.reader) throw error;
      await putOff(services, { reader: held.reader, now, error });
    }
  }
}

/** Somebody whose mail is due, kept from other processes until the transaction ends. */
async function leaseReader(
  trx: Transaction<DB>,
  { anyAdministrator, withSecondFactor }: MailReaders,
  now: Date,
): Promise<Reader | undefined> {
  const { rows } = await sql<Reader>`
    select u.id, u.name, u.email, u.subscription_tier as tier, s.unsubscribe_token as token, s.digest_failures as failures,
      ${anyAdministrator}::boolean and (u.two_factor_enabled or not ${withSecondFactor}::boolean)
        and u.is_admin as is_admin
    from notification_settings s join members u on u.id = s.user_id and u.is_enabled
    where s.digest and (s.digested_at is null or s.digested_at <= ${now}::timestamptz - interval '1 day')
      and (s.digest_retry_at is null or s.digest_retry_at <= ${now})
      and exists (select from notifications n where n.user_id = s.user_id and n.digest_due)
    order by u.id limit 1 for update of s skip locked`.execute(trx);
  return rows[0];
}

/** Whether there was anything to write. */
async function sendDigest(
  trx: Transaction<DB>,
  { config }: Services,
  reader: Reader,
  now: Date,
): Promise<boolean> {
  const isAdmin = reader.is_admin;
  const tiers = isAdmin ? TIERS : tiersUpTo(reader.tier);
  const { rows: items } = await sql<Item>`
    update notifications n set digest_due = false
    from (select n.id, ${mayRead({ tiers, isAdmin, now })} as may_see from notifications n ${joinTold}
      where n.user_id = ${reader.id} and n.digest_due) due
    where due.id = n.id returning n.id, n.kind, n.props, n.link, due.may_see`.execute(trx);
  const shown = items.filter((item) => item.may_see);
  await sql`update notification_settings set digested_at = ${now}, digest_failures = 0, digest_retry_at = null
    where user_id = ${reader.id}`.execute(trx);
  if (shown.length === 0) return false;
  await enqueueMail(trx, {
    eventKey: `digest:${reader.id}:${now.toISOString()}`,
    template: 'digest',
    recipient: reader.email,
    props: {
      name: reader.name,
      items: shown
        .slice(0, MOST)
        .map(({ id, kind, link, props }) => ({ id, kind, props, link: `${config.publicUrl}${link}` })),
      link: `${config.publicUrl}/notifications`,
      unsubscribe: `${config.publicUrl}/unsubscribe/${reader.token}-digest`,
    },
  });
  return true;
}

async function putOff(
  { db, log }: Services,
  { error, now, reader: { failures, id } }: { reader: Reader; now: Date; error: unknown },
): Promise<void> {
  const message = error instanceof Error ? error.message : String(error);
  log.error({ message }, 'a daily email could not be written');
  await sql`update notification_settings set digest_failures = ${failures + 1}, digest_retry_at = ${retryAt(now, failures + 1)}
    where user_id = ${id}`.execute(db.kysely);
}
