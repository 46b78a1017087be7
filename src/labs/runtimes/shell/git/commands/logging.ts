import { isAmong } from '../diff/changes.ts';
import { Graph } from '../history/graph.ts';
import { decorations, type Pretty, prettyCommit } from '../history/pretty.ts';
import { type Range, readRange, tryResolve } from '../history/revisions.ts';
import { walk } from '../history/walk.ts';
import { type Options, readOptions } from '../options.ts';
import type { Command, Run } from '../run.ts';
import type { Repository } from '../store/repository.ts';
import { Ended, fatal } from '../store/said.ts';
import {
  changesText,
  commitChanges,
  contextOf,
  DIFF_OPTIONS,
  expressionOf,
  fromObjects,
  pickaxe,
  type Shape,
  shapesOf,
} from './showing.ts';

const LIMITS =
  'n|max-count= skip= reverse all branches tags merges no-merges first-parent author= grep= i|regexp-ignore-case topo-order date-order';
export const PRETTY =
  'oneline graph decorate? no-decorate abbrev-commit no-abbrev-commit format|pretty= date= abbrev=';

/** The formats of `git log`: named ones, and those with `%`. */
export async function prettyOf(run: Run, options: Options): Promise<Pretty & { isSeparated: boolean }> {
  let format = options.get('pretty') ?? 'medium';
  if (options.has('oneline')) format = 'oneline';
  // With `format:` an end of line stands between two, with `tformat:` after each.
  const isSeparated = format.startsWith('format:');
  if (/^t?format:/.test(format)) format = format.replace(/^t?format:/, '');
  else if (!format.includes('%') && !/^(?:oneline|short|medium|full|fuller)$/.test(format))
    throw fatal(`invalid --pretty format: ${format}`);
  const isDecorated =
    (run.around.isTerminal && !format.includes('%')) ||
    (options.has('decorate') && options.get('decorate') !== 'no');
  const names = await decorations(await run.repository());
  const shows = (isDecorated || format.includes('%')) && !options.has('no-decorate');
  return {
    format: format === '' ? '%N' : format,
    date: options.get('date'),
    isShortName: (options.has('oneline') || options.has('abbrev-commit')) && !options.has('no-abbrev-commit'),
    names: shows ? names : new Map(),
    isSeparated,
  };
}

/** Words before `--` are revisions as long as there are such, then paths. */
export async function splitWords(run: Run, options: Options): Promise<{ names: string[]; paths: string[] }> {
  const repository = await run.repository();
  const names: string[] = [];
  const rest = [...options.words];
  if (options.hasDashes) return { names: rest, paths: await run.paths(options.paths) };
  for (let word = rest[0]; word !== undefined; word = rest[0]) {
    if (!(await isRevision(repository, word))) break;
    names.push(word);
    rest.shift();
  }
  for (const word of rest) {
    const path = await run.path(word);
    const isKnown =
      /[*?]/.test(word) ||
      (await repository.fs.exists(`${repository.root}/${path}`)) ||
      [...(await repository.index()).entries.keys()].some((each) => isAmong(each, [path]));
    if (!isKnown)
      throw fatal(
        `ambiguous argument '${word}': unknown revision or path not in the working tree.\n` +
          "Use '--' to separate paths from revisions, like this:\n" +
          "'git <command> [<revision>...] -- [<file>...]'",
      );
  }
  return { names, paths: await run.paths(rest) };
}

/** Whether a word is a revision or a range of two; `..` is the folder above, and `../a.txt` a file there. */
async function isRevision(repository: Repository, word: string): Promise<boolean> {
  if (word === '..') return false;
  const [, left = word.replace(/^\^/, ''), right = ''] = /^(.*?)\.{2,3}(.*)$/.exec(word) ?? [];
  for (const end of [left, right])
    if (end !== '' && (await tryResolve(repository, end)) === undefined) return false;
  return true;
}

interface Selection {
  /** The commits that options and names ask for, in the order they are shown in. */
  readonly oids: readonly string[];
  /** The parents that a graph leads to: those that match, even behind the last one that is shown. */
  parentsOf(oid: string): Promise<readonly string[]>;
}

