import { createTransport } from 'nodemailer';
import type SMTPPool from 'nodemailer/lib/smtp-pool';
import {
  fromHeader,
  type Mail,
  type Mailer,
  RefusedForGood,
  type Sent,
  unsubscribeHeaders,
} from './mailer.ts';

interface Options {
  /** How long one step of a conversation may take. */
  readonly timeoutMs?: number;
  /** How many conversations are held at one time. */
  readonly connections?: number;
}

/** A connection that had no mail for so long is closed. */
const IDLE_MS = 30_000;

/**
 * Sends through a mail server over connections that are kept for the next mail; gives up on one that hangs, so that the
 * relay can try again later. Rejects with RefusedForGood where a second attempt would be refused as well.
 */
export function smtpMailer(
  smtpUrl: string,
  from: string,
  { connections = 1, timeoutMs = 20_000 }: Options = {},
): Mailer {
  const transport = createTransport({
    ...withTimeouts(smtpUrl, timeoutMs),
    pool: true,
    maxConnections: connections,
    idleTimeout: IDLE_MS,
  } as SMTPPool.Options);
  return {
    async send(mail: Mail) {
      try {
        await transport.sendMail(toMessage(mail, from));
      } catch (error) {
        if (!isFinal(error)) throw error;
        const recipientReply = error.command === 'RCPT TO' ? replyOf(error) : undefined;
        throw new RefusedForGood(error.message, { cause: error, recipientReply });
      }
    },
    close: () => transport.close(),
  };
}

/** Replies that are about who sends and how, not about the mail. */
const ABOUT_THE_SENDER = new Set([503, 530, 534, 535, 538]);
/** The same, said in reply to a recipient: a policy or the sender's address (RFC 3463), or a relay that asks for a login. */
const SENDER_REFUSED = /^5\d\d[ -](?:5\.7\.\d+|5\.1\.[78])\b|\brelay(?! recipient)|\bauthent/i;

/**
 * Whether a mail server refused the recipient or the mail with a permanent status. A refused login, sender, relaying, or
 * greeting is a fault of the settings, which would be the fault of all mails: those are tried again.
 */
function isFinal(error: unknown): error is Error & { readonly command: unknown } {
  if (!(error instanceof Error) || !('responseCode' in error) || !('command' in error)) return false;
  const { command, responseCode } = error;
  if (typeof responseCode !== 'number' || responseCode < 500 || responseCode >= 600) return false;
  if (ABOUT_THE_SENDER.has(responseCode)) return false;
  return command === 'DATA' || (command === 'RCPT TO' && !SENDER_REFUSED.test(replyOf(error)));
}

const replyOf = (error: Error): string => ('response' in error ? String(error.response) : '');

/** One conversation with a mail server: what it replied to the mail, or why it did not take it. */
export async function converse(smtpUrl: string, from: string, mail: Mail, timeoutMs: number): Promise<Sent> {
  const transport = createTransport(withTimeouts(smtpUrl, timeoutMs));
  try {
    const { response } = await transport.sendMail(toMessage(mail, from));
    return { outcome: 'accepted', detail: response };
  } catch (error) {
    return { outcome: 'refused', detail: error instanceof Error ? error.message : String(error) };
  } finally {
    transport.close();
  }
}

function withTimeouts(smtpUrl: string, timeoutMs: number) {
  return {
    url: smtpUrl,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function toMessage({ html, messageId, sender, subject, text, to, unsubscribe }: Mail, mailFrom: string) {
  const headers = unsubscribeHeaders({ unsubscribe });
  const from = fromHeader({ sender }, mailFrom);
  return { from, to: { name: '', address: to }, subject, text, html, messageId, headers };
}
