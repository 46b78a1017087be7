import { marketingAllowed } from '#domain/notifications/announcement';
import type { MailTemplate } from '#emails/templates';
import { isMarketingWanted } from '#server/db/marketing';
import type { Services } from '#server/services';

/**
 * Whether a mail may still leave the outbox: an announcement may wait there for a mail server while its reader withdraws,
 * the account is closed or the emails are switched off.
 */
export async function isMailWanted(
  { db, settings }: Services,
  { recipient, template }: { recipient: string; template: MailTemplate },
): Promise<boolean> {
  if (template !== 'announcement') return true;
  const { notifications } = await settings.current();
  return marketingAllowed(notifications) && (await isMarketingWanted(db.kysely, recipient));
}
