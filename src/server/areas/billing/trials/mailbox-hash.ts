import { createHmac } from 'node:crypto';
import { mailboxOf } from '#domain/accounts/mailbox-of';
import { readAuthSecret } from '#server/platform/read-auth-secret';
import type { Services } from '#server/services';

/** What stands for a mailbox after its account is gone: the same for the same mailbox, and nobody reads an address out of it. */
export function mailboxHash({ config }: Pick<Services, 'config'>, email: string): string {
  const secret = readAuthSecret(config.dataDir);
  return createHmac('sha256', secret)
    .update(`trial\n${mailboxOf(email)}`)
    .digest('hex');
}
