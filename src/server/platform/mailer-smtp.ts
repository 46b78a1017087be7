import { createTransport } from 'nodemailer';
import { type Mail, type Mailer, unsubscribeHeaders } from './mailer.ts';

/** Sends through a mail server; gives up on one that hangs, so that the relay can try again later. */
export function smtpMailer(smtpUrl: string, from: string, timeoutMs = 20_000): Mailer {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ html, messageId, subject, text, to, unsubscribe }: Mail) {
      const headers = unsubscribeHeaders({ unsubscribe });
      await transport.sendMail({
        from,
        to: { name: '', address: to },
        subject,
        text,
        html,
        messageId,
        headers,
      });
    },
  };
}
