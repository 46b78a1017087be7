import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

interface Unwanted {
  /** Ids of mails, which their files are named after. */
  readonly mails: readonly string[];
  /** What no mail may speak of, in small letters. */
  readonly ids: readonly string[];
  readonly addresses: readonly string[];
}

const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** Removes the written mails of a school without a mail server that are named here or speak of somebody. */
export async function removeOutboxMails(
  directory: string,
  { addresses, ids, mails }: Unwanted,
): Promise<void> {
  const files = (await readdir(directory).catch(() => [])).filter((file) => file.endsWith('.eml'));
  const wanted = new Set(mails);
  const spoken = new Set(ids);
  for (const file of files) {
    const path = join(directory, file);
    const id = /^_?([0-9a-f-]{36})_/.exec(file)?.[1] ?? '';
    if (wanted.has(id) || (await speaksOf(path, spoken, addresses))) await rm(path, { force: true });
  }
}

async function speaksOf(
  path: string,
  ids: ReadonlySet<string>,
  addresses: readonly string[],
): Promise<boolean> {
  const { default: PostalMime } = await import('postal-mime');
  const { html = '', subject = '', text = '', to = [] } = await PostalMime.parse(await readFile(path));
  const said = [subject, text, html, ...to.map(({ address }) => address)].join('\n').toLowerCase();
  return (said.match(ID) ?? []).some((id) => ids.has(id)) || addresses.some((one) => said.includes(one));
}
