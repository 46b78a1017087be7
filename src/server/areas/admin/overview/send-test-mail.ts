import type { TestMailReply } from '#contract/administration/setup';
import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import type { Caller, Services } from '#server/services';
import { mailLook } from '#server/site-settings';
import { administratorOf } from '../users/administrator-of.ts';

/** Sends a test email to the caller at once, past the outbox, and answers what the mail server said. */
export async function sendTestMail(
  { config, db, sendNow, settings }: Services,
  caller: Caller,
): Promise<TestMailReply> {
  authorise(canAdminister(caller.viewer));
  const { email, userId } = administratorOf(caller);
  const { accent, school, tierNames } = mailLook(await settings.current());
  const { renderMail } = await import('#emails/render-mail');
  const link = `${config.publicUrl}/admin`;
  const mail = renderMail('test-mail', { link, site: config.publicUrl }, school, tierNames, accent);
  const messageId = `<test-${caller.requestId}@${new URL(config.publicUrl).hostname}>`;
  const { detail, outcome } = await sendNow({ ...mail, to: email, messageId });
  await db.transaction((trx) =>
    recordAudit(trx, caller, {
      action: 'setup.test-mail',
      entity: 'user',
      entityId: userId,
      after: { outcome },
    }),
  );
  return { outcome, to: email, detail: detail.slice(0, 500) };
}
