/** Why an address gets no more notices and bulk mail. */
export const SUPPRESSION_REASONS = ['bounce', 'complaint'] as const;
export type SuppressionReason = (typeof SUPPRESSION_REASONS)[number];

/** What a provider of mail reports about an address. */
export interface MailReport {
  readonly address: string;
  readonly reason: SuppressionReason;
  /** What the provider or the other mail server said. */
  readonly detail: string;
}

type Json = Readonly<Record<string, unknown>>;

const MAX_REPORTS = 1000;
const MAX_DETAIL = 500;
/** Of Postmark: there is no such mailbox. Its other types are faults that pass. */
const POSTMARK_HARD = ['HardBounce', 'BadEmailAddress'];
/** Of Mailgun: the mailbox refused for good, now or earlier. Other permanent faults may be about the text. */
const MAILGUN_HARD = ['bounce', 'suppress-bounce'];

/**
 * Reads what was reported: in our own form, by Postmark, or by Mailgun. Faults that pass, and reports about other things, are left
 * out. Null: it is none of these forms.
 */
export function readMailReports(body: unknown): MailReport[] | null {
  if (!isJson(body)) return null;
  if (Array.isArray(body.events))
    return body.events.length <= MAX_REPORTS && body.events.every(isJson)
      ? body.events.flatMap((event) => ownReport(event))
      : null;
  if (typeof body.RecordType === 'string') return postmarkReport(body);
  const event = body['event-data'];
  return isJson(event) ? mailgunReport(event) : null;
}

function ownReport({ email, reason, type }: Json): MailReport[] {
  const known = SUPPRESSION_REASONS.find((one) => one === type);
  return known ? report(email, known, reason) : [];
}

function postmarkReport({ Description, Email, RecordType, Type }: Json): MailReport[] {
  if (RecordType === 'SpamComplaint') return report(Email, 'complaint', Description);
  const isHard = RecordType === 'Bounce' && POSTMARK_HARD.includes(String(Type));
  return isHard ? report(Email, 'bounce', Description) : [];
}

function mailgunReport({ event, reason, recipient, severity, ...rest }: Json): MailReport[] {
  const status = rest['delivery-status'];
  const said = isJson(status) ? status.message || status.description : '';
  if (event === 'complained') return report(recipient, 'complaint', said);
  const isHard = event === 'failed' && severity === 'permanent' && MAILGUN_HARD.includes(String(reason));
  return isHard ? report(recipient, 'bounce', said) : [];
}

/** One report with its address and words made clean; none where that is no address. */
export function report(address: unknown, reason: SuppressionReason, detail: unknown): MailReport[] {
  if (typeof address !== 'string') return [];
  const clean = address.trim().toLowerCase();
  if (!/^[^\s@]{1,64}@[^\s@]{1,189}$/.test(clean)) return [];
  return [{ address: clean, reason, detail: oneLine(typeof detail === 'string' ? detail : '') }];
}

/** Words of another machine: one line, of letters that can be shown. */
function oneLine(text: string): string {
  return text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, MAX_DETAIL);
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
