import { isAmong } from '../diff/changes.ts';
import { subjectLine } from '../history/pretty.ts';
import { peel, resolve, resolveCommit, tryResolve } from '../history/revisions.ts';
import { conflictStyle, mergeText } from '../merge/merge-text.ts';
import { type Options, readOptions } from '../options.ts';
import type { Command, Run } from '../run.ts';
import type { Entry } from '../store/formats.ts';
import type { Index } from '../store/index-file.ts';
import type { Snapshot } from '../store/objects.ts';
import { Ended, fatal, notHere } from '../store/said.ts';
import { isSame, putContent, putWork, removeWork, replaceAll, workFiles } from '../tree/work-tree.ts';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export const restore: Command = async (run, args) => {
  const options = readOptions(
    'restore',
    args,
    's|source= S|staged W|worktree ours theirs m|merge q|quiet p|patch',
  );
  const named = [...options.words, ...options.paths];
  if (named.length === 0) throw fatal('you must specify path(s) to restore');
  return restorePaths(run, named, { source: options.get('source'), options, isCheckout: false });
};

interface Restoring {
  readonly source: string | undefined;
  readonly options: Options;
  readonly isCheckout: boolean;
}

/** Puts files back as they are in the index, or in a commit. */
export async function restorePaths(
  run: Run,
  named: readonly string[],
  { isCheckout, options, source }: Restoring,
): Promise<number> {
  if (options.has('patch')) throw notHere('choosing parts of a file (-p)');
  const repository = await run.repository();
  const index = await repository.index();
  const paths = await run.paths(named);
  const isStaged = options.has('staged') || (isCheckout && source !== undefined);
  const isWork = options.has('worktree') || isCheckout || !options.has('staged');
  const from = source ?? (options.has('staged') ? 'HEAD' : undefined);
  const files = from === undefined ? index.entries : await filesFrom(run, from);
  const found = findPaths([files, index.entries, index.unmerged], paths, named);
  for (const path of found) {
    const entry = files.get(path);
    if (from === undefined && index.unmerged.has(path)) await restoreConflict(run, path, options);
    else if (isWork && entry) await putWork(repository, path, entry);
    else if (isWork && !isCheckout) await removeWork(repository, path);
    if (isStaged && (entry || !isCheckout)) setEntry(index, path, entry);
  }
  if (isStaged) await repository.writeIndex(index);
  if (isCheckout && !options.has('quiet') && !options.hasDashes) await printCount(run, found.length, source);
  return 0;
}

async function printCount(run: Run, count: number, source: string | undefined): Promise<void> {
  const place =
    source === undefined ? 'the index' : (await resolveCommit(await run.repository(), source)).slice(0, 7);
  run.warn(`Updated ${count} path${count === 1 ? '' : 's'} from ${place}\n`);
}

/** Which of some paths are meant; each name has to mean one. */
function findPaths(
  all: readonly ReadonlyMap<string, unknown>[],
  paths: readonly string[],
  named: readonly string[],
): string[] {
  const known = new Set(all.flatMap((files) => [...files.keys()]));
  const found = [...known].filter((path) => isAmong(path, paths));
  for (const [at, path] of paths.entries())
    if (!found.some((each) => isAmong(each, [path])))
      throw new Ended(`error: pathspec '${named[at]}' did not match any file(s) known to git\n`, 1);
  return found;
}

function setEntry({ entries, unmerged }: Index, path: string, entry: Entry | undefined): void {
  unmerged.delete(path);
  if (entry) entries.set(path, entry);
  else entries.delete(path);
}

async function filesFrom(run: Run, name: string): Promise<Snapshot> {
  const repository = await run.repository();
  const oid = await tryResolve(repository, name);
  if (oid === undefined) throw fatal(`could not resolve ${name}`);
  return repository.objects.snapshot(await peel(repository, oid, 'tree', name));
}

