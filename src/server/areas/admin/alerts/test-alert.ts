import { randomUUID } from 'node:crypto';
import { alertForm } from '#contract/administration/alert-settings';
import type { AlertTestReply } from '#contract/administration/health';
import { canAdminister } from '#domain/access/can-administer';
import { SYSTEM_PATH } from '#domain/site/admin-paths';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import { enqueueMail } from '#server/db/mail/mail-outbox';
import type { Caller, Services } from '#server/services';
import { getSetting } from '../../settings/get-setting.ts';
import { postAlert } from './post-alerts.ts';
import { alertPayload } from './send-alert.ts';

/** Sends a test to everybody whom the saved settings name, and answers what the webhook said. */
export async function testAlert(services: Services, caller: Caller): Promise<AlertTestReply> {
  authorise(canAdminister(caller.viewer));
  const { clock, config, db } = services;
  const { value } = await getSetting(services, caller, 'alerts', alertForm);
  const { emails, webhookUrl } = value;
  const alert = { id: randomUUID(), kind: 'test', subject: '', detail: '', first_seen_at: clock.now() };
  const link = `${config.publicUrl}${SYSTEM_PATH}`;
  await db.transaction(async (trx) => {
    for (const recipient of emails)
      await enqueueMail(trx, {
        eventKey: `system-alert:${alert.id}:test:${recipient}`,
        template: 'system-alert',
        recipient,
        props: { event: 'test', kind: 'test', subject: '', detail: '', link },
      });
    await recordAudit(trx, caller, {
      action: 'health.test-alert',
      entity: 'alert',
      after: { emails: emails.length, webhook: webhookUrl !== '' },
    });
  });
  if (webhookUrl === '') return { emails: emails.length, webhook: null };
  const payload = alertPayload({ alert, event: 'test', link, site: config.publicUrl, now: clock.now() });
  return { emails: emails.length, webhook: await postAlert(services, webhookUrl, JSON.stringify(payload)) };
}
