import { join } from 'node:path';
import type { Config } from '#server/config';
import { verifyMailServer } from '#server/platform/verify-mail-server';
import { type Finding, fault, ok, reasonOf } from './finding.ts';

/** Talks to the mail server as far as signing in; sends nothing. */
export async function checkMail({ dataDir, smtpUrl }: Config): Promise<Finding> {
  if (!smtpUrl)
    return ok(`email: SMTP_URL is not set; emails are saved as files in ${join(dataDir, 'outbox')}`);
  const { hostname, port, protocol } = new URL(smtpUrl);
  const server = `${hostname}:${port || (protocol === 'smtps:' ? 465 : 587)}`;
  try {
    await verifyMailServer(smtpUrl);
    return ok(`email: connected and logged in to ${server}`);
  } catch (error) {
    return fault(
      `email: ${server}: ${reasonOf(error)}`,
      'check the host, port, user, and password in SMTP_URL, and the firewall; until this is fixed, emails are queued and retried',
    );
  }
}
