import { type MailReport, report } from './mail-reports.ts';

/** An enhanced status (RFC 3463) of a final refusal; not a part of a network address. */
const ENHANCED = /(?<![\d.])5\.(\d{1,3})\.(\d{1,3})(?!\.?\d)/;
/** The address of whoever sends. */
const SENDER_DETAILS = ['7', '8'];
/** What a server says whose refusal is about the sender, the machine it comes from, its own policy, or the room that is left. */
const OTHER_REASON =
  /sender|spam|reputation|\bblock|blacklist|policy|relay(?! recipient)|rcpthosts|\bspf\b|\bdmarc\b|quota|\bfull\b|authent|\blog ?in\b|\bip\b|\bdns\b|\bptr\b|\b[eh][eh]lo\b/i;
/** What a server says whose status alone doesn't say it: without such words, it may be for any reason. */
const NAMES_MAILBOX =
  /\bno (?:such|mailbox)\b|\b(?:unknown|invalid) (?:local )?(?:user|mailbox|recipient|address|account)\b|\b(?:user|mailbox|recipient|address|account)\b.*(?:\b(?:unknown|invalid|not found|not exist|not local|not allowed)|n't exist)/is;
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
  // 5.1.0 is "any other fault of an address", and some servers say it of whom they don't relay for.
  if (enhanced !== undefined && detail !== '0') return subject === '1' && !SENDER_DETAILS.includes(detail);
  const mayBe = enhanced === undefined ? /^55[013]/.test(words) : subject === '1';
  return mayBe && NAMES_MAILBOX.test(words);
}
