import { createTransport } from 'nodemailer';
import { fromHeader, type Mail, type Mailer, type Sent, unsubscribeHeaders } from './mailer.ts';

/** Sends through a mail server; gives up on one that hangs, so that the relay can try again later. */
export function smtpMailer(smtpUrl: string, from: string, timeoutMs = 20_000): Mailer {
  const transport = open(smtpUrl, timeoutMs);
  return {
    async send(mail: Mail) {
      await transport.sendMail(toMessage(mail, from));
    },
  };
}

/** One conversation with a mail server: what it replied to the mail, or why it did not take it. */
export async function converse(smtpUrl: string, from: string, mail: Mail, timeoutMs: number): Promise<Sent> {
  const transport = open(smtpUrl, timeoutMs);
  try {
    const { response } = await transport.sendMail(toMessage(mail, from));
    return { outcome: 'accepted', detail: response };
  } catch (error) {
    return { outcome: 'refused', detail: error instanceof Error ? error.message : String(error) };
  } finally {
    transport.close();
  }
}

function open(smtpUrl: string, timeoutMs: number) {
  return createTransport({
    url: smtpUrl,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

function toMessage({ html, messageId, sender, subject, text, to, unsubscribe }: Mail, mailFrom: string) {
  const headers = unsubscribeHeaders({ unsubscribe });
  const from = fromHeader({ sender }, mailFrom);
  return { from, to: { name: '', address: to }, subject, text, html, messageId, headers };
}
