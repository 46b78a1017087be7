import { didOf } from '#domain/certificates/did';
import { readAuthSecret } from '#server/platform/read-auth-secret';
import { sealKey } from '#server/platform/seal-key';
import type { Services } from '#server/services';
import { selectPresentKey } from './key-sql.ts';

/** A credential as a JWT, signed with the school's present key (Open Badges 3.0, section 8.2). */
export async function signCredential(
  { config, db }: Pick<Services, 'config' | 'db'>,
  claims: Readonly<Record<string, unknown>>,
): Promise<string> {
  const present = await selectPresentKey(db.kysely);
  const opened = present && sealKey(readAuthSecret(config.dataDir)).open(present.sealed_key);
  if (!opened) throw new Error('there is no signing key; restart the server to create one');
  const { importJWK, SignJWT } = await import('jose');
  const key = await importJWK(JSON.parse(opened), 'EdDSA');
  return new SignJWT({ ...claims })
    .setProtectedHeader({ alg: 'EdDSA', typ: 'JWT', kid: `${didOf(config.publicUrl)}#${present.kid}` })
    .sign(key);
}
