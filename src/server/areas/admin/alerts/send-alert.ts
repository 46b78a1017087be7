import type { Transaction } from 'kysely';
import type { AlertSettings } from '#contract/administration/alert-settings';
import { SYSTEM_PATH } from '#domain/site/admin-paths';
import { problemLine, problemRemedy } from '#emails/problem-line';
import { enqueueMail } from '#server/db/mail/mail-outbox';
import type { DB } from '#server/db/types';
import type { Services } from '#server/services';
import { type AlertRow, insertPost } from './alert-sql.ts';

export type AlertEvent = 'raised' | 'over' | 'test';

/** What a webhook is sent; docs/deploy.md describes it. */
export interface AlertPayload {
  readonly id: string;
  readonly type: `alert.${AlertEvent}`;
  readonly sentAt: string;
  readonly site: string;
  readonly kind: string;
  readonly subject: string;
  readonly since: string;
  readonly text: string;
  readonly link: string;
}

/** Tells everybody whom the settings name, in the transaction that decides it. */
export async function sendAlert(
  trx: Transaction<DB>,
  { clock, config: { publicUrl } }: Pick<Services, 'clock' | 'config'>,
  { emails, webhookUrl }: Pick<AlertSettings, 'emails' | 'webhookUrl'>,
  { alert, event }: { readonly alert: AlertRow; readonly event: 'raised' | 'over' },
): Promise<void> {
  const { detail, id, kind, subject } = alert;
  const link = `${publicUrl}${SYSTEM_PATH}`;
  const props = { event, kind, subject, detail, link };
  for (const recipient of emails)
    await enqueueMail(trx, {
      eventKey: `system-alert:${id}:${event}:${recipient}`,
      template: 'system-alert',
      recipient,
      props,
    });
  if (webhookUrl !== '')
    await insertPost(
      trx,
      alertPayload({ alert, event, link, site: publicUrl, now: clock.now() }),
      clock.now(),
    );
}

export function alertPayload({
  alert: { detail, first_seen_at, id, kind, subject },
  event,
  link,
  now,
  site,
}: {
  readonly alert: AlertRow;
  readonly event: AlertEvent;
  readonly link: string;
  readonly now: Date;
  readonly site: string;
}): AlertPayload {
  const line = problemLine(kind, { subject, detail });
  return {
    id,
    type: `alert.${event}`,
    sentAt: now.toISOString(),
    site,
    kind,
    subject,
    since: first_seen_at.toISOString(),
    text: event === 'raised' ? `${line} ${problemRemedy(kind)}` : line,
    link,
  };
}
