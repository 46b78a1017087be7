import { compareFiles } from '../diff/changes.ts';
import { readRange, resolveCommit } from '../history/revisions.ts';
import { walk } from '../history/walk.ts';
import { mergeTrees } from '../merge/merge-trees.ts';
import { type Options, readOptions } from '../options.ts';
import type { Command, Run } from '../run.ts';
import type { Commit } from '../store/formats.ts';
import { Ended, fatal } from '../store/said.ts';
import { type Ending, resetMerge } from '../tree/work-tree.ts';
import { cleanMessage, printCommit, subjectOf, treeOf, unmergedError } from './committing.ts';
import { statusText } from './status.ts';

type Verb = 'cherry-pick' | 'revert';
const HEADS = { 'cherry-pick': 'CHERRY_PICK_HEAD', revert: 'REVERT_HEAD' } as const;
const SPEC =
  'n|no-commit m|mainline= continue abort skip quit x e|edit no-edit allow-empty keep-redundant-commits';

export const cherryPick: Command = (run, args) => pick(run, args, 'cherry-pick');
export const revert: Command = (run, args) => pick(run, args, 'revert');

async function pick(run: Run, args: readonly string[], verb: Verb): Promise<number> {
  const options = readOptions(verb, args, SPEC);
  const repository = await run.repository();
  if (['continue', 'abort', 'skip', 'quit'].some((each) => options.has(each)))
    return goOn(run, options, verb);
  if ((await repository.index()).unmerged.size > 0)
    throw new Ended(
      `error: ${verb === 'revert' ? 'Reverting' : 'Cherry-picking'} is not possible because you have unmerged files.\n` +
        "hint: Fix them up in the work tree, and then use 'git add/rm <file>'\n" +
        `hint: as appropriate to mark resolution and make a commit.\nfatal: ${verb} failed\n`,
      128,
    );
  const oids: string[] = [];
  for (const name of options.words) {
    if (!name.includes('..')) oids.push(await resolveCommit(repository, name));
    else {
      const { exclude, include } = await readRange(repository, [name]);
      const range = await walk(repository.objects, include, { exclude, isTopological: true });
      oids.push(...(verb === 'revert' ? range : range.reverse()));
    }
  }
  if (oids.length === 0) throw fatal(`empty commit set passed`);
  return pickAll(run, oids, options, verb);
}

async function pickAll(run: Run, oids: readonly string[], options: Options, verb: Verb): Promise<number> {
  const repository = await run.repository();
  const isSeries = oids.length > 1 || options.words.some((word) => word.includes('..'));
  if (isSeries && (await repository.state('sequencer/head')) === undefined)
    await repository.setState('sequencer/head', await repository.headCommit());
  for (const [at, oid] of oids.entries()) {
    if ((await repository.state('sequencer/head')) !== undefined)
      await repository.setState('sequencer/todo', oids.slice(at + 1).join('\n'));
    const exit = await pickOne(run, oid, options, verb);
    if (exit !== 0) return exit;
  }
  await repository.setState('sequencer', undefined);
  return 0;
}

async function pickOne(run: Run, oid: string, options: Options, verb: Verb): Promise<number> {
  const repository = await run.repository();
  const picked = await repository.objects.commit(oid);
  const parent = parentOf(oid, picked, options, verb);
  const isNoCommit = options.has('no-commit');
  const message = messageOf(oid, picked, parent, options, verb);
  const label = `${oid.slice(0, 7)} (${subjectOf(picked.message)})`;
  const outcome = await applyCommit(run, { oid, parent, label, verb, isNoCommit });
  run.print(outcome.said);
  if (!outcome.isClean) {
    const index = await repository.index();
    const list = [...index.unmerged.keys()].sort().map((path) => `#\t${path}\n`);
    await repository.setState('MERGE_MSG', `${message}\n# Conflicts:\n${list.join('')}`);
    if (!isNoCommit) await repository.setState(HEADS[verb], oid);
    const act = verb === 'revert' ? 'revert' : 'apply';
    run.warn(
      `error: could not ${act} ${oid.slice(0, 7)}... ${subjectOf(picked.message)}\n${adviceOf(verb, isNoCommit)}`,
    );
    return 1;
  }
  if (isNoCommit) {
    await repository.setState('MERGE_MSG', message);
    if (verb === 'revert') await repository.setState(HEADS.revert, oid);
    return 0;
  }
  const head = await repository.headCommit();
  const tree = await repository.indexTree(await repository.index());
  if (tree === (await treeOf(repository, head)) && !options.has('allow-empty')) {
    await repository.setState(HEADS[verb], oid);
    return emptyPick(run, verb);
  }
  await makeCommit(run, { verb, message, picked, tree });
  return 0;
}

async function emptyPick(run: Run, verb: Verb): Promise<number> {
  run.print(await statusText(run));
  run.warn(
    `The previous ${verb} is now empty, possibly due to conflict resolution.\n` +
      "If you wish to commit it anyway, use:\n\n    git commit --allow-empty\n\nOtherwise, please use 'git " +
      `${verb} --skip'\n`,
  );
  return 1;
}

