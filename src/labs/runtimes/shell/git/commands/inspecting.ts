import { isAmong, quotedPath } from '../diff/changes.ts';
import { modeOf } from '../diff/patch.ts';
import { decorations, prettyCommit } from '../history/pretty.ts';
import { fullRefName, peel, resolve, resolveCommit, tryResolve } from '../history/revisions.ts';
import { isAncestor, mergeBases } from '../history/walk.ts';
import { type Options, readOptions } from '../options.ts';
import type { Command, Run } from '../run.ts';
import { indexRows } from '../store/index-file.ts';
import { type Kind, nameOf } from '../store/objects.ts';
import { isRefName, NOTHING, shortName } from '../store/refs.ts';
import type { Repository } from '../store/repository.ts';
import { Ended, fatal } from '../store/said.ts';
import { listWork } from '../tree/work-tree.ts';

const encoder = new TextEncoder();

export const revParse: Command = async (run, args) => {
  const options = readOptions(
    'rev-parse',
    args,
    'short? verify q|quiet abbrev-ref symbolic-full-name show-toplevel git-dir is-inside-work-tree',
  );
  const repository = await run.repository();
  if (options.has('show-toplevel')) run.print(`${repository.root}\n`);
  if (options.has('git-dir')) run.print(run.cwd === repository.root ? '.git\n' : `${repository.folder}\n`);
  if (options.has('is-inside-work-tree')) run.print('true\n');
  if (options.has('short') && options.words.length > 1) throw fatal('Needed a single revision');
  for (const name of options.words) {
    const said =
      options.has('abbrev-ref') || options.has('symbolic-full-name')
        ? await refText(repository, name, options.has('abbrev-ref'))
        : await oidText(run, name, options);
    if (said === undefined) return 1;
    run.print(`${said}\n`);
  }
  return 0;
};

async function refText(repository: Repository, name: string, isShort: boolean): Promise<string> {
  const head = name === 'HEAD' || name === '@' ? await repository.refs.head() : undefined;
  const full = head ?? (await fullRefName(repository, name)) ?? name;
  return isShort ? shortName(full) : full;
}

/** Undefined: there is none, and nobody wants to hear it. */
async function oidText(run: Run, name: string, options: Options): Promise<string | undefined> {
  const repository = await run.repository();
  const oid = await tryResolve(repository, name.replace(/^\^/, ''));
  if (oid === undefined) {
    if (options.has('verify') && options.has('quiet')) return undefined;
    if (options.has('verify')) throw fatal('Needed a single revision');
    run.print(`${name}\n`);
    return resolve(repository, name);
  }
  const length = Math.max(4, Number(options.get('short') || 7));
  return `${name.startsWith('^') ? '^' : ''}${options.has('short') ? oid.slice(0, length) : oid}`;
}

export const hashObject: Command = async (run, args) => {
  const options = readOptions('hash-object', args, 'w stdin t=');
  const kind = options.get('t') ?? 'blob';
  if (!/^(?:blob|commit|tag|tree)$/.test(kind)) throw fatal(`invalid object type "${kind}"`);
  const contents: Uint8Array[] = options.has('stdin') ? [encoder.encode(run.stdin)] : [];
  for (const name of [...options.words, ...options.paths]) {
    const path = run.fs.resolvePath(run.cwd, name);
    if (!(await run.fs.exists(path)))
      throw fatal(`could not open '${name}' for reading: No such file or directory`);
    contents.push(await run.fs.readFileBuffer(path));
  }
  for (const content of contents) {
    const oid = options.has('w')
      ? await (await run.repository()).objects.write(kind as Kind, content)
      : nameOf(kind as Kind, content);
    run.print(`${oid}\n`);
  }
  return 0;
};

export const lsFiles: Command = async (run, args) => {
  const options = readOptions('ls-files', args, 's|stage u|unmerged c|cached o|others exclude-standard');
  const repository = await run.repository();
  const index = await repository.index();
  const named = [...options.words, ...options.paths];
  const paths = await run.paths(named.length > 0 ? named : ['.']);
  const print = async (path: string, before = '') =>
    run.print(`${before}${quotedPath(await run.relative(path))}\n`);
  if (options.has('others')) {
    const isKnown = (path: string) => index.entries.has(path) || index.unmerged.has(path);
    const lying = await listWork(repository, options.has('exclude-standard') ? isKnown : () => true);
    for (const path of lying) if (!isKnown(path) && isAmong(path, paths)) await print(path);
    if (!options.has('cached')) return 0;
  }
  for (const { entry, path, stage } of indexRows(index)) {
    if (!isAmong(path, paths) || (options.has('unmerged') && stage === 0)) continue;
    const full = options.has('stage') || options.has('unmerged');
    await print(path, full ? `${modeOf(entry.mode)} ${entry.oid} ${stage}\t` : '');
  }
  return 0;
};

export const lsTree: Command = async (run, args) => {
  const options = readOptions('ls-tree', args, 'r name-only');
  const repository = await run.repository();
  const [name, ...more] = options.words;
  if (name === undefined) throw new Ended('usage: git ls-tree [<options>] <tree-ish> [<path>...]\n', 129);
  const named = [...more, ...options.paths];
  const wanted: string[] = [];
  for (const each of named.length > 0 ? named : ['.']) wanted.push(await treePath(run, each));
  const isOpened = (folder: string) => wanted.some((each) => each.startsWith(`${folder}/`));
  const print = async (tree: string, prefix: string): Promise<void> => {
    for (const { mode, name: own, oid } of await repository.objects.tree(tree)) {
      const path = prefix + own;
      const isFolder = mode === 0o40000;
      const isWanted = wanted.some((each) =>
        `${path}/`.startsWith(each === '' ? '' : `${each.replace(/\/$/, '')}/`),
      );
      if (isFolder && (isOpened(path) || (isWanted && options.has('r')))) await print(oid, `${path}/`);
      else if (isWanted) {
        const kind = options.has('name-only') ? '' : `${modeOf(mode)} ${isFolder ? 'tree' : 'blob'} ${oid}\t`;
        run.print(`${kind}${quotedPath(await run.relative(path))}\n`);
      }
    }
  };
  await print(await peel(repository, await resolve(repository, name), 'tree', name), '');
  return 0;
};

