import { type CommandContext, defineCommand, type ExecResult } from 'just-bash/browser';
import { FILE_BYTES } from '../limits.ts';
import { type Entry, readArchive, writeArchive } from './format.ts';
import { compress, decompress } from './gzip.ts';

/** What `tar` is asked for. */
interface Asked {
  mode?: 'c' | 't' | 'x';
  archive?: string;
  isZipped: boolean;
  isVerbose: boolean;
  /** What is packed, or picked out, each with the folder that `-C` named before it. */
  names: { folder: string; name: string }[];
  /** Where `-C` led. */
  folder: string;
}

type Files = CommandContext['fs'];

/** Said as `tar: …`; ends with 2. */
class TarError extends Error {}

/** Packs and unpacks: `-c`, `-t`, `-x` with `-f`, and with `-z`, `-v`, and `-C`. just-bash has none for pages. */
export const TAR = defineCommand('tar', async (args, { cwd, fs }): Promise<ExecResult> => {
  try {
    const asked = readArguments(args, (path, from = cwd) => fs.resolvePath(from, path), cwd);
    return { stdout: await act(asked, fs, cwd), stderr: '', exitCode: 0 };
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    if (/ENOSPC/.test(said)) throw error;
    return { stdout: '', stderr: `tar: ${said}\ntar: Error is not recoverable: exiting now\n`, exitCode: 2 };
  }
});

function readArguments(
  args: readonly string[],
  resolve: (path: string, from?: string) => string,
  cwd: string,
): Asked {
  const asked: Asked = { isZipped: false, isVerbose: false, names: [], folder: cwd };
  const rest = [...args];
  // The first word may be letters without a dash: `tar czf a.tar.gz b`.
  if (rest[0] !== undefined && /^[ctxzvf]+$/.test(rest[0])) rest[0] = `-${rest[0]}`;
  let isName = false;
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (isName || !/^-./.test(word)) asked.names.push({ folder: asked.folder, name: word });
    else if (word === '--') isName = true;
    else readOptions(asked, word.slice(1), rest, resolve);
  }
  if (asked.mode === undefined) throw new TarError("You must specify one of the '-ctx' options");
  if (asked.archive === undefined) throw new TarError('Refusing to read or write an archive without -f');
  return asked;
}

/** The letters of one word; what a letter needs is the rest of the word, or the next one. */
function readOptions(
  asked: Asked,
  letters: string,
  rest: string[],
  resolve: (path: string, from?: string) => string,
): void {
  for (let at = 0; at < letters.length; at += 1) {
    const letter = letters.charAt(at);
    if (letter === 'c' || letter === 't' || letter === 'x') asked.mode = letter;
    else if (letter === 'z') asked.isZipped = true;
    else if (letter === 'v') asked.isVerbose = true;
    else if (letter === 'f' || letter === 'C') {
      const value = letters.slice(at + 1) || rest.shift();
      if (value === undefined) throw new TarError(`option requires an argument -- '${letter}'`);
      if (letter === 'f') asked.archive = resolve(value);
      else asked.folder = resolve(value, asked.folder);
      return;
    } else throw new TarError(`invalid option -- '${letter}'`);
  }
}

async function act(asked: Asked, fs: Files, cwd: string): Promise<string> {
  const { archive = '', folder, isVerbose, isZipped, mode, names } = asked;
  if (mode === 'c') {
    if (names.length === 0) throw new TarError('Cowardly refusing to create an empty archive');
    const entries: Entry[] = [];
    for (const { folder: from, name } of names) entries.push(...(await collect(fs, from, name)));
    const bytes = writeArchive(entries);
    await write(fs, archive, isZipped ? compress(bytes) : bytes);
    return isVerbose ? listed(entries) : '';
  }
  const bytes = await read(fs, archive);
  // Compression is recognized, as by the real one.
  const isPacked = isZipped || (bytes[0] === 0x1f && bytes[1] === 0x8b);
  const entries = readArchive(isPacked ? decompress(bytes, FILE_BYTES) : bytes);
  const picked = entries.filter(
    (entry) => names.length === 0 || names.some(({ name }) => isBelow(entry.name, name)),
  );
  if (names.length > 0 && picked.length === 0) throw new TarError(`${names[0]?.name}: Not found in archive`);
  if (mode === 't') return listed(picked);
  await needFolder(fs, folder);
  for (const entry of picked) await extract(fs, fs.resolvePath(cwd, folder), entry);
  return isVerbose ? listed(picked) : '';
}

/** A name and all that is below it, in order. */
async function collect(fs: Files, folder: string, name: string): Promise<Entry[]> {
  await needFolder(fs, folder);
  const path = fs.resolvePath(folder, name);
  const found = await fs.lstat(path).catch(() => undefined);
  if (!found) throw new TarError(`${name}: Cannot stat: No such file or directory`);
  const own = name.replace(/\/+$/, '').replace(/^\/+/, '');
  const content = new Uint8Array();
  if (found.isSymbolicLink) return [{ name: own, mode: found.mode, content, link: await fs.readlink(path) }];
  if (!found.isDirectory) return [{ name: own, mode: found.mode, content: await fs.readFileBuffer(path) }];
  const entries: Entry[] = [{ name: `${own}/`, mode: found.mode, content }];
  for (const child of (await fs.readdir(path)).sort())
    entries.push(...(await collect(fs, folder, `${own}/${child}`)));
  return entries;
}

async function extract(fs: Files, folder: string, { content, link, mode, name }: Entry): Promise<void> {
  const parts = name.split('/').filter((part) => part !== '' && part !== '.');
  if (parts.includes('..')) throw new TarError(`${name}: Member name contains '..'`);
  const path = fs.resolvePath(folder, parts.join('/'));
  if (name.endsWith('/')) {
    await fs.mkdir(path, { recursive: true });
    return;
  }
  await fs.mkdir(fs.resolvePath(path, '..'), { recursive: true });
  if (link === undefined) {
    await fs.writeFile(path, content);
    await fs.chmod(path, mode);
  } else {
    await fs.rm(path, { force: true });
    await fs.symlink(link, path);
  }
}

async function read(fs: Files, path: string): Promise<Uint8Array> {
  if (!(await fs.exists(path))) throw new TarError(`${path}: Cannot open: No such file or directory`);
  if ((await fs.stat(path)).isDirectory) throw new TarError(`${path}: Cannot read: Is a directory`);
  return fs.readFileBuffer(path);
}

async function write(fs: Files, path: string, bytes: Uint8Array): Promise<void> {
  const above = await fs.stat(fs.resolvePath(path, '..')).catch(() => undefined);
  if (!above?.isDirectory) throw new TarError(`${path}: Cannot open: No such file or directory`);
  await fs.writeFile(path, bytes);
}

async function needFolder(fs: Files, folder: string): Promise<void> {
  const found = await fs.stat(folder).catch(() => undefined);
  if (!found?.isDirectory) throw new TarError(`${folder}: Cannot open: No such file or directory`);
}

function isBelow(entry: string, name: string): boolean {
  const own = name.replace(/\/+$/, '');
  return entry === own || entry.startsWith(`${own}/`);
}

function listed(entries: readonly Entry[]): string {
  return entries.map(({ name }) => `${name}\n`).join('');
}
