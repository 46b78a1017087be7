import type { z } from 'zod';
import type { Preferences, preferenceChanges } from '#contract/notifications';
import { NOTICE_KINDS } from '#domain/notifications/kinds';
import { recordAudit } from '#server/db/audit';
import type { Caller, Services } from '#server/services';
import { getPreferences } from './get-preferences.ts';
import { memberOf } from './member-of.ts';
import { dropFromDigest, saveChoice, saveDigest } from './sql.ts';

/**
 * Keeps what the caller wants to hear, and how. What is not named stays as it is: it may have been changed elsewhere, or by
 * the link of an email.
 */
export async function savePreferences(
  services: Services,
  caller: Caller,
  { digest, kinds }: z.output<typeof preferenceChanges>,
): Promise<Preferences> {
  const userId = memberOf(caller);
  await services.db.transaction(async (trx) => {
    // Also without a change: it holds the daily email back until the rest is written.
    const isDigestNew = await saveDigest(trx, userId, digest);
    const changed: typeof kinds = [];
    for (const choice of kinds) if (await saveChoice(trx, userId, choice)) changed.push(choice);
    // What waited for the daily mail is not held back when single mails are wanted again.
    const stopped = kinds.flatMap(({ email, kind }) => (email === false ? [kind] : []));
    await dropFromDigest(trx, userId, digest === false ? NOTICE_KINDS : stopped);
    if (!isDigestNew && changed.length === 0) return;
    await recordAudit(trx, caller, {
      action: 'notifications.save-preferences',
      entity: 'user',
      entityId: userId,
      after: { ...(isDigestNew && { digest }), kinds: changed },
    });
  });
  return getPreferences(services, caller);
}
