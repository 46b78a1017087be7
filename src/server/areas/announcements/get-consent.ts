import type { MarketingConsent } from '#contract/administration/announcements';
import { signedIn } from '#server/areas/accounts/sessions/signed-in';
import { consentSince } from '#server/db/mail/marketing';
import type { Caller, Services } from '#server/services';

/** Since when the caller agrees to marketing emails; null: not at all. */
export async function getConsent({ db }: Services, caller: Caller): Promise<MarketingConsent> {
  const since = await consentSince(db.kysely, signedIn(caller).userId);
  return { since: since?.toISOString() ?? null };
}
