import { marketingAllowed } from '#domain/notifications/announcement';
import type { MailProps, MailTemplate } from '#emails/mail-props';
import { isMarketingWanted } from '#server/db/mail/marketing';
import type { Services } from '#server/services';
import { isDigestWanted, isNoticeWanted } from './is-notice-wanted.ts';

interface WaitingMail {
  readonly event_key: string;
  readonly recipient: string;
  readonly template: MailTemplate;
  readonly props: MailProps[MailTemplate];
  /** An administrator had it tried again. */
  readonly retried?: boolean;
}

/**
 * Whether a mail may still leave the outbox: it may wait there for a mail server while its reader withdraws from
 * announcements or from emails of this kind, the account is closed, the emails are switched off, or what it quotes is hidden or
 * closed to its reader.
 */
export async function isMailWanted(services: Services, mail: WaitingMail): Promise<boolean> {
  const { event_key: eventKey, props, recipient, retried = false, template } = mail;
  if (template === 'digest' && 'items' in props)
    return isDigestWanted(services, { eventKey, items: props.items });
  if (template !== 'announcement') return isNoticeWanted(services, eventKey);
  const { notifications } = await services.settings.current();
  return (
    marketingAllowed(notifications) && (await isMarketingWanted(services.db.kysely, recipient, { retried }))
  );
}
