import { type MailReport, report } from './mail-reports.ts';

/** An enhanced status (RFC 3463) of a final refusal; not a part of a network address. */
const ENHANCED = /(?<![\d.])5\.(\d{1,3})\.(\d{1,3})(?!\.?\d)/;
/** The address of whoever sends. */
const SENDER_DETAILS = ['7', '8'];
/** What a server says whose refusal is about the sender, its own policy, or the room that is left. */
const OTHER_REASON =
  /sender|spam|reputation|\bblock|blacklist|policy|relay|rcpthosts|\bspf\b|\bdmarc\b|quota|\bfull\b/i;
/** What a server says that names no enhanced status with its 550: without such words, it may be for any reason. */
const NAMES_MAILBOX =
  /\bno (?:such|mailbox)\b|\b(?:unknown|invalid) (?:local )?(?:user|mailbox|recipient|address|account)\b|\b(?:user|mailbox|recipient|address|account)\b.*(?:\b(?:unknown|invalid|not found|not exist)|n't exist)/is;
const ADDRESSES = /\S+@\S+/g;

/**
 * What a mail server says that refuses a recipient for good, as a report; none where the reply isn't that there is no such mailbox:
 * a policy, the sender, a full mailbox.
 */
export function refusedMailbox(recipient: string, reply: string): MailReport | undefined {
  return isMailboxRefused(reply) ? report(recipient, 'bounce', reply)[0] : undefined;
}

function isMailboxRefused(reply: string): boolean {
  const words = reply.replace(ADDRESSES, '');
  if (!/^5\d\d/.test(words) || OTHER_REASON.test(words)) return false;
  const [enhanced, subject, detail = ''] = ENHANCED.exec(words) ?? [];
  if (enhanced !== undefined) return subject === '1' && !SENDER_DETAILS.includes(detail);
  return /^55[13]/.test(words) || (words.startsWith('550') && NAMES_MAILBOX.test(words));
}
