import { quotedPath } from '../diff/changes.ts';
import { type Entry, isSafePath } from '../store/formats.ts';
import type { Index } from '../store/index-file.ts';
import { nameOf, type Snapshot } from '../store/objects.ts';
import type { Repository } from '../store/repository.ts';
import { Ended, fatal } from '../store/said.ts';
import { readIgnore } from './ignore.ts';

const encoder = new TextEncoder();
const LINK = 0o120000;
const DEEPEST = 64;

/** A file of the work as it lies there; undefined if there is none. */
export async function readWork(repository: Repository, path: string): Promise<Uint8Array | undefined> {
  const { fs, root } = repository;
  const full = `${root}/${path}`;
  const found = await fs.lstat(full).catch(() => undefined);
  if (!found || found.isDirectory) return undefined;
  return found.isSymbolicLink ? encoder.encode(await fs.readlink(full)) : fs.readFileBuffer(full);
}

/** What a file of the work would be as an object. */
export async function workEntry(repository: Repository, path: string): Promise<Entry | undefined> {
  const content = await readWork(repository, path);
  if (!content) return undefined;
  const { isSymbolicLink, mode } = await repository.fs.lstat(`${repository.root}/${path}`);
  const own = isSymbolicLink ? LINK : (mode & 0o100) !== 0 ? 0o100755 : 0o100644;
  return { mode: own, oid: nameOf('blob', content) };
}

/** Of those files that the index has, how they lie there. */
export async function workFiles(repository: Repository, index: Index): Promise<Map<string, Entry>> {
  const files = new Map<string, Entry>();
  for (const path of index.entries.keys()) {
    const entry = await workEntry(repository, path);
    if (entry) files.set(path, entry);
  }
  return files;
}

/** All paths that are not ignored; with `isTracked` those are listed even if they are. */
export async function listWork(
  repository: Repository,
  isTracked: (path: string) => boolean,
): Promise<string[]> {
  const { fs, root } = repository;
  const ignores = readIgnore(repository);
  const found: string[] = [];
  const look = async (folder: string, isIgnored: boolean, depth: number): Promise<void> => {
    if (depth > DEEPEST) return;
    for (const name of (await fs.readdir(`${root}/${folder}`)).sort()) {
      if (name.toLowerCase() === '.git') continue;
      const path = folder + name;
      const { isDirectory } = await fs.lstat(`${root}/${path}`);
      const isOut = isIgnored || (await ignores(path, isDirectory));
      if (isDirectory) await look(`${path}/`, isOut, depth + 1);
      else if (!isOut || isTracked(path)) found.push(path);
    }
  };
  await look('', false, 0);
  return found;
}

/** Puts a file where it belongs, never through a link. */
export async function putWork(repository: Repository, path: string, { mode, oid }: Entry): Promise<void> {
  await putContent(repository, path, await repository.objects.blob(oid), mode);
}

export async function putContent(
  { fs, root }: Repository,
  path: string,
  content: Uint8Array,
  mode: number,
): Promise<void> {
  if (!isSafePath(path)) throw fatal(`invalid path '${path}'`);
  const parts = path.split('/');
  for (let length = 1; length <= parts.length; length += 1) {
    const part = `${root}/${parts.slice(0, length).join('/')}`;
    const found = await fs.lstat(part).catch(() => undefined);
    if (found && (length === parts.length || !found.isDirectory)) await fs.rm(part, { recursive: true });
  }
  const full = `${root}/${path}`;
  await fs.mkdir(full.slice(0, full.lastIndexOf('/')) || '/', { recursive: true });
  if (mode === LINK) await fs.symlink(new TextDecoder().decode(content), full);
  else {
    await fs.writeFile(full, content);
    await fs.chmod(full, mode & 0o777);
  }
}

/** Takes a file away, and folders that are empty then. */
export async function removeWork({ fs, root }: Repository, path: string): Promise<void> {
  if (!isSafePath(path)) throw fatal(`invalid path '${path}'`);
  const found = await fs.lstat(`${root}/${path}`).catch(() => undefined);
  if (found?.isDirectory) return;
  await fs.rm(`${root}/${path}`, { force: true });
  const parts = path.split('/');
  for (let length = parts.length - 1; length > 0; length -= 1) {
    const folder = `${root}/${parts.slice(0, length).join('/')}`;
    const lies = await fs.lstat(folder).catch(() => undefined);
    if (lies && (!lies.isDirectory || (await fs.readdir(folder)).length > 0)) return;
    await fs.rm(folder, { force: true, recursive: true });
  }
}

/** Makes index and work as a commit is, whatever was there. */
export async function replaceAll(repository: Repository, files: Snapshot): Promise<void> {
  const index = await repository.index();
  for (const path of [...index.entries.keys(), ...index.unmerged.keys()])
    if (!files.has(path)) await removeWork(repository, path);
  for (const [path, entry] of files) {
    const now = await workEntry(repository, path);
    if (now?.oid !== entry.oid || now.mode !== entry.mode) await putWork(repository, path, entry);
  }
  await repository.writeIndex({ entries: new Map(files), unmerged: new Map() });
}

/** Makes index and work as a commit is, but for what nobody has added. */
export async function replaceTracked(repository: Repository, files: Snapshot, ending: Ending): Promise<void> {
  const index = await repository.index();
  const { entries, unmerged } = index;
  const losses = new Losses();
  for (const path of files.keys()) {
    if (entries.has(path) || unmerged.has(path)) continue;
    if (await workEntry(repository, path)) losses.untracked.add(path);
    else await losses.lookAt(repository, path, index, entries);
  }
  losses.refuse('reset', ending);
  await replaceAll(repository, files);
}

