import { sql, type Transaction } from 'kysely';
import { NOTICE_KINDS } from '#domain/notifications/kinds';
import { mailedKinds } from '#domain/notifications/mail-switches';
import { TIERS, tiersUpTo } from '#domain/tiers';
import { MAIL_PRIORITY, mailPriority } from '#emails/mail-priority';
import { forEachDue } from '#server/db/for-each-due';
import { enqueueMail } from '#server/db/mail/mail-outbox';
import { retryAt } from '#server/db/retry-at';
import type { DB } from '#server/db/types';
import type { Services } from '#server/services';
import { type DigestReader, leaseReader, selectDueReaders, takeDigest } from './digest-sql.ts';
import { type MailReaders, mailReaders } from './mail-readers.ts';

/** Items in one mail; the rest is counted, and is in the inbox. */
const MAX = 30;
/** About somebody's money or rights: never behind what others wrote. */
const FIRST = NOTICE_KINDS.filter((kind) => mailPriority(kind) <= MAIL_PRIORITY.account);
const FAILURE = "couldn't write a daily digest";

/** People who are looked up at once. */
const PAGE = 100;

/**
 * Sends the daily mails: to everybody whom something waits for and whose last one is a day old. What the
 * reader may no longer open is left out; nothing waits for the next one. One that cannot be written is logged and tried again
 * later, and the others are written meanwhile. Answers how many mails were enqueued.
 */
export async function sendDigests(services: Services): Promise<number> {
  const { clock, db, log } = services;
  const readers = await mailReaders(services);
  return forEachDue({
    log,
    failure: FAILURE,
    limit: PAGE,
    select: (last, limit) => selectDueReaders(db.kysely, { after: last?.id, limit, now: clock.now() }),
    run: ({ id }) => sendTo(services, readers, id),
  });
}

/** Answers how many mails were enqueued: none where another process was faster. */
async function sendTo(services: Services, readers: MailReaders, id: string): Promise<number> {
  const now = services.clock.now();
  const held: { reader?: DigestReader | undefined } = {};
  try {
    const isSent = await services.db.transaction(async (trx) => {
      held.reader = await leaseReader(trx, { id, now, readers });
      return held.reader ? sendDigest(trx, services, held.reader, now) : false;
    });
    return Number(isSent);
  } catch (error) {
    if (!held.reader) throw error;
    await putOff(services, { reader: held.reader, now, error });
    return 0;
  }
}

/** Whether there was anything to write. */
async function sendDigest(
  trx: Transaction<DB>,
  { config, settings }: Services,
  reader: DigestReader,
  now: Date,
): Promise<boolean> {
  const isAdmin = reader.is_admin;
  const tiers = isAdmin ? TIERS : tiersUpTo(reader.tier);
  const kinds = mailedKinds((await settings.current()).notifications);
  const mayMail = { tiers, isAdmin, kinds, now };
  const { items, more } = await takeDigest(trx, {
    userId: reader.id,
    reader: mayMail,
    first: FIRST,
    limit: MAX,
  });
  await sql`update notification_settings set digested_at = ${now}, digest_failures = 0, digest_retry_at = null
    where user_id = ${reader.id}`.execute(trx);
  if (items.length === 0) return false;
  await enqueueMail(trx, {
    eventKey: `digest:${reader.id}:${now.toISOString()}`,
    template: 'digest',
    recipient: reader.email,
    props: {
      name: reader.name,
      items: items.map(({ link, ...item }) => ({ ...item, link: `${config.publicUrl}${link}` })),
      more,
      link: `${config.publicUrl}/notifications`,
      unsubscribe: `${config.publicUrl}/unsubscribe/${reader.token}-digest`,
    },
  });
  return true;
}

async function putOff(
  { db, log }: Services,
  { error, now, reader: { failures, id } }: { reader: DigestReader; now: Date; error: unknown },
): Promise<void> {
  const message = error instanceof Error ? error.message : String(error);
  log.error({ message }, FAILURE);
  await sql`update notification_settings set digest_failures = ${failures + 1}, digest_retry_at = ${retryAt(now, failures + 1)}
    where user_id = ${id}`.execute(db.kysely);
}
