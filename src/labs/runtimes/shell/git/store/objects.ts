import { Unzlib, zlibSync } from 'fflate';
import type { CommandContext } from 'just-bash/browser';
import { FILE_BYTES } from '../../limits.ts';
import { joined } from '../../tar/format.ts';
import { type Commit, type Entry, readCommit, readTree, type TreeEntry, writeTree } from './formats.ts';
import { fatal } from './said.ts';
import { sha1 } from './sha1.ts';

export type Files = CommandContext['fs'];
export type Kind = 'blob' | 'commit' | 'tag' | 'tree';
export interface GitObject {
  readonly kind: Kind;
  readonly body: Uint8Array;
}

/** All files of a commit or of the index, by path. */
export type Snapshot = ReadonlyMap<string, Entry>;

const PIECE = 1024;
const DEEPEST = 64;
export const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Loose objects below `.git/objects`, for every Git to read. */
export class Objects {
  readonly #fs: Files;
  readonly #folder: string;
  readonly #known = new Map<string, GitObject>();
  readonly #commits = new Map<string, Commit>();

  constructor(fs: Files, gitFolder: string) {
    this.#fs = fs;
    this.#folder = `${gitFolder}/objects`;
  }

  async write(kind: Kind, content: Uint8Array | string): Promise<string> {
    const body = typeof content === 'string' ? encoder.encode(content) : content;
    const whole = wholeOf(kind, body);
    const oid = sha1(whole);
    this.#known.set(oid, { kind, body });
    if (!(await this.#fs.exists(this.#pathOf(oid)))) {
      await this.#fs.mkdir(`${this.#folder}/${oid.slice(0, 2)}`, { recursive: true });
      // Not made smaller: a lab is small, and each of its checks would compress it again.
      await this.#fs.writeFile(this.#pathOf(oid), zlibSync(whole, { level: 0 }));
    }
    return oid;
  }

  async has(oid: string): Promise<boolean> {
    return oid === EMPTY_TREE || (await this.#fs.exists(this.#pathOf(oid)));
  }

  async read(oid: string): Promise<GitObject> {
    const known = this.#known.get(oid);
    if (known) return known;
    if (oid === EMPTY_TREE) return { kind: 'tree', body: new Uint8Array() };
    if (!(await this.#fs.exists(this.#pathOf(oid)))) throw fatal(`unable to read ${oid}`);
    const whole = inflate(await this.#fs.readFileBuffer(this.#pathOf(oid)), oid);
    // As an object is named by its content, none can hold itself.
    if (sha1(whole) !== oid) throw fatal(`loose object ${oid} is corrupt`);
    const end = whole.indexOf(0);
    const [, kind] = /^(blob|commit|tag|tree) \d+$/.exec(decoder.decode(whole.subarray(0, end))) ?? [];
    if (kind === undefined) throw fatal(`loose object ${oid} is corrupt`);
    const object = { kind: kind as Kind, body: whole.subarray(end + 1) };
    this.#known.set(oid, object);
    return object;
  }

  async blob(oid: string): Promise<Uint8Array> {
    return (await this.#need(oid, 'blob')).body;
  }

  async commit(oid: string): Promise<Commit> {
    const known = this.#commits.get(oid);
    if (known) return known;
    const commit = readCommit(decoder.decode((await this.#need(oid, 'commit')).body), oid);
    this.#commits.set(oid, commit);
    return commit;
  }

  async tree(oid: string): Promise<readonly TreeEntry[]> {
    return readTree((await this.#need(oid, 'tree')).body, oid);
  }

  /** All files below a tree. */
  async snapshot(tree: string): Promise<Map<string, Entry>> {
    const files = new Map<string, Entry>();
    const add = async (oid: string, prefix: string, depth: number): Promise<void> => {
      if (depth > DEEPEST) throw fatal(`exceeded maximum allowed tree depth`);
      for (const { mode, name, oid: child } of await this.tree(oid)) {
        if (mode === 0o40000) await add(child, `${prefix}${name}/`, depth + 1);
        else files.set(prefix + name, { mode, oid: child });
      }
    };
    await add(tree, '', 0);
    return new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** The tree of some files, with those below it; answers its name. */
  async writeSnapshot(files: Snapshot): Promise<string> {
    const entries = new Map<string, TreeEntry>();
    const folders = new Map<string, Map<string, Entry>>();
    for (const [path, entry] of files) {
      const slash = path.indexOf('/');
      if (slash < 0) {
        entries.set(path, { name: path, ...entry });
        continue;
      }
      const name = path.slice(0, slash);
      const folder = folders.get(name) ?? new Map<string, Entry>();
      folders.set(name, folder.set(path.slice(slash + 1), entry));
    }
    for (const [name, folder] of folders)
      entries.set(name, { name, mode: 0o40000, oid: await this.writeSnapshot(folder) });
    return this.write('tree', writeTree([...entries.values()]));
  }

  async list(): Promise<string[]> {
    const oids: string[] = [];
    for (const start of await this.#fs.readdir(this.#folder)) {
      if (!/^[\da-f]{2}$/.test(start)) continue;
      for (const rest of await this.#fs.readdir(`${this.#folder}/${start}`))
        if (/^[\da-f]{38}$/.test(rest)) oids.push(start + rest);
    }
    return oids.sort();
  }

  /** What begins with at least four letters of a name. */
  async complete(start: string): Promise<string[]> {
    const folder = `${this.#folder}/${start.slice(0, 2)}`;
    if (!(await this.#fs.exists(folder))) return [];
    const names = (await this.#fs.readdir(folder)).map((rest) => start.slice(0, 2) + rest);
    return names.filter((name) => name.length === 40 && name.startsWith(start)).sort();
  }

  async #need(oid: string, kind: Kind): Promise<GitObject> {
    const object = await this.read(oid);
    if (object.kind !== kind) throw fatal(`${oid} is a ${object.kind}, not a ${kind}`);
    return object;
  }

  #pathOf(oid: string): string {
    return `${this.#folder}/${oid.slice(0, 2)}/${oid.slice(2)}`;
  }
}

/** The name that some content would have. */
export function nameOf(kind: Kind, body: Uint8Array): string {
  return sha1(wholeOf(kind, body));
}

function wholeOf(kind: Kind, body: Uint8Array): Uint8Array {
  return joined([encoder.encode(`${kind} ${body.length}\0`), body]);
}

function inflate(bytes: Uint8Array, oid: string): Uint8Array {
  const parts: Uint8Array[] = [];
  let length = 0;
  const unpack = new Unzlib((part) => {
    parts.push(part.slice());
    length += part.length;
    if (length > FILE_BYTES) throw fatal(`loose object ${oid} is larger than fits here`);
  });
  try {
    for (let at = 0; at < bytes.length; at += PIECE)
      unpack.push(bytes.subarray(at, at + PIECE), at + PIECE >= bytes.length);
  } catch (error) {
    throw length > FILE_BYTES ? error : fatal(`loose object ${oid} is corrupt`);
  }
  return joined(parts);
}