/** A path as `ls-tree` takes it: with a slash at its end, what is in that folder is meant. */
async function treePath(run: Run, named: string): Promise<string> {
  const path = await run.path(named);
  return path !== '' && /(?:^|\/)\.{0,2}$/.test(named) ? `${path}/` : path;
}

export const mergeBase: Command = async (run, args) => {
  const options = readOptions('merge-base', args, 'all is-ancestor');
  const repository = await run.repository();
  const [one, other] = options.words;
  if (one === undefined || other === undefined)
    throw new Ended('usage: git merge-base <commit> <commit>\n', 129);
  const ends = [await resolveCommit(repository, one), await resolveCommit(repository, other)] as const;
  if (options.has('is-ancestor')) return (await isAncestor(repository.objects, ...ends)) ? 0 : 1;
  const bases = await mergeBases(repository.objects, ...ends);
  run.print((options.has('all') ? bases : bases.slice(0, 1)).map((oid) => `${oid}\n`).join(''));
  return bases.length > 0 ? 0 : 1;
};

export const showRef: Command = async (run, args) => {
  const options = readOptions('show-ref', args, 'heads tags head');
  const repository = await run.repository();
  const head = await repository.refs.read('HEAD');
  if (options.has('head') && head !== undefined) run.print(`${head} HEAD\n`);
  const kinds = [options.has('heads') && 'refs/heads/', options.has('tags') && 'refs/tags/'].filter(
    (kind) => kind !== false,
  );
  let count = 0;
  for (const [ref, oid] of await repository.refs.list()) {
    if (kinds.length > 0 && !kinds.some((kind) => ref.startsWith(kind))) continue;
    if (options.words.length > 0 && !options.words.some((word) => `/${ref}`.endsWith(`/${word}`))) continue;
    count += 1;
    run.print(`${oid} ${ref}\n`);
  }
  return count > 0 ? 0 : 1;
};

export const forEachRef: Command = async (run, args) => {
  const { words } = readOptions('for-each-ref', args, 'none');
  const repository = await run.repository();
  for (const [ref, oid] of await repository.refs.list()) {
    if (
      words.length > 0 &&
      !words.some((word) => ref === word || ref.startsWith(`${word.replace(/\/$/, '')}/`))
    )
      continue;
    run.print(`${oid} ${(await repository.objects.read(oid)).kind}\t${ref}\n`);
  }
  return 0;
};

export const symbolicRef: Command = async (run, args) => {
  const options = readOptions('symbolic-ref', args, 'short q|quiet');
  const repository = await run.repository();
  const [name, target] = options.words;
  if (name !== 'HEAD') throw fatal(`ref ${name ?? ''} is not a symbolic ref`);
  if (target !== undefined) {
    if (!target.startsWith('refs/') || !isRefName(target))
      throw fatal('Refusing to point HEAD outside of refs/');
    await repository.refs.setHead(target);
    return 0;
  }
  const head = await repository.refs.head();
  if (head === undefined) {
    if (options.has('quiet')) return 1;
    throw fatal('ref HEAD is not a symbolic ref');
  }
  run.print(`${options.has('short') ? head.replace(/^refs\/(?:heads\/)?/, '') : head}\n`);
  return 0;
};

export const reflog: Command = async (run, args) => {
  const options = readOptions('reflog', args, 'n|max-count= format|pretty= no-abbrev-commit');
  const [verb, ...rest] = options.words;
  if (verb !== undefined && /^(?:delete|expire|exists)$/.test(verb))
    throw new Ended(`git: reflog ${verb} is not available here\n`, 129);
  const named = (verb === 'show' ? rest[0] : verb) ?? 'HEAD';
  const repository = await run.repository();
  const ref = named === 'HEAD' || named === '@' ? 'HEAD' : await fullRefName(repository, named);
  if (ref === undefined) await resolve(repository, named);
  const log = await repository.refs.log(ref ?? named);
  const count = options.get('max-count');
  const format = options.get('format')?.replace(/^t?format:/, '');
  const names = run.around.isTerminal ? await decorations(repository) : new Map<string, string[]>();
  let shown = 0;
  for (const [at, { after, message }] of log.entries()) {
    if (after === NOTHING) continue;
    if (count !== undefined && shown >= Number(count)) break;
    shown += 1;
    const selector = `${named}@{${at}}`;
    if (format === undefined) {
      const decoration = names.get(after);
      const said = decoration ? ` (${decoration.join(', ')})` : '';
      const oid = options.has('no-abbrev-commit') ? after : after.slice(0, 7);
      run.print(`${oid}${said} ${selector}: ${message}\n`);
      continue;
    }
    const own = format.replaceAll('%gd', selector).replaceAll('%gs', message);
    const commit = await repository.objects.commit(after);
    run.print(prettyCommit(after, commit, { format: `${own}%N`, names }));
  }
  return 0;
};
