import { join } from 'node:path';
import type { Config } from '#server/config';
import type { Mail, SendNow } from './mailer.ts';

/** Sends one mail and waits for the answer of the mail server; without one, the mail becomes a file. */
export function openSendNow({ dataDir, mailFrom, smtpUrl }: Config, timeoutMs = 10_000): SendNow {
  return async (mail: Mail) => {
    if (!smtpUrl) {
      const { outboxMailer } = await import('./mailer-outbox.ts');
      const folder = join(dataDir, 'outbox');
      await outboxMailer(folder, mailFrom).send(mail);
      return { outcome: 'kept', detail: folder };
    }
    const { converse } = await import('./mailer-smtp.ts');
    return converse(smtpUrl, mailFrom, mail, timeoutMs);
  };
}
