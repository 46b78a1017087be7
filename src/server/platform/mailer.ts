/** A finished mail, as a mail server takes it. */
export interface Mail {
  readonly messageId: string;
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** Where a mail program can stop mails of this kind (RFC 8058); null for those that always go out. */
  readonly unsubscribe: string | null;
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
}
