import type { MarketingConsent } from '#contract/administration/announcements';
import { signedIn } from '#server/areas/accounts/sessions/signed-in';
import { recordAudit } from '#server/db/audit';
import { consentSince, giveConsent, withdrawConsent } from '#server/db/mail/marketing';
import type { Caller, Services } from '#server/services';

/** Keeps that the caller agrees to marketing emails, or withdrew that, with the time. Closed in support sessions. */
export async function saveConsent(
  { clock, db }: Services,
  caller: Caller,
  { agreed }: { agreed: boolean },
): Promise<MarketingConsent> {
  const { userId } = signedIn(caller);
  return db.transaction(async (trx) => {
    const change = agreed ? giveConsent : withdrawConsent;
    const isChanged = await change(trx, userId, clock.now());
    if (isChanged)
      await recordAudit(trx, caller, {
        action: agreed ? 'marketing.agree' : 'marketing.withdraw',
        entity: 'user',
        entityId: userId,
      });
    const since = await consentSince(trx, userId);
    return { since: since?.toISOString() ?? null };
  });
}
