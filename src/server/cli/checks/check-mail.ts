import { join } from 'node:path';
import type { Config } from '#server/config';
import { verifyMailServer } from '#server/platform/verify-mail-server';
import { type Finding, fault, ok, reasonOf } from './finding.ts';

/** Talks to the mail server as far as signing in; sends nothing. */
export async function checkMail({ dataDir, smtpUrl }: Config): Promise<Finding> {
  if (!smtpUrl) return ok(`mail: no SMTP_URL, mails become files in ${join(dataDir, 'outbox')}`);
  const { hostname, port, protocol } = new URL(smtpUrl);
  const server = `${hostname}:${port || (protocol === 'smtps:' ? 465 : 587)}`;
  try {
    await verifyMailServer(smtpUrl);
    return ok(`mail: ${server} answers and takes our sign-in`);
  } catch (error) {
    return fault(
      `mail: ${server}: ${reasonOf(error)}`,
      'check the host, port, user and password in SMTP_URL, and the firewall; until then mails wait and are tried again',
    );
  }
}
