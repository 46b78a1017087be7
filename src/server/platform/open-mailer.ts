import { join } from 'node:path';
import type { Config } from '#server/config';
import type { Mailer } from './mailer.ts';

/** Where the mails of a school without a mail server are kept. */
export const outboxOf = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'outbox');

/** The mail server, or the outbox. Its library is large and seldom needed: it is read when the first mail goes out. */
export function openMailer(config: Config): Mailer {
  let opened: Promise<Mailer> | undefined;
  const open = async (): Promise<Mailer> => {
    if (config.smtpUrl) {
      const { smtpMailer } = await import('./mailer-smtp.ts');
      return smtpMailer(config.smtpUrl, config.mailFrom, { connections: config.mail.connections });
    }
    const { outboxMailer } = await import('./mailer-outbox.ts');
    return outboxMailer(outboxOf(config), config.mailFrom);
  };
  return {
    async send(mail) {
      opened ??= open();
      await (await opened).send(mail);
    },
    close() {
      void opened?.then((mailer) => mailer.close?.());
    },
  };
}
