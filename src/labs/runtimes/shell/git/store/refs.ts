import { type Person, readPerson, writePerson } from './formats.ts';
import type { Files } from './objects.ts';
import { fatal } from './said.ts';

export const NOTHING = '0'.repeat(40);
const DEEPEST = 5;

/** A movement of a ref, the latest first in a list. */
export interface Movement {
  readonly before: string;
  readonly after: string;
  readonly by: Person;
  readonly message: string;
}

/** Branches, tags, HEAD, and where each of them was before. */
export class Refs {
  readonly #fs: Files;
  readonly #folder: string;

  constructor(fs: Files, gitFolder: string) {
    this.#fs = fs;
    this.#folder = gitFolder;
  }

  /** What stands in a ref's file: an object, or the ref that it stands for. */
  async #content(ref: string): Promise<{ oid?: string; target?: string }> {
    const path = `${this.#folder}/${ref}`;
    if (!(await this.#fs.exists(path)) || (await this.#fs.stat(path)).isDirectory) return {};
    const text = (await this.#fs.readFile(path)).trim();
    const [, target] = /^ref:\s*(\S+)$/.exec(text) ?? [];
    if (target !== undefined) return isRefName(target) ? { target } : {};
    return /^[\da-f]{40}$/.test(text) ? { oid: text } : {};
  }

  /** The object that a ref leads to. */
  async read(ref: string, depth = 0): Promise<string | undefined> {
    const { oid, target } = await this.#content(ref);
    if (target === undefined) return oid;
    return depth < DEEPEST ? this.read(target, depth + 1) : undefined;
  }

  /** The branch that HEAD stands for: `refs/heads/main`. */
  async head(): Promise<string | undefined> {
    return (await this.#content('HEAD')).target;
  }

  async list(prefix = 'refs/'): Promise<Map<string, string>> {
    const found = new Map<string, string>();
    const look = async (folder: string): Promise<void> => {
      if (!(await this.#fs.exists(`${this.#folder}/${folder}`))) return;
      for (const name of (await this.#fs.readdir(`${this.#folder}/${folder}`)).sort()) {
        const ref = `${folder}/${name}`;
        if ((await this.#fs.stat(`${this.#folder}/${ref}`)).isDirectory) await look(ref);
        else {
          const oid = await this.read(ref);
          if (oid !== undefined) found.set(ref, oid);
        }
      }
    };
    await look(prefix.replace(/\/$/, ''));
    return found;
  }

  async setHead(target: string): Promise<void> {
    await this.#fs.writeFile(
      `${this.#folder}/HEAD`,
      `${target.startsWith('refs/') ? 'ref: ' : ''}${target}\n`,
    );
  }

  /** Moves a ref; without a movement nothing is noted. */
  async write(ref: string, oid: string, moved?: { by: Person; message: string }, depth = 0): Promise<void> {
    if (depth > DEEPEST) throw fatal(`cannot lock ref '${ref}': too many levels of symbolic refs`);
    const before = (await this.read(ref)) ?? NOTHING;
    const { target } = await this.#content(ref);
    if (target === undefined) await this.#put(ref, `${oid}\n`);
    else await this.write(target, oid, moved, depth + 1);
    if (moved && /^(?:HEAD$|refs\/(?:heads|stash))/.test(ref))
      await this.note(ref, { before, after: oid, ...moved });
  }

  async remove(ref: string): Promise<void> {
    for (const path of [ref, `logs/${ref}`])
      await this.#fs.rm(`${this.#folder}/${path}`, { force: true, recursive: true });
    await this.#sweep(ref);
  }

  async rename(from: string, to: string): Promise<void> {
    const oid = (await this.read(from)) ?? NOTHING;
    const log = await this.log(from);
    await this.remove(from);
    await this.#put(to, `${oid}\n`);
    await this.writeLog(to, log);
  }

  async note(ref: string, { after, before, by, message }: Movement): Promise<void> {
    const line = `${before} ${after} ${writePerson(by)}\t${message.replaceAll('\n', ' ').trim()}\n`;
    const path = `${this.#folder}/logs/${ref}`;
    await this.#fs.mkdir(path.slice(0, path.lastIndexOf('/')), { recursive: true });
    await this.#fs.appendFile(path, line);
  }

  /** Movements of a ref, the latest first. */
  async log(ref: string): Promise<Movement[]> {
    const path = `${this.#folder}/logs/${ref}`;
    if (!(await this.#fs.exists(path))) return [];
    const lines = (await this.#fs.readFile(path)).split('\n').filter((line) => line !== '');
    return lines.reverse().map((line) => {
      const [head = '', message = ''] = line.split('\t');
      const [before = NOTHING, after = NOTHING] = head.split(' ');
      return { before, after, by: readPerson(head.slice(82)), message };
    });
  }

  async writeLog(ref: string, latestFirst: readonly Movement[]): Promise<void> {
    await this.#fs.rm(`${this.#folder}/logs/${ref}`, { force: true });
    for (const movement of [...latestFirst].reverse()) await this.note(ref, movement);
  }

  async #put(ref: string, text: string): Promise<void> {
    const path = `${this.#folder}/${ref}`;
    const folder = path.slice(0, path.lastIndexOf('/'));
    await this.#fs.mkdir(folder, { recursive: true }).catch(() => {
      throw fatal(`cannot lock ref '${ref}': a part of its name is a ref already`);
    });
    await this.#fs.writeFile(path, text);
  }

  /** Folders that a branch named `a/b` leaves empty. */
  async #sweep(ref: string): Promise<void> {
    const parts = ref.split('/');
    for (let length = parts.length - 1; length > 2; length -= 1) {
      const folder = `${this.#folder}/${parts.slice(0, length).join('/')}`;
      if (!(await this.#fs.exists(folder)) || (await this.#fs.readdir(folder)).length > 0) return;
      await this.#fs.rm(folder, { recursive: true });
    }
  }
}

/** As `git check-ref-format`. */
export function isRefName(name: string): boolean {
  if (/[\s~^:?*[\\]|\p{Cc}|\.\.|@\{|\/\/|\.$|\/$/u.test(name) || name.startsWith('/')) return false;
  return name !== '@' && name.split('/').every((part) => !/^\.|\.lock$/.test(part));
}

/** `refs/heads/main` as it is said: `main`. */
export function shortName(ref: string): string {
  return ref.replace(/^refs\/(?:heads|tags)\//, '');
}
