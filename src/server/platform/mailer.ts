/** A finished mail, as a mail server takes it. */
export interface Mail {
  readonly messageId: string;
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

/** Hands a mail on; rejects when the mail server did not accept it. */
export interface Mailer {
  send(mail: Mail): Promise<void>;
}
