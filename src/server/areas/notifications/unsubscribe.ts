import { sql } from 'kysely';
import { NOTICE_KINDS, type NoticeKind } from '#domain/notifications/kinds';
import { recordAudit } from '#server/db/audit';
import { withdrawConsent } from '#server/db/mail/marketing';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';

const TOKEN = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-([a-z-]{1,40})$/;

/** Stands in the links of announcements, for which people give their consent apart from the notices. */
const MARKETING = 'marketing';

/**
 * Stops the mails of one kind, the daily ones or marketing emails, by the link that stands in each of them. Open to whoever holds the
 * link; the inbox keeps being filled. Fails with LINK_EXPIRED when nobody has this link.
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
    const known = await trx
      .selectFrom('notification_settings')
      .select('user_id')
      .where('unsubscribe_token', '=', key)
      .forUpdate()
      .executeTakeFirst();
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
    const kinds = kind === null ? NOTICE_KINDS : [kind];
    await sql`
      insert into notification_preferences (user_id, kind, in_app, email)
      select ${known.user_id}, kind, true, false from unnest(${[...kinds]}::text[]) kind
      on conflict (user_id, kind) do update set email = false`.execute(trx);
    await sql`
      update notifications set digest_due = false
      where user_id = ${known.user_id} and digest_due and kind = any(${[...kinds]}::text[])`.execute(trx);
    await recordAudit(trx, caller, {
      action: 'notifications.unsubscribe',
      entity: 'user',
      entityId: known.user_id,
      after: { kinds },
    });
  });
  return { kind };
}
