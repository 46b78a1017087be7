import { MAIL_PRIORITY, mailPriority } from '#emails/mail-priority';
import type { MailTemplate } from '#emails/mail-props';
import type { Services } from '#server/services';
import { isAddressSuppressed } from './suppression-sql.ts';

/** Whether an address takes a mail of this kind: after a bounce or a complaint only those about an account and its security. */
export async function isAddressOpen(
  { db }: Pick<Services, 'db'>,
  { recipient, template }: { readonly recipient: string; readonly template: MailTemplate },
): Promise<boolean> {
  if (mailPriority(template) < MAIL_PRIORITY.notice) return true;
  return !(await isAddressSuppressed(db.kysely, recipient));
}
