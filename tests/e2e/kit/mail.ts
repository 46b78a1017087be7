import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import PostalMime from 'postal-mime';

interface ReceivedMail {
  readonly subject: string;
  readonly text: string;
  /** First address of this site in the mail. */
  readonly link: string;
  /** Headers by their names in small letters. */
  readonly headers: ReadonlyMap<string, string>;
}

/** The mails that a person has got so far, in no order. Those of others are many, and are not taken apart. */
async function mailsTo(address: string): Promise<ReceivedMail[]> {
  const directory = join(process.env.E2E_DATA_DIR ?? '', 'outbox');
  const files = readdirSync(directory).filter((name) => name.endsWith('.eml'));
  const named = files
    .map((name) => readFileSync(join(directory, name)))
    .filter((mail) => mail.includes(address));
  const mails = await Promise.all(named.map((mail) => PostalMime.parse(mail)));
  return mails
    .filter(({ to }) => to?.[0]?.address === address)
    .map(({ headers, subject = '', text = '' }) => ({
      subject,
      text,
      link: /https?:\/\/\S+/.exec(text)?.[0] ?? '',
      headers: new Map(headers.map(({ key, value }) => [key, value])),
    }));
}

/** Waits for a mail with this subject. */
export async function mailTo(address: string, subject: string): Promise<ReceivedMail> {
  let found: ReceivedMail | undefined;
  await expect(async () => {
    found = (await mailsTo(address)).find((mail) => mail.subject === subject);
    expect(found).toBeDefined();
  }).toPass({ timeout: 15_000 });
  if (!found) throw new Error(`no mail "${subject}"`);
  return found;
}

/** How many mails with this subject a person has got so far. */
export async function countMails(address: string, subject: string): Promise<number> {
  return (await mailsTo(address)).filter((mail) => mail.subject === subject).length;
}
