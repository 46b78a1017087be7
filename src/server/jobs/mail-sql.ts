import { sql } from 'kysely';
import type { MailProps, MailTemplate } from '#emails/mail-props';
import type { Db } from '#server/db/client';

/** How long one process may hold a mail before another may think it dead, in seconds. */
const LEASE_SECONDS = 120;

/** A mail whose time has come. */
export interface DueMail {
  id: string;
  event_key: string;
  template: MailTemplate;
  recipient: string;
  props: MailProps[MailTemplate];
  attempts: number;
}

/** The next mail that is due, kept from other processes for a while. */
export async function leaseMail(db: Db): Promise<DueMail | undefined> {
  const { rows } = await sql<DueMail>`
    update mail_outbox set attempts = attempts + 1, next_attempt_at = now() + make_interval(secs => ${LEASE_SECONDS})
    where id = (
      select id from mail_outbox where sent_at is null and failed_at is null and next_attempt_at <= now()
      order by next_attempt_at limit 1 for update skip locked
    )
    returning id, event_key, template, recipient, props, attempts`.execute(db.kysely);
  return rows[0];
}
