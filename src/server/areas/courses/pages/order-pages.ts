import { posix } from 'node:path';
import { parseDocument } from 'yaml';
import { linkAddresses } from '#server/markdown/link-addresses';
import { parseMarkdown } from '#server/markdown/parse-markdown';
import { readPlainFile } from '../folders/read-plain-file.ts';

interface Ordered {
  readonly pages: readonly string[];
  /** The name of the whole, where the list says one. */
  readonly title: string | null;
  readonly notes: readonly string[];
}

/** The pages in the order of SUMMARY.md or of the `nav` of mkdocs.yml; without one, in the order of their names. */
export async function orderPages(
  directory: string,
  { others, pages }: { readonly pages: readonly string[]; readonly others: readonly string[] },
): Promise<Ordered> {
  const list = pages.find((page) => /(?:^|\/)SUMMARY\.md$/.test(page));
  if (list !== undefined) {
    const text = await readPlainFile(directory, list);
    const wanted = linkAddresses(parseMarkdown(text), text).map(({ url }) => at(posix.dirname(list), url));
    return arrange(
      pages.filter((page) => page !== list),
      wanted,
      { list, title: null },
    );
  }
  const settings = others.find((name) => /^mkdocs\.ya?ml$/.test(name));
  if (settings === undefined) return { pages, title: null, notes: [] };
  const said: unknown = parseDocument(await readPlainFile(directory, settings), { logLevel: 'error' }).toJS({
    maxAliasCount: 50,
  });
  const { docs_dir: folder, nav, site_name: title } = isRecord(said) ? said : {};
  const wanted = leaves(nav).map((path) => at(typeof folder === 'string' ? folder : 'docs', path));
  return arrange(pages, wanted, { list: settings, title: typeof title === 'string' ? title : null });
}

function arrange(
  pages: readonly string[],
  wanted: readonly string[],
  { list, title }: { readonly list: string; readonly title: string | null },
): Ordered {
  const listed = [...new Set(wanted)].filter((path) => pages.includes(path));
  if (listed.length === 0) return { pages, title, notes: [] };
  const rest = pages.filter((page) => !listed.includes(page));
  return {
    pages: [...listed, ...rest],
    title,
    notes: rest.map((page) => `${page}: not in ${list}; placed after the pages that are`),
  };
}

function at(folder: string, path: string): string {
  return posix.normalize(posix.join(folder, path.replace(/[?#].*$/, '')));
}

/** The paths in a `nav`: a list of paths, of names with a path, and of names with a list. */
function leaves(nav: unknown): string[] {
  if (typeof nav === 'string') return [nav];
  if (Array.isArray(nav)) return nav.flatMap(leaves);
  return isRecord(nav) ? Object.values(nav).flatMap(leaves) : [];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