async function selectCommits(
  run: Run,
  options: Options,
  { names, paths }: { names: readonly string[]; paths: readonly string[] },
): Promise<Selection> {
  const repository = await run.repository();
  const { exclude, include } = await startsOf(repository, options, names);
  const isShown = await simplifier(repository, paths);
  const order = await walk(repository.objects, include, {
    exclude,
    isTopological: options.has('topo-order') || options.has('graph'),
    firstParent: options.has('first-parent'),
    ...(paths.length > 0 && { parentsOf: isShown.parentsOf }),
  });
  const found: string[] = [];
  for (const oid of order) {
    if (paths.length > 0 && !(await isShown.differs(oid))) continue;
    if (await matches(repository, options, oid)) found.push(oid);
  }
  const start = numberOf(options, 'skip') ?? 0;
  const count = numberOf(options, 'max-count');
  const cut = found.slice(start, count === undefined ? undefined : start + count);
  const matching = new Set(found);
  const parentsOf = async (oid: string) => {
    const parents =
      paths.length > 0 ? await isShown.shownParents(oid) : (await repository.objects.commit(oid)).parents;
    return parents.filter((parent) => matching.has(parent));
  };
  return { oids: options.has('reverse') ? cut.reverse() : cut, parentsOf };
}

/** Where a log begins, and what is left out of it. */
async function startsOf(repository: Repository, options: Options, names: readonly string[]): Promise<Range> {
  const { exclude, include } = await readRange(repository, names);
  const head = await repository.refs.read('HEAD');
  if (options.has('all')) {
    if (head !== undefined) include.push(head);
    for (const oid of (await repository.refs.list()).values()) include.push(await commitOf(repository, oid));
  }
  for (const kind of ['branches', 'tags'] as const) {
    if (!options.has(kind)) continue;
    const prefix = kind === 'branches' ? 'refs/heads/' : 'refs/tags/';
    for (const oid of (await repository.refs.list(prefix)).values())
      include.push(await commitOf(repository, oid));
  }
  if (include.length === 0) {
    if (head === undefined) {
      const branch = (await repository.refs.head())?.replace('refs/heads/', '') ?? '';
      throw fatal(`your current branch '${branch}' does not have any commits yet`);
    }
    include.push(head);
  }
  return { exclude, include };
}

function numberOf(options: Options, name: string): number | undefined {
  const text = options.get(name);
  if (text === undefined) return undefined;
  if (!/^\d+$/.test(text)) throw fatal(`'${text}': not an integer`);
  return Number(text);
}

async function commitOf(repository: Repository, oid: string): Promise<string> {
  return (await tryResolve(repository, `${oid}^{commit}`)) ?? oid;
}

/** With paths, a history is followed where these came from, and what left them alone isn't shown. */
async function simplifier({ objects }: Repository, paths: readonly string[]) {
  const known = new Map<string, Promise<string>>();
  const keyOf = (oid: string): Promise<string> => {
    const key = known.get(oid) ?? filesKey(oid);
    known.set(oid, key);
    return key;
  };
  const filesKey = async (oid: string) => {
    const files = await objects.snapshot((await objects.commit(oid)).tree);
    return [...files]
      .filter(([path]) => isAmong(path, paths))
      .map(([path, entry]) => `${path} ${entry.mode} ${entry.oid}`)
      .join('\n');
  };
  const parentsOf = async (oid: string): Promise<readonly string[]> => {
    const { parents } = await objects.commit(oid);
    const own = await keyOf(oid);
    for (const parent of parents) if ((await keyOf(parent)) === own) return [parent];
    return parents;
  };
  const differs = async (oid: string): Promise<boolean> => {
    const { parents } = await objects.commit(oid);
    const own = await keyOf(oid);
    if (parents.length === 0) return own !== '';
    for (const parent of parents) if ((await keyOf(parent)) === own) return false;
    return true;
  };
  /** The nearest ancestors that are shown; a line of commits that isn't shown is left out. */
  const shownParents = async (oid: string): Promise<readonly string[]> => {
    const shown = new Set<string>();
    for (const parent of await parentsOf(oid)) {
      let at: string | undefined = parent;
      while (at !== undefined && !(await differs(at))) [at] = await parentsOf(at);
      if (at !== undefined) shown.add(at);
    }
    return [...shown];
  };
  return { parentsOf, differs, shownParents };
}

async function matches(repository: Repository, options: Options, oid: string): Promise<boolean> {
  const { author, message, parents } = await repository.objects.commit(oid);
  if (options.has('merges') && parents.length < 2) return false;
  if (options.has('no-merges') && parents.length > 1) return false;
  const flags = options.has('regexp-ignore-case') ? 'i' : '';
  const [by, words] = [options.get('author'), options.get('grep')];
  if (by !== undefined && !expressionOf(basicToExtended(by), flags).test(`${author.name} <${author.email}>`))
    return false;
  if (words !== undefined && !expressionOf(basicToExtended(words), `${flags}m`).test(message)) return false;
  if (!options.has('S') && !options.has('G')) return true;
  if (parents.length > 1) return false;
  const changes = await commitChanges(repository, oid);
  return (await pickaxe(options, changes, fromObjects(repository))).length > 0;
}

