import { sql } from 'kysely';
import { recordAudit } from '#server/db/audit';
import { readAuthSecret } from '#server/platform/read-auth-secret';
import { sealKey } from '#server/platform/seal-key';
import type { Caller, Services } from '#server/services';
import { insertKey, type PublicKey, retireKey, selectPresentKey } from './key-sql.ts';

interface Rotation {
  /** The key that is to be replaced; another one that took its place meanwhile stays. Left out: whichever it is. */
  readonly instead?: string | null;
  /** Others may have got hold of the old key: what it signed is not to be believed any more. */
  readonly distrust: boolean;
}

/** Makes a new signing key and retires the present one, whose signatures stay good unless they are to be distrusted. */
export async function rotateSigningKey(
  { clock, config, db }: Services,
  caller: Caller,
  { distrust, instead }: Rotation,
): Promise<{ kid: string }> {
  const { calculateJwkThumbprint, exportJWK, generateKeyPair } = await import('jose');
  const { privateKey, publicKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
  const { d, x = '' } = await exportJWK(privateKey);
  const jwk: PublicKey = { kty: 'OKP', crv: 'Ed25519', x };
  const kid = await calculateJwkThumbprint(await exportJWK(publicKey));
  const sealed = sealKey(readAuthSecret(config.dataDir)).seal(JSON.stringify({ ...jwk, d }));
  return db.transaction(async (trx) => {
    // Of two processes that start at one moment the second one finds the key of the first.
    await sql`lock table signing_keys in share row exclusive mode`.execute(trx);
    const present = await selectPresentKey(trx);
    if (instead !== undefined && (present?.kid ?? null) !== instead) return { kid: present?.kid ?? kid };
    const now = clock.now();
    const retired = await retireKey(trx, { now, distrust });
    await insertKey(trx, { kid, publicKey: jwk, sealed, now });
    await recordAudit(trx, caller, {
      action: 'signing-key.rotate',
      entity: 'signing_key',
      entityId: null,
      after: { kid, retired, distrust },
    });
    return { kid };
  });
}
