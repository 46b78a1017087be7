import type { z } from 'zod';
import type { contactForm } from '#contract/site';
import { announce } from '#server/db/announce';
import { recordAudit } from '#server/db/audit';
import type { Caller, Services } from '#server/services';
import { insertContactMessage } from '../sql.ts';

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
    await announce(trx, {
      kind: 'contact-message',
      eventKey: `contact-message:${id}`,
      to: { administrators: true },
      link: '/admin/messages?state=open',
      props: { sender: message.name, email: message.email, message: message.message },
    });
    await recordAudit(trx, caller, { action: 'contact.send', entity: 'contact_message', entityId: id });
  });
  return { received: true };
}
