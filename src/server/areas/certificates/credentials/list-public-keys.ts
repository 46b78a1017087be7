import type { Services } from '#server/services';
import { selectPublicKeys } from './key-sql.ts';

/** The public keys that check what the school signed: the present one and the retired ones. */
export async function listPublicKeys({ db }: Pick<Services, 'db'>) {
  const keys = await selectPublicKeys(db.kysely);
  return keys.map(({ kid, public_key: { crv, kty, x } }) => ({ kid, publicKey: { kty, crv, x } }));
}
