import { joined } from '../../tar/format.ts';
import { fatal } from './said.ts';

export interface Entry {
  readonly mode: number;
  readonly oid: string;
}
export interface TreeEntry extends Entry {
  readonly name: string;
}

/** Who did something when: seconds since 1970, and the time zone as it is written (`+0000`). */
export interface Person {
  readonly name: string;
  readonly email: string;
  readonly seconds: number;
  readonly zone: string;
}
export interface Commit {
  readonly tree: string;
  readonly parents: readonly string[];
  readonly author: Person;
  readonly committer: Person;
  readonly message: string;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export function writePerson({ email, name, seconds, zone }: Person): string {
  return `${name} <${email}> ${seconds} ${zone}`;
}

export function readPerson(text: string): Person {
  const [, name = '', email = '', seconds = '0', zone = '+0000'] =
    /^(.*?) ?<([^>]*)> (-?\d+) ([+-]\d{4})$/.exec(text) ?? [];
  return { name, email, seconds: Number(seconds), zone };
}

export function writeCommit({ author, committer, message, parents, tree }: Commit): string {
  const lines = [
    `tree ${tree}`,
    ...parents.map((parent) => `parent ${parent}`),
    `author ${writePerson(author)}`,
    `committer ${writePerson(committer)}`,
  ];
  return `${lines.join('\n')}\n\n${message}`;
}

export function readCommit(text: string, oid: string): Commit {
  const end = text.indexOf('\n\n');
  const head = end < 0 ? text : text.slice(0, end);
  const valuesOf = (key: string) =>
    head.split('\n').flatMap((line) => (line.startsWith(`${key} `) ? [line.slice(key.length + 1)] : []));
  const [tree] = valuesOf('tree');
  if (tree === undefined || !/^[\da-f]{40}$/.test(tree)) throw fatal(`could not parse commit ${oid}`);
  return {
    tree,
    parents: valuesOf('parent').filter((parent) => /^[\da-f]{40}$/.test(parent)),
    author: readPerson(valuesOf('author')[0] ?? ''),
    committer: readPerson(valuesOf('committer')[0] ?? ''),
    message: end < 0 ? '' : text.slice(end + 2),
  };
}

/** Sorted as Git does: a folder as if its name ended in a slash. */
export function writeTree(entries: readonly TreeEntry[]): Uint8Array {
  const key = ({ mode, name }: TreeEntry) => (mode === 0o40000 ? `${name}/` : name);
  const sorted = [...entries].sort((a, b) => (key(a) < key(b) ? -1 : 1));
  return joined(
    sorted.flatMap(({ mode, name, oid }) => [encoder.encode(`${mode.toString(8)} ${name}\0`), bytesOf(oid)]),
  );
}

/** Throws when a name could leave its folder, or stand for that of Git. */
export function readTree(body: Uint8Array, oid: string): TreeEntry[] {
  const entries: TreeEntry[] = [];
  for (let at = 0; at < body.length; ) {
    const end = body.indexOf(0, at);
    const [, mode = '', name = ''] =
      /^([0-7]{5,6}) (.+)$/s.exec(decoder.decode(body.subarray(at, end))) ?? [];
    if (end < 0 || end + 21 > body.length || !isSafeName(name)) throw fatal(`corrupt tree file ${oid}`);
    entries.push({ mode: Number.parseInt(mode, 8), name, oid: hexOf(body.subarray(end + 1, end + 21)) });
    at = end + 21;
  }
  return entries;
}

function isSafeName(name: string): boolean {
  return !/^(?:\.{0,2}|\.git)$/i.test(name) && !name.includes('/');
}

/** Of the index: no part may leave the folder of the work, or lead into that of Git. */
export function isSafePath(path: string): boolean {
  return path.split('/').every(isSafeName);
}

export function bytesOf(oid: string): Uint8Array {
  return Uint8Array.from(oid.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

export function hexOf(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
