import { systemCaller } from '#server/db/audit';
import { readAuthSecret } from '#server/platform/read-auth-secret';
import { sealKey } from '#server/platform/seal-key';
import type { Services } from '#server/services';
import { selectPresentKey } from './key-sql.ts';
import { rotateSigningKey } from './rotate-signing-key.ts';

/** Makes the school's signing key at the first start, and a new one when the secret that sealed the present one is gone. */
export async function ensureSigningKey(services: Services): Promise<void> {
  const present = await selectPresentKey(services.db.kysely);
  const { open } = sealKey(readAuthSecret(services.config.dataDir));
  if (present && open(present.sealed_key) !== null) return;
  await rotateSigningKey(services, systemCaller, { instead: present?.kid ?? null, distrust: false });
}
