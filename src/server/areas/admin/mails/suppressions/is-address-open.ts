import { MAIL_PRIORITY, mailPriority } from '#emails/mail-priority';
import type { MailTemplate } from '#emails/mail-props';
import type { Services } from '#server/services';
import { selectReason } from './suppression-sql.ts';

/**
 * Whether an address takes a mail of this kind: after a bounce or a complaint only those about an account and its security. What
 * an administrator had tried again is tried after a bounce, too: the first of several may just have bounced once more.
 */
export async function isAddressOpen(
  { db }: Pick<Services, 'db'>,
  {
    recipient,
    retried = false,
    template,
  }: { readonly recipient: string; readonly retried?: boolean; readonly template: MailTemplate },
): Promise<boolean> {
  if (mailPriority(template) < MAIL_PRIORITY.notice) return true;
  const reason = await selectReason(db.kysely, recipient);
  return reason === null || (retried && reason === 'bounce');
}
