import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { perLanguage } from '#domain/language';
import { FolderError } from '../folders/course-folder.ts';

const PAGE = /\.(?:md|mdx|markdown)$/i;
const MAX_PAGES = 500;
const MAX_DEPTH = 8;
const IGNORED = /^[._]|^node_modules$/;
const natural = perLanguage((of) => new Intl.Collator(of, { numeric: true }));

interface Found {
  /** Paths below the folder, with slashes, in their natural order; the first page of each folder comes first. */
  readonly pages: readonly string[];
  /** Everything else that is in the folder. */
  readonly others: readonly string[];
}

/** The Markdown pages in a folder and in its folders. Links are not followed. */
export async function listPages(directory: string): Promise<Found> {
  const found = { pages: [] as string[], others: [] as string[] };
  await walk(directory, '', found, 0);
  if (found.pages.length === 0) throw new FolderError([`${directory}: no Markdown pages found`]);
  if (found.pages.length > MAX_PAGES) throw new FolderError([`${directory}: more than ${MAX_PAGES} pages`]);
  return found;
}

async function walk(
  directory: string,
  below: string,
  found: { pages: string[]; others: string[] },
  depth: number,
): Promise<void> {
  const entries = await readdir(join(directory, below), { withFileTypes: true });
  const kept = entries.filter(({ name }) => !IGNORED.test(name));
  const rank = (name: string) => (isFirstPage(name) ? 0 : 1);
  kept.sort((a, b) => rank(a.name) - rank(b.name) || natural().compare(a.name, b.name));
  for (const entry of kept) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory() && depth < MAX_DEPTH) await walk(directory, path, found, depth + 1);
    else if (entry.isFile() && PAGE.test(entry.name)) found.pages.push(path);
    else found.others.push(path);
  }
}

/** The page that a folder opens with. */
export function isFirstPage(path: string): boolean {
  return /(?:^|\/)(?:index|readme)\.(?:md|mdx|markdown)$/i.test(path);
}
