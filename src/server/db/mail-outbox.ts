import { sql, type Transaction } from 'kysely';
import type { MailProps, MailTemplate } from '#emails/templates';
import type { DB } from './types.ts';

export interface MailRequest<Template extends MailTemplate> {
  /** Names the event that causes the mail; one event makes one mail, however often it is enqueued. */
  readonly eventKey: string;
  readonly template: Template;
  readonly recipient: string;
  readonly props: MailProps[Template];
}

/** Puts a mail into the outbox, in the transaction that causes it. The relay is woken when that commits. */
export async function enqueueMail<Template extends MailTemplate>(
  trx: Transaction<DB>,
  mail: MailRequest<Template>,
): Promise<void> {
  await trx
    .insertInto('mail_outbox')
    .values({
      event_key: mail.eventKey,
      template: mail.template,
      recipient: mail.recipient,
      props: JSON.stringify(mail.props),
    })
    .onConflict((conflict) => conflict.column('event_key').doNothing())
    .execute();
  await sql`select pg_notify('mail', '')`.execute(trx);
}