/** One side of a conflict, or the conflict once more. */
async function restoreConflict(run: Run, path: string, options: Options): Promise<void> {
  const repository = await run.repository();
  const [base, ours, theirs] = (await repository.index()).unmerged.get(path) ?? [];
  const side = options.has('ours') ? ours : options.has('theirs') ? theirs : undefined;
  if (side) return putWork(repository, path, side);
  if (options.has('ours') || options.has('theirs'))
    throw new Ended(
      `error: path '${path}' does not have ${options.has('ours') ? 'our' : 'their'} version\n`,
      1,
    );
  if (!options.has('merge')) throw new Ended(`error: path '${path}' is unmerged\n`, 1);
  if (!ours || !theirs) throw new Ended(`error: path '${path}' does not have all necessary versions\n`, 1);
  const text = async (entry: Entry | undefined) =>
    entry ? decoder.decode(await repository.objects.blob(entry.oid)) : '';
  const style = await conflictStyle(repository);
  const merged = mergeText(await text(base), await text(ours), await text(theirs), {
    labels: { ours: 'ours', base: 'base', theirs: 'theirs' },
    style,
  });
  await putContent(repository, path, encoder.encode(merged.text), ours.mode);
}

export const reset: Command = async (run, args) => {
  const options = readOptions('reset', args, 'soft mixed hard keep merge q|quiet p|patch N');
  for (const name of ['keep', 'merge', 'patch']) if (options.has(name)) throw notHere(`git reset --${name}`);
  const repository = await run.repository();
  const words = [...options.words];
  const isName = words[0] !== undefined && (await tryResolve(repository, words[0])) !== undefined;
  const name = isName || (words[0] !== undefined && options.paths.length > 0) ? words.shift() : undefined;
  const named = [...words, ...options.paths];
  const isHard = options.has('hard');
  if (named.length > 0) {
    if (isHard || options.has('soft')) throw fatal(`Cannot do ${isHard ? 'hard' : 'soft'} reset with paths.`);
    return resetPaths(run, named, name ?? 'HEAD', options.has('quiet'));
  }
  return resetAll(run, name, options);
};

async function resetAll(run: Run, name: string | undefined, options: Options): Promise<number> {
  const repository = await run.repository();
  const [isHard, isSoft] = [options.has('hard'), options.has('soft')];
  const old = await repository.refs.read('HEAD');
  if (isSoft && (await repository.state('MERGE_HEAD')) !== undefined)
    throw fatal('Cannot do a soft reset in the middle of a merge.');
  const isEmpty = old === undefined && name === undefined;
  const oid = isEmpty ? undefined : await resolveCommit(repository, name ?? 'HEAD');
  const files = oid === undefined ? new Map<string, Entry>() : await repository.filesOf(oid);
  if (isHard) await replaceAll(repository, files);
  else if (!isSoft) await repository.writeIndex({ entries: new Map(files), unmerged: new Map() });
  if (oid === undefined) return 0;
  if (old !== undefined) await repository.setState('ORIG_HEAD', old);
  await repository.moveHead(oid, `reset: moving to ${name ?? 'HEAD'}`);
  for (const state of ['MERGE_HEAD', 'MERGE_MSG', 'MERGE_MODE', 'CHERRY_PICK_HEAD', 'REVERT_HEAD'])
    await repository.setState(state, undefined);
  if (options.has('quiet') || isSoft) return 0;
  const { message } = await repository.objects.commit(oid);
  if (isHard) run.print(`HEAD is now at ${oid.slice(0, 7)} ${subjectLine(message)}\n`);
  else await printUnstaged(run);
  return 0;
}

async function resetPaths(
  run: Run,
  named: readonly string[],
  name: string,
  isQuiet: boolean,
): Promise<number> {
  const repository = await run.repository();
  const index = await repository.index();
  const at = await repository.refs.read('HEAD');
  const files =
    at === undefined && name === 'HEAD'
      ? new Map<string, Entry>()
      : await repository.objects.snapshot(
          await peel(repository, await resolve(repository, name), 'tree', name),
        );
  const paths = await run.paths(named);
  for (const path of new Set([...files.keys(), ...index.entries.keys(), ...index.unmerged.keys()])) {
    if (isAmong(path, paths)) setEntry(index, path, files.get(path));
  }
  await repository.writeIndex(index);
  if (!isQuiet) await printUnstaged(run);
  return 0;
}

async function printUnstaged(run: Run): Promise<void> {
  const repository = await run.repository();
  const { entries } = await repository.index();
  const work = await workFiles(repository, { entries, unmerged: new Map() });
  const changed = [...entries].filter(([path, entry]) => !isSame(work.get(path), entry)).sort();
  if (changed.length === 0) return;
  const lines = changed.map(([path]) => `${work.has(path) ? 'M' : 'D'}\t${path}\n`);
  run.print(`Unstaged changes after reset:\n${lines.join('')}`);
}
