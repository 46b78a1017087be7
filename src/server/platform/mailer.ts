/** A finished mail, as a mail server takes it. */
export interface Mail {
  readonly messageId: string;
  /** Who it is from: the name of the school. */
  readonly sender: string;
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** Where a mail program can stop mails of this kind (RFC 8058); null for those that always go out. */
  readonly unsubscribe: string | null;
}

/** The sender as an object, which no name can break out of. A name that MAIL_FROM has itself goes first. */
export function fromHeader({ sender }: Pick<Mail, 'sender'>, mailFrom: string) {
  const [, name = '', address = mailFrom] = /^([^<]*)<([^<>]*)>\s*$/.exec(mailFrom) ?? [];
  const own = name.trim().replace(/^"(.*)"$/, '$1');
  return { name: own || sender, address: address.trim() };
}

/** The headers that let a mail program offer its own button for it. */
export function unsubscribeHeaders({ unsubscribe }: Pick<Mail, 'unsubscribe'>): Record<string, string> {
  if (unsubscribe === null) return {};
  return { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

/** What became of a mail that was sent while somebody waits; `detail` is the mail server's reply, the reason or the folder. */
export interface Sent {
  readonly outcome: 'accepted' | 'refused' | 'kept';
  readonly detail: string;
}
export type SendNow = (mail: Mail) => Promise<Sent>;

/** Hands a mail on; rejects when the mail server did not accept it. */
export interface Mailer {
  send(mail: Mail): Promise<void>;
  /** Closes connections that wait for the next mail. */
  close?(): void;
}

/** A mail server refused this mail itself, and would refuse it again: a mailbox that does not exist, a text it takes for spam. */
export class RefusedForGood extends Error {
  /** What it replied to the recipient; undefined: it refused the text. */
  readonly recipientReply: string | undefined;

  constructor(
    message: string,
    { cause, recipientReply }: { cause?: unknown; recipientReply?: string | undefined } = {},
  ) {
    super(message, { cause });
    this.recipientReply = recipientReply;
  }
}

export const isRefusedForGood = (error: unknown): error is RefusedForGood => error instanceof RefusedForGood;