/**
 * Goes to a commit as `git reset --merge` does: only what the index has otherwise, or in conflict, is replaced. What was
 * changed since, and not staged, stays.
 */
export async function resetMerge(repository: Repository, oid: string, name: string): Promise<void> {
  const files = await repository.filesOf(oid);
  const index = await repository.index();
  const { entries, unmerged } = index;
  const failure = `fatal: Could not reset index file to revision '${name}'.\n`;
  const losses = new Losses();
  const moved: string[] = [];
  for (const path of [...new Set([...entries.keys(), ...unmerged.keys(), ...files.keys()])].sort()) {
    const [entry, staged] = [files.get(path), entries.get(path)];
    if (isSame(entry, staged) && !unmerged.has(path)) continue;
    moved.push(path);
    if (unmerged.has(path)) continue;
    if (entry) await losses.lookAt(repository, path, index, entries);
    const work = await workEntry(repository, path);
    if (work && !isSame(work, staged))
      throw new Ended(
        (staged
          ? `error: Entry '${path}' not uptodate. Cannot merge.\n`
          : `error: Untracked working tree file '${path}' would be overwritten by merge.\n`) + failure,
        128,
      );
  }
  losses.refuse('merge', { said: failure, exit: 128 });
  for (const path of moved) if (!files.has(path)) await removeWork(repository, path);
  for (const path of moved) {
    const entry = files.get(path);
    if (entry) await putWork(repository, path, entry);
  }
  await repository.writeIndex({ entries: files, unmerged: new Map() });
  await repository.moveHead(oid, `reset: moving to ${name}`);
}

/** What would be lost by going on. */
export class Losses {
  readonly changed = new Set<string>();
  readonly untracked = new Set<string>();
  /** Those that stand where a file comes, and hold files nobody has added. */
  readonly #folders = new Set<string>();

  /** Looks whether a file can come to its place: what the index and `before` have there was asked about, or goes away. */
  async lookAt({ fs, root }: Repository, path: string, index: Index, before: Snapshot): Promise<void> {
    const lose = (found: string, folder?: string) => {
      if (index.entries.has(found)) {
        if (!before.has(found)) this.changed.add(found);
      } else if (folder === undefined) this.untracked.add(found);
      else this.#folders.add(folder);
    };
    const search = async (folder: string): Promise<void> => {
      for (const name of await fs.readdir(`${root}/${folder}`)) {
        const found = `${folder}/${name}`;
        if ((await fs.lstat(`${root}/${found}`)).isDirectory) await search(found);
        else lose(found, path);
      }
    };
    const parts = path.split('/');
    for (let length = 1; length <= parts.length; length += 1) {
      const part = parts.slice(0, length).join('/');
      const found = await fs.lstat(`${root}/${part}`).catch(() => undefined);
      if (!found) return;
      if (length === parts.length && found.isDirectory) await search(part);
      else if (length < parts.length && !found.isDirectory) return lose(part);
    }
  }

  /** Says which changes would be lost, and ends. */
  refuse(verb: string, ending: Ending = { said: '', exit: 1 }): void {
    const list = (paths: ReadonlySet<string>) =>
      [...paths]
        .sort()
        .map((path) => `\t${quotedPath(path)}\n`)
        .join('');
    const doing = verb === 'checkout' ? 'switch branches' : verb;
    let said = '';
    if (this.changed.size > 0)
      said += `error: Your local changes to the following files would be overwritten by ${verb}:\n${list(this.changed)}Please commit your changes or stash them before you ${doing}.\n`;
    if (this.#folders.size > 0)
      said += `error: Updating the following directories would lose untracked files in them:\n${list(this.#folders)}\n`;
    if (this.untracked.size > 0)
      said += `error: The following untracked working tree files would be overwritten by ${verb}:\n${list(this.untracked)}Please move or remove them before you ${doing}.\n`;
    if (said !== '') throw new Ended(`${said}Aborting\n${ending.said}`, ending.exit);
  }
}

/** What a command says when it may not go on, and its exit code. */
export interface Ending {
  readonly said: string;
  readonly exit: number;
}

/** Goes from one commit to another, and keeps what was changed since, or refuses. */
export async function moveWork(
  repository: Repository,
  before: Snapshot,
  after: Snapshot,
  verb: string,
): Promise<void> {
  const index = await repository.index();
  const { entries, unmerged } = index;
  if (unmerged.size > 0) {
    const lines = [...unmerged.keys()].map((path) => `${path}: needs merge\n`).join('');
    throw new Ended(`${lines}error: you need to resolve your current index first\n`, 1);
  }
  const losses = new Losses();
  const moved: string[] = [];
  for (const path of new Set([...before.keys(), ...after.keys()])) {
    const [old, now, staged] = [before.get(path), after.get(path), entries.get(path)];
    if (isSame(old, now) || isSame(staged, now)) continue;
    const work = await workEntry(repository, path);
    if (!isSame(staged, old)) losses.changed.add(path);
    else if (staged && work && !isSame(work, staged)) losses.changed.add(path);
    else if (!staged && work) losses.untracked.add(path);
    else moved.push(path);
  }
  for (const path of moved) if (after.has(path)) await losses.lookAt(repository, path, index, before);
  losses.refuse(verb);
  for (const path of moved) if (!after.has(path)) await removeWork(repository, path);
  for (const path of moved) {
    const entry = after.get(path);
    if (entry) {
      await putWork(repository, path, entry);
      entries.set(path, entry);
    } else entries.delete(path);
  }
  await repository.writeIndex({ entries, unmerged });
}

export function isSame(one: Entry | undefined, other: Entry | undefined): boolean {
  return one?.oid === other?.oid && one?.mode === other?.mode;
}