/** A basic regular expression as an extended one: there `\|` is the sign, and `|` a letter. */
function basicToExtended(pattern: string): string {
  return pattern.replace(/\\?[|+?(){}]/g, (sign) => (sign.length > 1 ? sign.charAt(1) : `\\${sign}`));
}

export const log: Command = async (run, args) => {
  const options = readOptions('log', args, `${LIMITS} ${PRETTY} ${DIFF_OPTIONS} g|walk-reflogs`);
  if (options.has('walk-reflogs')) throw new Ended('git: log -g is not available here, git reflog is\n', 129);
  if (options.has('reverse') && options.has('graph'))
    throw fatal("options '--reverse' and '--graph' cannot be used together");
  const { names, paths } = await splitWords(run, options);
  const { oids, parentsOf } = await selectCommits(run, options, { names, paths });
  await printCommits(run, oids, { options, paths, shapes: shapesOf(options), parentsOf });
  return 0;
};

export interface Printing {
  readonly options: Options;
  readonly paths: readonly string[];
  readonly shapes: readonly Shape[];
  /** The parents that a graph leads to; without, it has none. */
  readonly parentsOf?: Selection['parentsOf'];
}

export async function printCommits(
  run: Run,
  oids: readonly string[],
  { options, parentsOf, paths, shapes }: Printing,
): Promise<void> {
  const repository = await run.repository();
  const pretty = await prettyOf(run, options);
  const graph = options.has('graph') ? new Graph() : undefined;
  const isDense = pretty.format === 'oneline' || (pretty.format.includes('%') && !pretty.isSeparated);
  for (const [at, oid] of oids.entries()) {
    const commit = await repository.objects.commit(oid);
    const said = pretty.format === '%N' ? '' : prettyCommit(oid, commit, pretty);
    const changes = await shownChanges(run, oid, { options, paths, shapes });
    const isApart = changes !== '' && pretty.format !== 'oneline' && (said !== '' || shapes[0] === 'patch');
    const text = `${said}${isApart ? '\n' : ''}${changes}`;
    const isLast = at === oids.length - 1;
    if (graph) {
      const parents = (await parentsOf?.(oid)) ?? [];
      run.print(drawn(graph, text, { oid, parents, isFirst: at === 0, isDense }));
      continue;
    }
    run.print(pretty.isSeparated && isLast ? text.replace(/\n$/, '') : text);
    if (!isDense && !isLast && !pretty.isSeparated) run.print('\n');
  }
}

/** A commit beside its graph. */
function drawn(
  graph: Graph,
  text: string,
  place: { oid: string; parents: readonly string[]; isFirst: boolean; isDense: boolean },
): string {
  graph.begin(place.oid, place.parents);
  const padding = place.isFirst || place.isDense ? '' : `${graph.padding()}\n`;
  // An empty last line of a format stands below the edges of its commit.
  const isBlank = place.isDense && text.endsWith('\n\n');
  const [first = '', ...rest] = text.replace(isBlank ? /\n\n$/ : /\n$/, '').split('\n');
  const lead = graph.untilCommit().join('\n');
  const beside = rest.map((line) => `${graph.line()}${line}\n`).join('');
  const below = [...graph.remainder(), ...(isBlank ? [graph.padding()] : [])];
  return `${padding}${lead}${first}\n${beside}${below.map((line) => `${line}\n`).join('')}`;
}

async function shownChanges(run: Run, oid: string, { options, paths, shapes }: Printing): Promise<string> {
  const repository = await run.repository();
  const { parents } = await repository.objects.commit(oid);
  if (shapes.length === 0 || parents.length > 1) return '';
  const read = fromObjects(repository);
  const changes = await pickaxe(options, await commitChanges(repository, oid, paths), read);
  return changesText(changes, {
    shapes,
    read,
    context: contextOf(options),
    hasSummary: options.has('summary'),
  });
}

export const revList: Command = async (run, args) => {
  const options = readOptions('rev-list', args, `${LIMITS} count`);
  const { names, paths } = await splitWords(run, options);
  if (names.length === 0 && !options.has('all') && !options.has('branches') && !options.has('tags'))
    throw new Ended('usage: git rev-list [<options>] <commit>... [--] [<path>...]\n', 129);
  const { oids } = await selectCommits(run, options, { names, paths });
  run.print(options.has('count') ? `${oids.length}\n` : oids.map((oid) => `${oid}\n`).join(''));
  return 0;
};
