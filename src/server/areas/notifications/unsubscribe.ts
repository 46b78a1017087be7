import { NOTICE_KINDS, type NoticeKind, noticeKindsOf } from '#domain/notifications/kinds';
import { recordAudit } from '#server/db/audit';
import { withdrawConsent } from '#server/db/mail/marketing';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { holdSubscriber, stopEmails } from './sql.ts';

const TOKEN = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-([a-z-]{1,40})$/;

/** Stands in the links of announcements, for which people give their consent apart from the notices. */
const MARKETING = 'marketing';

/**
 * Stops the mails of one kind, the daily ones or marketing emails, by the link that stands in each of them. Open to everybody who holds the
 * link; the inbox keeps being filled. Opened again, it writes nothing. Fails with LINK_EXPIRED when nobody has this link.
 */
export async function unsubscribe(
  { clock, db }: Services,
  caller: Caller,
  { token }: { token: string },
): Promise<{ kind: NoticeKind | null }> {
  const [, key = '', word = ''] = TOKEN.exec(token) ?? [];
  const kind = NOTICE_KINDS.find((one) => one === word) ?? null;
  if (kind === null && word !== 'digest' && word !== MARKETING) throw new Failure('LINK_EXPIRED');
  await db.transaction(async (trx) => {
    const known = await holdSubscriber(trx, key);
    if (!known) throw new Failure('LINK_EXPIRED');
    if (word === MARKETING) {
      if (await withdrawConsent(trx, known.user_id, clock.now()))
        await recordAudit(trx, caller, {
          action: 'marketing.withdraw',
          entity: 'user',
          entityId: known.user_id,
        });
      return;
    }
    const kinds = await stopEmails(
      trx,
      known.user_id,
      kind === null ? noticeKindsOf(known.is_admin) : [kind],
    );
    if (kinds.length === 0) return;
    await recordAudit(trx, caller, {
      action: 'notifications.unsubscribe',
      entity: 'user',
      entityId: known.user_id,
      after: { kinds },
    });
  });
  return { kind };
}
