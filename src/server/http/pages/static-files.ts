import { hash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { accepts } from './prepared-reply.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.ttf': 'font/ttf',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.zip': 'application/zip',
  '.bin': 'application/octet-stream',
};
const CODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;
const A_YEAR = 'public, max-age=31536000, immutable';
const AN_HOUR = 'public, max-age=3600';
/** Says which files of a lab go together: an old one would name files that are gone. */
const LAB_MANIFEST = '/lab-assets/manifest.json';

interface StaticFile {
  readonly path: string;
  readonly type: string;
  readonly etag: string;
  readonly codings: readonly ('br' | 'gzip')[];
}
/** Address to file. What is not in here does not exist, however the address is written. */
export type StaticFiles = ReadonlyMap<string, StaticFile>;

/** Every file of the folder with the compressed forms that lie beside it, by its address below `at`. */
export function scanStaticFiles(directory: string, at = '/'): StaticFiles {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true });
  const paths = new Set(
    entries.filter((entry) => entry.isFile()).map(({ name, parentPath }) => join(parentPath, name)),
  );
  const files = new Map<string, StaticFile>();
  for (const path of paths) {
    const name = relative(directory, path);
    const type = TYPES[extname(path)];
    if (name.startsWith('.') || !type) continue;
    let etag: string | undefined;
    const codings = CODINGS.filter(([, ending]) => paths.has(`${path}${ending}`)).map(([coding]) => coding);
    files.set(`${at}${name.split(sep).join('/')}`, {
      path,
      type,
      codings,
      // Most of a thousand files are asked for by nobody: reading the state of each would make every start wait.
      get etag() {
        etag ??= etagOf(path, name);
        return etag;
      },
    });
  }
  return files;
}

function etagOf(path: string, name: string): string {
  const { mtimeMs, size } = statSync(path);
  return `W/"${hash('sha256', `${name} ${size} ${mtimeMs}`, 'base64url').slice(0, 16)}"`;
}

/** A file in the best form that the request accepts; null when there is none of that address. */
export async function sendStaticFile(
  files: StaticFiles,
  address: string,
  request: Headers,
): Promise<Response | null> {
  const file = files.get(address);
  if (!file) return null;
  const headers = {
    'content-type': file.type,
    // Built files carry their content in their name; the others keep their name when they change.
    'cache-control': cacheOf(address),
    etag: file.etag,
    ...(file.codings.length > 0 && { vary: 'Accept-Encoding' }),
  };
  if (request.get('if-none-match') === file.etag) return new Response(null, { status: 304, headers });
  const coding = CODINGS.find(
    ([name]) => file.codings.includes(name) && accepts(request.get('accept-encoding') ?? '', name),
  );
  const bytes = await readFile(`${file.path}${coding?.[1] ?? ''}`);
  return new Response(bytes, {
    headers: {
      ...headers,
      ...(coding && { 'content-encoding': coding[0] }),
      'content-length': String(bytes.length),
    },
  });
}

function cacheOf(address: string): string {
  if (address === LAB_MANIFEST) return 'no-cache';
  return /^\/(?:lab-)?assets\//.test(address) ? A_YEAR : AN_HOUR;
}
