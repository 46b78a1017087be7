import { compareFiles } from '../diff/changes.ts';
import { subjectLine } from '../history/pretty.ts';
import { resolveCommit } from '../history/revisions.ts';
import { mergeTrees } from '../merge/merge-trees.ts';
import { type Options, readOptions } from '../options.ts';
import type { Command, Run } from '../run.ts';
import type { Entry } from '../store/formats.ts';
import { shortName } from '../store/refs.ts';
import type { Repository } from '../store/repository.ts';
import { Ended, fatal } from '../store/said.ts';
import {
  listWork,
  putWork,
  readWork,
  removeWork,
  replaceAll,
  workEntry,
  workFiles,
} from '../tree/work-tree.ts';
import { changesText, fromObjects, shapesOf } from './showing.ts';
import { statusText } from './status.ts';

const REF = 'refs/stash';

export const stash: Command = async (run, args) => {
  const [first, ...rest] = args;
  const verb = first === undefined || first.startsWith('-') ? 'push' : first;
  const words = verb === 'push' && first !== 'push' ? args : rest;
  switch (verb) {
    case 'push':
    case 'save':
      return push(run, words);
    case 'list':
      return list(run);
    case 'apply':
    case 'pop':
      return apply(run, words, verb === 'pop');
    case 'drop':
      return drop(run, readOptions('stash', words, 'q|quiet'));
    case 'clear':
      await (await run.repository()).refs.remove(REF);
      return 0;
    case 'show':
      return showStash(run, words);
    default:
      throw new Ended(`git: stash ${verb} is not available here\n`, 129);
  }
};

async function push(run: Run, args: readonly string[]): Promise<number> {
  const options = readOptions('stash', args, 'm|message= u|include-untracked k|keep-index q|quiet');
  if (options.words.length + options.paths.length > 0)
    throw new Ended('git: stash with paths is not available here\n', 129);
  const repository = await run.repository();
  const { objects, refs } = repository;
  const at = await refs.read('HEAD');
  if (at === undefined) throw new Ended('You do not have the initial commit yet\n', 1);
  const index = await repository.index();
  const indexTree = await repository.indexTree(index);
  const head = await repository.filesOf(at);
  const work = await workFiles(repository, index);
  const untracked = options.has('include-untracked')
    ? (await listWork(repository, (path) => index.entries.has(path))).filter(
        (path) => !index.entries.has(path),
      )
    : [];
  const isClean = compareFiles(head, index.entries).length + compareFiles(index.entries, work).length === 0;
  if (isClean && untracked.length === 0) {
    if (!options.has('quiet')) run.print('No local changes to save\n');
    return 0;
  }
  for (const path of work.keys()) await objects.write('blob', (await readWork(repository, path)) ?? '');
  const branch = shortName((await refs.head()) ?? '(no branch)');
  const on = `${branch}: ${at.slice(0, 7)} ${subjectLine((await objects.commit(at)).message)}`;
  const [author, committer] = [await repository.author(), await repository.committer()];
  const save = (tree: string, parents: string[], message: string) =>
    repository.writeCommit({ tree, parents, author, committer, message });
  const staged = await save(indexTree, [at], `index on ${on}\n`);
  const parents = [at, staged];
  if (options.has('include-untracked')) {
    const files = new Map<string, Entry>();
    for (const path of untracked) {
      await objects.write('blob', (await readWork(repository, path)) ?? '');
      const entry = await workEntry(repository, path);
      if (entry) files.set(path, entry);
    }
    parents.push(await save(await objects.writeSnapshot(files), [], `untracked files on ${on}\n`));
  }
  const given = options.get('message');
  const message = given === undefined ? `WIP on ${on}` : `On ${branch}: ${given}`;
  const oid = await save(await objects.writeSnapshot(work), parents, message);
  await refs.write(REF, oid, { by: committer, message });
  await replaceAll(repository, options.has('keep-index') ? index.entries : head);
  for (const path of untracked) await removeWork(repository, path);
  if (!options.has('quiet')) run.print(`Saved working directory and index state ${message}\n`);
  return 0;
}

async function list(run: Run): Promise<number> {
  const { refs } = await run.repository();
  for (const [at, { message }] of (await refs.log(REF)).entries()) run.print(`stash@{${at}}: ${message}\n`);
  return 0;
}

/** A stash by its number or its name. */
async function find(
  run: Run,
  named: string | undefined,
): Promise<{ oid: string; at?: number; name: string }> {
  const repository = await run.repository();
  const log = await repository.refs.log(REF);
  const [, number] = /^(?:stash@\{)?(\d{1,4})\}?$/.exec(named ?? '0') ?? [];
  if (number === undefined && named !== undefined && named !== 'stash')
    return { oid: await resolveCommit(repository, named), name: named };
  const at = Number(number ?? 0);
  const found = log[at];
  if (log.length === 0) throw new Ended('No stash entries found.\n', 1);
  if (!found) throw new Ended(`error: stash@{${at}} is not a valid reference\n`, 1);
  return { oid: found.after, at, name: `refs/stash@{${at}}` };
}