async function makeCommit(
  run: Run,
  { message, picked, tree, verb }: { verb: Verb; message: string; picked: Commit; tree: string },
): Promise<void> {
  const repository = await run.repository();
  const oid = await repository.writeCommit({
    tree,
    parents: [await repository.headCommit()],
    author: verb === 'revert' ? await repository.author() : picked.author,
    committer: await repository.committer(),
    message,
  });
  await repository.moveHead(oid, `${verb}: ${subjectOf(message)}`);
  for (const name of ['MERGE_MSG', ...Object.values(HEADS)]) await repository.setState(name, undefined);
  await printCommit(run, oid, { hasDate: true });
}

function parentOf(oid: string, { parents }: Commit, options: Options, verb: Verb): string | undefined {
  const mainline = options.get('mainline');
  if (parents.length > 1 && mainline === undefined)
    throw new Ended(
      `error: commit ${oid} is a merge but no -m option was given.\nfatal: ${verb} failed\n`,
      128,
    );
  if (parents.length < 2 && mainline !== undefined && mainline !== '1')
    throw new Ended(`error: commit ${oid} does not have parent ${mainline}\nfatal: ${verb} failed\n`, 128);
  return parents[Number(mainline ?? 1) - 1];
}

function messageOf(
  oid: string,
  picked: Commit,
  parent: string | undefined,
  options: Options,
  verb: Verb,
): string {
  if (verb === 'cherry-pick')
    return options.has('x')
      ? `${picked.message.trimEnd()}\n\n(cherry picked from commit ${oid})\n`
      : picked.message;
  const ofMerge = picked.parents.length > 1 ? `, reversing\nchanges made to ${parent}` : '';
  return `Revert "${subjectOf(picked.message)}"\n\nThis reverts commit ${oid}${ofMerge}.\n`;
}

function adviceOf(verb: Verb, isNoCommit: boolean): string {
  if (isNoCommit)
    return "hint: after resolving the conflicts, mark the corrected paths\nhint: with 'git add <paths>' or 'git rm <paths>'\n";
  return (
    'hint: After resolving the conflicts, mark them with\nhint: "git add/rm <pathspec>", then run\n' +
    `hint: "git ${verb} --continue".\nhint: You can instead skip this commit with "git ${verb} --skip".\n` +
    `hint: To abort and get back to the state before "git ${verb}",\nhint: run "git ${verb} --abort".\n`
  );
}

export interface Applying {
  readonly oid: string;
  readonly parent: string | undefined;
  /** How conflicts name the commit: `1a2b3c4 (Subject)`. */
  readonly label: string;
  readonly verb: 'cherry-pick' | 'revert';
  readonly isNoCommit?: boolean;
  /** What follows if changes would be lost. */
  readonly ending?: Ending;
}

/** Brings what a commit changed into index and work: forward, or back. */
export async function applyCommit(
  run: Run,
  { ending, isNoCommit = false, label, oid, parent, verb }: Applying,
): Promise<{ said: string; isClean: boolean }> {
  const repository = await run.repository();
  const { objects } = repository;
  const [own, before] = [
    await repository.filesOf(oid),
    await objects.snapshot(await treeOf(repository, parent)),
  ];
  const index = await repository.index();
  const head = await repository.headFiles();
  const changed = compareFiles(head, index.entries);
  if (!isNoCommit && changed.length > 0)
    throw new Ended(
      `error: your local changes would be overwritten by ${verb}.\nhint: commit your changes or stash them to proceed.\nfatal: ${verb} failed\n`,
      128,
    );
  const parentLabel = `parent of ${label}`;
  const sides =
    verb === 'revert'
      ? { base: own, theirs: before, labels: { ours: 'HEAD', base: label, theirs: parentLabel } }
      : { base: before, theirs: own, labels: { ours: 'HEAD', base: parentLabel, theirs: label } };
  return mergeTrees(
    repository,
    { ...sides, ours: isNoCommit ? index.entries : head },
    ending ?? { said: `fatal: ${verb} failed\n`, exit: 128 },
  );
}

async function goOn(run: Run, options: Options, verb: Verb): Promise<number> {
  const repository = await run.repository();
  const oid = await repository.state(HEADS[verb]);
  const start = await repository.state('sequencer/head');
  if (oid === undefined && start === undefined)
    throw new Ended(
      `error: no ${options.has('skip') ? verb : 'cherry-pick or revert'} in progress\nfatal: ${verb} failed\n`,
      128,
    );
  const left = ((await repository.state('sequencer/todo')) ?? '').split('\n').filter((line) => line !== '');
  const forget = async () => {
    for (const name of ['MERGE_MSG', ...Object.values(HEADS)]) await repository.setState(name, undefined);
  };
  if (options.has('quit')) {
    await forget();
    await repository.setState('sequencer', undefined);
    return 0;
  }
  if (options.has('abort')) {
    const target = start ?? (await repository.headCommit());
    await resetMerge(repository, target, target);
    await forget();
    await repository.setState('sequencer', undefined);
    return 0;
  }
  if (options.has('skip')) {
    const head = await repository.headCommit();
    await resetMerge(repository, head, head);
    await forget();
  } else if (oid !== undefined) {
    const index = await repository.index();
    if (index.unmerged.size > 0) throw unmergedError('Committing', [...index.unmerged.keys()]);
    const message = cleanMessage((await repository.state('MERGE_MSG')) ?? '');
    const tree = await repository.indexTree(index);
    const picked = await repository.objects.commit(oid);
    await makeCommit(run, { verb, message, picked, tree });
  }
  return pickAll(run, left, options, verb);
}
