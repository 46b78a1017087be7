import type { Transaction } from 'kysely';
import type { Announcement } from '#contract/administration/announcements';
import { canAdminister } from '#domain/access/can-administer';
import { marketingAllowed } from '#domain/notifications/announcement';
import type { Tier } from '#domain/tiers';
import { signedIn } from '#server/areas/accounts/sessions/signed-in';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import { notify } from '#server/db/notify';
import type { DB } from '#server/db/types';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import {
  type AnnouncementRow,
  countAudience,
  insertAnnouncement,
  selectAnnouncement,
  toAnnouncement,
} from './sql.ts';

interface Input {
  /** Of what is written: however often it is sent, it is one announcement. */
  readonly id: string;
  readonly subject: string;
  readonly text: string;
  readonly tiers: readonly Tier[];
}

/**
 * Takes an announcement on: its row is the event from which the emails are written afterwards. Fails with MARKETING_OFF
 * while one of the two switches is off, with NO_RECIPIENTS when nobody of these plans would get it, and with STATE_CHANGED when it
 * was sent before with other words or to other plans.
 */
export async function sendAnnouncement(
  { clock, config, db, settings }: Services,
  caller: Caller,
  { id, subject, text, tiers }: Input,
): Promise<Announcement> {
  authorise(canAdminister(caller.viewer));
  const { userId } = signedIn(caller);
  const { notifications } = await settings.current();
  if (!marketingAllowed(notifications)) throw new Failure('MARKETING_OFF');
  const { mailHtml } = await import('#server/markdown/mail-html');
  const html = mailHtml(text, config.publicUrl);
  return db.transaction(async (trx) => {
    const draft = { id, subject, body: text, html, tiers };
    const row = await insertAnnouncement(trx, { ...draft, sentBy: userId, now: clock.now() });
    if (!row) return toAnnouncement(await repeated(trx, draft));
    const members = await countAudience(trx);
    if (tiers.every((tier) => members[tier] === 0)) throw new Failure('NO_RECIPIENTS');
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

/** What was sent before under this id, which must say the same. */
async function repeated(
  trx: Transaction<DB>,
  { body, id, subject, tiers }: { id: string; subject: string; body: string; tiers: readonly Tier[] },
): Promise<AnnouncementRow> {
  const row = await selectAnnouncement(trx, id);
  const isSame =
    row?.subject === subject &&
    row.body === body &&
    row.tiers.length === tiers.length &&
    row.tiers.every((tier) => tiers.includes(tier));
  if (!row || !isSame) throw new Failure('STATE_CHANGED');
  return row;
}
