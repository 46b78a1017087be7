import { readPerson } from '../store/formats.ts';
import { isRefName } from '../store/refs.ts';
import type { Repository } from '../store/repository.ts';
import { Ended, fatal } from '../store/said.ts';
import { mergeBases, reachable } from './walk.ts';

const decoder = new TextDecoder();

/** The object that a name leads to: `HEAD~2`, `main@{1}`, `topic:file`, `:2:file`, `v1^{tree}`, `1a2b3c4`. */
export async function resolve(repository: Repository, name: string): Promise<string> {
  const oid = await tryResolve(repository, name);
  if (oid !== undefined) return oid;
  throw fatal(
    `ambiguous argument '${name}': unknown revision or path not in the working tree.\n` +
      "Use '--' to separate paths from revisions, like this:\n" +
      "'git <command> [<revision>...] -- [<file>...]'",
  );
}

/** As `resolve`, and what it leads to has to be a commit. */
export async function resolveCommit(repository: Repository, name: string): Promise<string> {
  return peel(repository, await resolve(repository, name), 'commit', name);
}

export async function tryResolve(repository: Repository, name: string): Promise<string | undefined> {
  const [, base = '', path] = /^((?:[^:{]|\{[^}]*\})*):(.*)$/s.exec(name) ?? [];
  if (path !== undefined) return base === '' ? ofIndex(repository, path) : ofTree(repository, base, path);
  const [, start = '', steps = ''] = /^(.*?)((?:\^\{[^}]*\}|[~^]\d*)*)$/s.exec(name) ?? [];
  let oid = await resolveStart(repository, start === '' ? 'HEAD' : start);
  for (const [step] of steps.matchAll(/\^\{[^}]*\}|[~^]\d*/g)) {
    if (oid === undefined) return undefined;
    oid = await follow(repository, oid, step);
  }
  return oid;
}

async function ofIndex(repository: Repository, path: string): Promise<string | undefined> {
  const { entries, unmerged } = await repository.index();
  const [, stage, file = path] = /^([0-3]):(.*)$/s.exec(path) ?? [];
  if (stage === undefined || stage === '0') return entries.get(file)?.oid;
  return unmerged.get(file)?.[Number(stage) - 1]?.oid;
}

async function ofTree(repository: Repository, base: string, path: string): Promise<string> {
  const start = await tryResolve(repository, base);
  if (start === undefined) throw fatal(`invalid object name '${base}'.`);
  let oid = await peel(repository, start, 'tree', base);
  for (const part of path.split('/').filter((each) => each !== '' && each !== '.')) {
    const { kind } = await repository.objects.read(oid);
    const entries = kind === 'tree' ? await repository.objects.tree(oid) : [];
    const found = entries.find(({ name }) => name === part);
    if (!found) throw fatal(`path '${path}' does not exist in '${base}'`);
    oid = found.oid;
  }
  return oid;
}

async function resolveStart(repository: Repository, start: string): Promise<string | undefined> {
  const { objects, refs } = repository;
  const [, ref = '', number] = /^(.*)@\{(-?\d+)\}$/.exec(start) ?? [];
  if (number !== undefined) return fromLog(repository, ref, Number(number));
  if (start === '@') return refs.read('HEAD');
  if (/^[\da-f]{40}$/.test(start)) return start;
  const found = await fullRefName(repository, start);
  if (found !== undefined) return refs.read(found);
  if (start === '-') return fromLog(repository, '', -1);
  if (/^[\da-f]{4,39}$/.test(start)) {
    const [only, ...more] = await objects.complete(start);
    if (more.length > 0) throw new Ended(`error: short object ID ${start} is ambiguous\n`, 128);
    return only;
  }
  return undefined;
}

/** `main` as `refs/heads/main`, if there is such a ref. */
export async function fullRefName(repository: Repository, name: string): Promise<string | undefined> {
  if (!isRefName(name)) return undefined;
  const places = [`refs/${name}`, `refs/tags/${name}`, `refs/heads/${name}`];
  if (/^(?:refs\/|[A-Z_]+$)/.test(name)) places.unshift(name);
  for (const place of places) if ((await repository.refs.read(place)) !== undefined) return place;
  return undefined;
}

