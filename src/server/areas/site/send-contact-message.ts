import type { z } from 'zod';
import type { contactForm } from '#contract/site';
import { recordAudit } from '#server/db/audit';
import { enqueueMail } from '#server/db/mail-outbox';
import type { Caller, Services } from '#server/services';
import { insertContactMessage, selectAdministrators } from './sql.ts';

/**
 * Keeps a message of the contact form and mails it to every administrator. Open to everybody. A filled trap field is
 * answered like any other message, so that a machine does not learn that it was recognised.
 */
export async function sendContactMessage(
  { db, log }: Services,
  caller: Caller,
  { website, ...message }: z.output<typeof contactForm>,
): Promise<{ received: true }> {
  if (website !== '') {
    log.info({ requestId: caller.requestId }, 'contact message dropped: trap field filled');
    return { received: true };
  }
  await db.transaction(async (trx) => {
    const { id } = await insertContactMessage(trx, message);
    for (const administrator of await selectAdministrators(trx)) {
      await enqueueMail(trx, {
        eventKey: `contact-message:${id}:${administrator.id}`,
        template: 'contact-message',
        recipient: administrator.email,
        props: { sender: message.name, email: message.email, message: message.message },
      });
    }
    await recordAudit(trx, caller, { action: 'contact.send', entity: 'contact_message', entityId: id });
  });
  return { received: true };
}
