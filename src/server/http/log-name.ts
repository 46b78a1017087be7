import { createHmac } from 'node:crypto';
import type { Config } from '#server/config';
import { readAuthSecret } from '#server/platform/read-auth-secret';

/** Names that stay at hand: who asks once mostly asks again. */
const MAX_NAMES = 1000;
const known = new Map<string, string>();

/**
 * What the log calls a member: the same in every line, and nobody's once the account is gone, because an id can be
 * turned into it but never back.
 */
export function logName({ dataDir }: Pick<Config, 'dataDir'>, userId: string | null): string | null {
  if (userId === null) return null;
  const secret = readAuthSecret(dataDir);
  const key = `${secret}${userId}`;
  const name =
    known.get(key) ?? createHmac('sha256', secret).update(`log\n${userId}`).digest('hex').slice(0, 16);
  if (known.size >= MAX_NAMES) known.clear();
  known.set(key, name);
  return name;
}
