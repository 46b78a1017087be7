import { sql } from 'kysely';
import type { TestMailReply } from '#contract/administration/setup';
import { canAdminister } from '#domain/access/can-administer';
import { signedIn } from '#server/areas/accounts/sessions/signed-in';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import type { Caller, Services } from '#server/services';
import { mailLook } from '#server/site-settings';

/** Sends an announcement to the caller only, at once and past the outbox, and answers what the mail server said. */
export async function sendTest(
  { config, db, sendNow, settings }: Services,
  caller: Caller,
  { subject, text }: { subject: string; text: string },
): Promise<TestMailReply> {
  authorise(canAdminister(caller.viewer));
  const { email, name, userId } = signedIn(caller);
  const token = await db.transaction(async (trx) => {
    const { rows } = await sql<{ token: string }>`
      insert into notification_settings (user_id) values (${userId})
      on conflict (user_id) do update set user_id = excluded.user_id
      returning unsubscribe_token as token`.execute(trx);
    await recordAudit(trx, caller, {
      action: 'announcement.test',
      entity: 'user',
      entityId: userId,
      after: { subject },
    });
    return rows[0]?.token;
  });
  const { mailHtml } = await import('#server/markdown/mail-html');
  const { accent, school, tierNames } = mailLook(await settings.current());
  const { renderMail } = await import('#emails/render-mail');
  const props = {
    name,
    subject,
    text,
    html: mailHtml(text, config.publicUrl),
    link: config.publicUrl,
    unsubscribe: `${config.publicUrl}/unsubscribe/${token}-marketing`,
  };
  const mail = renderMail('announcement', props, school, tierNames, accent);
  const messageId = `<test-${caller.requestId}@${new URL(config.publicUrl).hostname}>`;
  const { detail, outcome } = await sendNow({ ...mail, to: email, messageId });
  return { outcome, to: email, detail: detail.slice(0, 500) };
}
