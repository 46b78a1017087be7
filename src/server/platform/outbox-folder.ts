import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { addressPattern } from '#domain/accounts/address-pattern';
import type { HeldAddress } from '#domain/accounts/held-address';

interface Unwanted {
  /** Ids of mails, which their files are named after. */
  readonly mails: readonly string[];
  /** What no mail may speak of, in small letters. */
  readonly ids: readonly string[];
  readonly addresses: readonly HeldAddress[];
}

const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** Removes the written mails of a school without a mail server that are named here or speak of somebody. */
export async function removeOutboxMails(
  directory: string,
  { addresses, ids, mails }: Unwanted,
): Promise<void> {
  const files = (await readdir(directory).catch(() => [])).filter((file) => file.endsWith('.eml'));
  const wanted = new Set(mails);
  const patterns = addresses.map(({ address, until }) => ({ pattern: addressPattern(address), until }));
  const somebody = { ids: new Set(ids), patterns };
  const isSought = ids.length + addresses.length > 0;
  for (const file of files) {
    const path = join(directory, file);
    const id = /^_?([0-9a-f-]{36})_/.exec(file)?.[1] ?? '';
    if (wanted.has(id) || (isSought && (await speaksOf(path, somebody)))) await rm(path, { force: true });
  }
}

async function speaksOf(
  path: string,
  {
    ids,
    patterns,
  }: { ids: ReadonlySet<string>; patterns: readonly { pattern: RegExp; until: Date | null }[] },
): Promise<boolean> {
  const { default: PostalMime } = await import('postal-mime');
  const { html = '', subject = '', text = '', to = [] } = await PostalMime.parse(await readFile(path));
  const said = [subject, text, html, ...to.map(({ address }) => address)].join('\n').toLowerCase();
  if ((said.match(ID) ?? []).some((id) => ids.has(id))) return true;
  const found = patterns.filter(({ pattern }) => said.search(pattern) >= 0);
  if (found.length === 0) return false;
  const { mtime } = await stat(path);
  return found.some(({ until }) => until === null || mtime <= until);
}
