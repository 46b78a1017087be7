import { sql, type Transaction } from 'kysely';
import { mailboxOf } from '#domain/accounts/mailbox-of';
import { mailPriority } from '#emails/mail-priority';
import type { MailProps, MailTemplate } from '#emails/mail-props';
import { holdTurn } from '../hold-turn.ts';
import { notify } from '../notify.ts';
import type { DB } from '../types.ts';
import { hasRoom, mailCap } from './mail-caps.ts';

export interface MailRequest<Template extends MailTemplate> {
  /** Names the event that causes the mail; one event makes one mail, however often it is enqueued. */
  readonly eventKey: string;
  readonly template: Template;
  readonly recipient: string;
  readonly props: MailProps[Template];
}

/**
 * Puts a mail into the outbox, in the transaction that causes it. The relay is woken when that commits. Where a stranger
 * can cause it and the mailbox has had its share of late, there is none, and nobody is told so: the answer would say
 * whether the address is known.
 */
export async function enqueueMail<Template extends MailTemplate>(
  trx: Transaction<DB>,
  mail: MailRequest<Template>,
): Promise<void> {
  const cap = mailCap(mail.template);
  if (cap) {
    // Mails to one mailbox are counted one after the other.
    await holdTurn(trx, `mail:${mailboxOf(mail.recipient)}`);
    const room = hasRoom(sql`${mail.recipient}`, cap);
    const { rows } = await sql<{ has_room: boolean }>`select ${room} as has_room`.execute(trx);
    if (!rows[0]?.has_room) return;
  }
  await trx
    .insertInto('mail_outbox')
    .values({
      event_key: mail.eventKey,
      template: mail.template,
      priority: mailPriority(mail.template),
      recipient: mail.recipient,
      props: JSON.stringify(mail.props),
    })
    .onConflict((conflict) => conflict.column('event_key').doNothing())
    .execute();
  await notify(trx, 'mail');
}
