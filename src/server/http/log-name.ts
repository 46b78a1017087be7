import { createHmac } from 'node:crypto';
import { readAuthSecret } from '#server/areas/accounts/read-auth-secret';
import type { Config } from '#server/config';

/**
 * What the log calls a member: the same in every line, and nobody's once the account is gone, because an id can be
 * turned into it but never back.
 */
export function logName({ dataDir }: Pick<Config, 'dataDir'>, userId: string | null): string | null {
  if (userId === null) return null;
  return createHmac('sha256', readAuthSecret(dataDir)).update(`log\n${userId}`).digest('hex').slice(0, 16);
}
