import type { Passkey } from '#contract/passkeys';
import type { Caller, Services } from '#server/services';
import { selectPasskeys, toPasskey } from './passkey-sql.ts';
import { signedIn } from './signed-in.ts';

/** The own passkeys, oldest first. */
export async function listPasskeys({ db }: Services, caller: Caller): Promise<Passkey[]> {
  return (await selectPasskeys(db.kysely, signedIn(caller).userId)).map(toPasskey);
}