async function apply(run: Run, args: readonly string[], isPop: boolean): Promise<number> {
  const options = readOptions('stash', args, 'index q|quiet');
  const repository = await run.repository();
  const { objects } = repository;
  const { at, name, oid } = await find(run, options.words[0]);
  if (isPop && at === undefined) throw new Ended(`error: '${name}' is not a stash reference\n`, 1);
  const { parents } = await objects.commit(oid);
  const [base, staged, untracked] = parents;
  if (base === undefined || staged === undefined) throw fatal(`'${name}' is not a stash-like commit`);
  const index = await repository.index();
  if (index.unmerged.size > 0)
    throw new Ended(`${[...index.unmerged.keys()].map((path) => `${path}: needs merge\n`).join('')}`, 1);
  const extra = untracked === undefined ? new Map<string, Entry>() : await repository.filesOf(untracked);
  for (const path of extra.keys()) await needRoom(repository, path);
  const before = new Map(index.entries);
  const ours = index.entries;
  const { isClean, said } = await mergeTrees(
    repository,
    {
      base: await repository.filesOf(base),
      ours,
      theirs: await repository.filesOf(oid),
      labels: { ours: 'Updated upstream', base: 'Stash base', theirs: 'Stashed changes' },
    },
    { said: '', exit: 1 },
  );
  const isOnlyUntracked = (await objects.commit(base)).tree === (await objects.commit(oid)).tree;
  run.print(isOnlyUntracked ? 'Already up to date.\n' : said);
  for (const [path, entry] of extra) await putWork(repository, path, entry);
  if (isClean)
    await unstage(run, before, options.has('index') ? await repository.filesOf(staged) : undefined);
  if (!options.has('quiet')) run.print(await statusText(run));
  if (!isClean) {
    if (isPop) run.warn('The stash entry is kept in case you need it again.\n');
    return 1;
  }
  return isPop ? drop(run, options) : 0;
}

/** What nobody had added comes back only where nothing stands now. */
async function needRoom({ fs, root }: Repository, path: string): Promise<void> {
  const failure = 'error: could not restore untracked files from stash\n';
  const parts = path.split('/');
  for (let length = 1; length <= parts.length; length += 1) {
    const part = parts.slice(0, length).join('/');
    const found = await fs.lstat(`${root}/${part}`).catch(() => undefined);
    if (found && length === parts.length)
      throw new Ended(`${path} already exists, no checkout\n${failure}`, 1);
    if (found && !found.isDirectory)
      throw new Ended(`fatal: cannot create directory at '${part}': File exists\n${failure}`, 1);
  }
}

/** What was changed is not staged again, but for files that are new, unless `--index` asks for it. */
async function unstage(
  run: Run,
  before: ReadonlyMap<string, Entry>,
  staged: ReadonlyMap<string, Entry> | undefined,
): Promise<void> {
  const repository = await run.repository();
  const index = await repository.index();
  if (staged) index.entries.clear();
  for (const [path, entry] of staged ?? before) index.entries.set(path, entry);
  await repository.writeIndex(index);
}

async function drop(run: Run, options: Options): Promise<number> {
  const { refs } = await run.repository();
  const { at, name, oid } = await find(run, options.words[0]);
  if (at === undefined) throw new Ended(`error: '${name}' is not a stash reference\n`, 1);
  const log = await refs.log(REF);
  const left = log.filter((_, index) => index !== at);
  const top = left[0];
  if (!top) await refs.remove(REF);
  else {
    await refs.write(REF, top.after);
    await refs.writeLog(
      REF,
      left.map((one, index) => ({ ...one, before: left[index + 1]?.after ?? '0'.repeat(40) })),
    );
  }
  if (!options.has('quiet')) run.print(`Dropped ${name} (${oid})\n`);
  return 0;
}

async function showStash(run: Run, args: readonly string[]): Promise<number> {
  const options = readOptions('stash', args, 'p|patch stat? name-only name-status');
  const repository = await run.repository();
  const { oid } = await find(run, options.words[0]);
  const { parents } = await repository.objects.commit(oid);
  const before = await repository.filesOf(parents[0] ?? oid);
  const changes = compareFiles(before, await repository.filesOf(oid));
  run.print(
    await changesText(changes, {
      shapes: shapesOf(options, ['stat']),
      read: fromObjects(repository),
      context: 3,
      hasSummary: false,
    }),
  );
  return 0;
}
