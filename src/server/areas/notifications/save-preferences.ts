import { sql } from 'kysely';
import type { Preferences } from '#contract/notifications';
import { recordAudit } from '#server/db/audit';
import type { Caller, Services } from '#server/services';
import { getPreferences } from './get-preferences.ts';
import { memberOf } from './member-of.ts';

type Input = Pick<Preferences, 'digest' | 'kinds'>;

/** Keeps what the caller wants to hear, and how. Kinds that are not named stay as they are. */
export async function savePreferences(
  services: Services,
  caller: Caller,
  { digest, kinds }: Input,
): Promise<Preferences> {
  const userId = memberOf(caller);
  await services.db.transaction(async (trx) => {
    await sql`
      insert into notification_settings (user_id, digest) values (${userId}, ${digest})
      on conflict (user_id) do update set digest = excluded.digest`.execute(trx);
    for (const { email, inApp, kind } of kinds) {
      await sql`
        insert into notification_preferences (user_id, kind, in_app, email)
        values (${userId}, ${kind}, ${inApp}, ${email})
        on conflict (user_id, kind) do update set in_app = excluded.in_app, email = excluded.email`.execute(
        trx,
      );
    }
    // What waited for the daily mail is not held back when single mails are wanted again.
    if (!digest)
      await sql`update notifications set digest_due = false where user_id = ${userId} and digest_due`.execute(
        trx,
      );
    await recordAudit(trx, caller, {
      action: 'notifications.save-preferences',
      entity: 'user',
      entityId: userId,
      after: { digest, kinds },
    });
  });
  return getPreferences(services, caller);
}
