import { createHmac } from 'node:crypto';
import type { Config } from '#server/config';
import { readAuthSecret } from '../read-auth-secret.ts';

/** The header with a random text that only the asked installation can sign. */
export const CHALLENGE = 'x-lectern-challenge';

/** What a server with this key answers to a challenge. */
export function proofOf(key: string, challenge: string): string {
  return createHmac('sha256', key).update(`installation\n${challenge}`).digest('hex');
}

/** Answers a challenge with the key of this school; null for no challenge, or one that is not random enough. */
export function proveInstallation(
  { dataDir }: Pick<Config, 'dataDir'>,
  challenge: string | undefined,
): string | null {
  if (challenge === undefined || !/^[\w-]{32,64}$/.test(challenge)) return null;
  return proofOf(readAuthSecret(dataDir), challenge);
}
