/** What a mail says, before it is set as HTML or plain text. */
export interface MailContent {
  readonly subject: string;
  readonly greeting?: string;
  readonly paragraphs: readonly string[];
  /** A longer text with its own structure; `html` is sanitised already. */
  readonly body?: { readonly html: string; readonly text: string };
  /** Words of someone else, kept line by line and set apart. */
  readonly quote?: string;
  /** A few digits to copy, set large. */
  readonly code?: string;
  /** What is to be done; `isAside`: only if something is wrong, so that it stands small and last. */
  readonly button: { readonly label: string; readonly link: string; readonly isAside?: true };
  readonly note?: string;
  /** Each a line with its own link. */
  readonly items?: readonly { readonly text: string; readonly link: string }[];
  readonly unsubscribe?: string;
  readonly footer: string;
}
