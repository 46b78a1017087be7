import type { Passkey } from '#contract/accounts/passkeys';
import type { Caller, Services } from '#server/services';
import { signedIn } from '../sessions/signed-in.ts';
import { selectPasskeys, toPasskey } from './passkey-sql.ts';

/** The own passkeys, oldest first. */
export async function listPasskeys({ db }: Services, caller: Caller): Promise<Passkey[]> {
  return (await selectPasskeys(db.kysely, signedIn(caller).userId)).map(toPasskey);
}
