import type { Announcement } from '#contract/administration/announcements';
import { canAdminister } from '#domain/access/can-administer';
import { marketingAllowed } from '#domain/notifications/announcement';
import type { Tier } from '#domain/tiers';
import { signedIn } from '#server/areas/accounts/sessions/signed-in';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import { notify } from '#server/db/notify';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { countAudience, insertAnnouncement, toAnnouncement } from './sql.ts';

interface Input {
  readonly subject: string;
  readonly text: string;
  readonly tiers: readonly Tier[];
}

/**
 * Takes an announcement on: its row is the event from which the emails are written afterwards. Fails with MARKETING_OFF
 * while one of the two switches is off, and with NO_RECIPIENTS when nobody of these plans would get it.
 */
export async function sendAnnouncement(
  { clock, config, db, settings }: Services,
  caller: Caller,
  { subject, text, tiers }: Input,
): Promise<Announcement> {
  authorise(canAdminister(caller.viewer));
  const { userId } = signedIn(caller);
  const { notifications } = await settings.current();
  if (!marketingAllowed(notifications)) throw new Failure('MARKETING_OFF');
  const { mailHtml } = await import('#server/markdown/mail-html');
  const html = mailHtml(text, config.publicUrl);
  return db.transaction(async (trx) => {
    const members = await countAudience(trx);
    if (tiers.every((tier) => members[tier] === 0)) throw new Failure('NO_RECIPIENTS');
    const now = clock.now();
    const row = await insertAnnouncement(trx, { subject, body: text, html, tiers, sentBy: userId, now });
    await recordAudit(trx, caller, {
      action: 'announcement.send',
      entity: 'announcement',
      entityId: row.id,
      after: { subject, tiers },
    });
    await notify(trx, 'notice');
    return toAnnouncement(row);
  });
}