async function fromLog(repository: Repository, name: string, number: number): Promise<string | undefined> {
  const { refs } = repository;
  if (number < 0) {
    const before = await previousBranch(repository, -number);
    return before === undefined ? undefined : resolveStart(repository, before);
  }
  const ref = name === '' ? ((await refs.head()) ?? 'HEAD') : await fullRefName(repository, name);
  if (ref === undefined) return undefined;
  const log = await refs.log(name === '@' ? 'HEAD' : ref);
  const found = log[number]?.after ?? (number === log.length && number > 0 ? log.at(-1)?.before : undefined);
  if (found === undefined && log.length > 0)
    throw fatal(`log for '${name === '' ? 'HEAD' : name}' only has ${log.length} entries`);
  return found;
}

/** The branch, or the commit, that one was on before so many switches. */
export async function previousBranch(repository: Repository, back: number): Promise<string | undefined> {
  const moves = (await repository.refs.log('HEAD')).flatMap(
    ({ message }) => /^checkout: moving from (\S+) to \S+$/.exec(message)?.[1] ?? [],
  );
  return moves[back - 1];
}

async function follow(repository: Repository, oid: string, step: string): Promise<string | undefined> {
  const { objects } = repository;
  const [, kind] = /^\^\{(.*)\}$/.exec(step) ?? [];
  if (kind?.startsWith('/')) return search(repository, oid, kind.slice(1));
  if (kind !== undefined) return peel(repository, oid, kind, oid);
  const number = step.length > 1 ? Number(step.slice(1)) : 1;
  let at = await peel(repository, oid, 'commit', oid);
  if (step.startsWith('^')) return number === 0 ? at : (await objects.commit(at)).parents[number - 1];
  for (let left = number; left > 0; left -= 1) {
    const [parent] = (await objects.commit(at)).parents;
    if (parent === undefined) return undefined;
    at = parent;
  }
  return at;
}

async function search(repository: Repository, oid: string, words: string): Promise<string | undefined> {
  for (const each of await reachable(repository.objects, [oid]))
    if ((await repository.objects.commit(each)).message.includes(words)) return each;
  return undefined;
}

/** From a tag to its commit, from a commit to its tree. */
export async function peel(
  repository: Repository,
  oid: string,
  wanted: string,
  name: string,
): Promise<string> {
  const { objects } = repository;
  let at = oid;
  for (;;) {
    const { body, kind } = await objects.read(at);
    if (kind === wanted || (wanted === '' && kind !== 'tag') || wanted === 'object') return at;
    if (kind === 'tag') at = readTag(decoder.decode(body)).object;
    else if (kind === 'commit' && wanted === 'tree') at = (await objects.commit(at)).tree;
    else
      throw new Ended(
        `error: object ${at} is a ${kind}, not a ${wanted}\nfatal: bad revision '${name}'\n`,
        128,
      );
  }
}

export interface Tag {
  readonly object: string;
  readonly kind: string;
  readonly name: string;
  readonly tagger: ReturnType<typeof readPerson>;
  readonly message: string;
}

export function readTag(text: string): Tag {
  const end = text.indexOf('\n\n');
  const fieldOf = (key: string) => new RegExp(`^${key} (.*)$`, 'm').exec(text.slice(0, end))?.[1] ?? '';
  return {
    object: fieldOf('object'),
    kind: fieldOf('type'),
    name: fieldOf('tag'),
    tagger: readPerson(fieldOf('tagger')),
    message: text.slice(end + 2),
  };
}

/** What a list of revisions asks for: `a..b`, `a...b`, `^a`, `b`. */
export interface Range {
  readonly include: string[];
  readonly exclude: string[];
}

export async function readRange(repository: Repository, names: readonly string[]): Promise<Range> {
  const range: Range = { include: [], exclude: [] };
  const commit = (name: string) => resolveCommit(repository, name === '' ? 'HEAD' : name);
  for (const name of names) {
    const [, left, dots, right = ''] = /^(.*?)(\.{2,3})(.*)$/.exec(name) ?? [];
    if (left === undefined) {
      if (name.startsWith('^')) range.exclude.push(await commit(name.slice(1)));
      else range.include.push(await commit(name));
      continue;
    }
    const [from, to] = [await commit(left), await commit(right)];
    if (dots === '..') range.exclude.push(from);
    else {
      range.include.push(from);
      range.exclude.push(...(await mergeBases(repository.objects, from, to)));
    }
    range.include.push(to);
  }
  return range;
}
