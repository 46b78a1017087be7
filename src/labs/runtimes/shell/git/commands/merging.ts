import { compareFiles } from '../diff/changes.ts';
import { resolveCommit, tryResolve } from '../history/revisions.ts';
import { mergeBases } from '../history/walk.ts';
import { mergeTrees } from '../merge/merge-trees.ts';
import { type Options, readOptions } from '../options.ts';
import type { Command, Run } from '../run.ts';
import type { Snapshot } from '../store/objects.ts';
import { shortName } from '../store/refs.ts';
import { Ended, fatal, notHere } from '../store/said.ts';
import { moveWork, resetMerge } from '../tree/work-tree.ts';
import { cleanMessage, commit, unmergedError } from './committing.ts';
import { changesText, fromObjects } from './showing.ts';

export const merge: Command = async (run, args) => {
  const options = readOptions(
    'merge',
    args,
    'm|message= ff no-ff ff-only abort continue quit squash no-commit q|quiet no-edit e|edit stat n|no-stat',
  );
  if (options.has('squash')) throw notHere('git merge --squash');
  const repository = await run.repository();
  const isMerging = (await repository.state('MERGE_HEAD')) !== undefined;
  if (options.has('abort')) {
    if (!isMerging) throw fatal('There is no merge to abort (MERGE_HEAD missing).');
    await resetMerge(repository, await repository.headCommit(), 'HEAD');
    await endMerge(run);
    return 0;
  }
  if (options.has('quit')) {
    await endMerge(run);
    return 0;
  }
  if (options.has('continue')) {
    if (!isMerging) throw fatal('There is no merge in progress (MERGE_HEAD missing).');
    return commit(run, options.has('no-edit') ? ['--no-edit'] : []);
  }
  if ((await repository.index()).unmerged.size > 0) throw unmergedError('Merging', []);
  if (isMerging)
    throw fatal(
      'You have not concluded your merge (MERGE_HEAD exists).\nPlease, commit your changes before you merge.',
    );
  const [name, ...more] = options.words;
  if (name === undefined) throw fatal('No remote for the current branch.');
  if (more.length > 0) throw notHere('merging more than two branches at once');
  if ((await tryResolve(repository, name)) === undefined)
    throw new Ended(`merge: ${name} - not something we can merge\n`, 1);
  return mergeCommit(run, name, options);
};

async function mergeCommit(run: Run, name: string, options: Options): Promise<number> {
  const repository = await run.repository();
  const { objects } = repository;
  const theirs = await resolveCommit(repository, name);
  const ours = await repository.headCommit();
  const [base] = await mergeBases(objects, ours, theirs);
  if (base === theirs) {
    if (!options.has('quiet')) run.print('Already up to date.\n');
    return 0;
  }
  if (base === undefined) throw fatal('refusing to merge unrelated histories');
  const before = await repository.filesOf(ours);
  const after = await repository.filesOf(theirs);
  if (base === ours && !options.has('no-ff')) {
    const quiet = options.has('quiet');
    if (!quiet) run.print(`Updating ${ours.slice(0, 7)}..${theirs.slice(0, 7)}\n`);
    await moveWork(repository, before, after, 'merge');
    await repository.setState('ORIG_HEAD', ours);
    await repository.moveHead(theirs, `merge ${name}: Fast-forward`);
    if (!quiet) run.print(`Fast-forward\n${await statText(run, before, after)}`);
    return 0;
  }
  if (options.has('ff-only')) throw fatal('Not possible to fast-forward, aborting.');
  const labels = { ours: 'HEAD', base: base.slice(0, 7), theirs: name };
  const sides = { base: await repository.filesOf(base), ours: before, theirs: after, labels };
  await needCleanIndex(run);
  const { files, isClean, said } = await mergeTrees(repository, sides, {
    said: 'Merge with strategy ort failed.\n',
    exit: 2,
  });
  run.print(said);
  const message = options.has('message')
    ? cleanMessage(options.all('message').join('\n\n'), { comments: false })
    : `${await mergeMessage(run, name)}\n`;
  await repository.setState('ORIG_HEAD', ours);
  if (!isClean || options.has('no-commit')) {
    const conflicts = [...(await repository.index()).unmerged.keys()].sort();
    const list =
      conflicts.length > 0 ? `\n# Conflicts:\n${conflicts.map((path) => `#\t${path}\n`).join('')}` : '';
    await repository.setState('MERGE_HEAD', theirs);
    await repository.setState('MERGE_MSG', message + list);
    await repository.setState('MERGE_MODE', options.has('no-ff') ? 'no-ff' : '');
    if (isClean) run.print('Automatic merge went well; stopped before committing as requested\n');
    else run.print('Automatic merge failed; fix conflicts and then commit the result.\n');
    return isClean ? 0 : 1;
  }
  const oid = await repository.writeCommit({
    tree: await objects.writeSnapshot(files),
    parents: [ours, theirs],
    author: await repository.author(),
    committer: await repository.committer(),
    message,
  });
  await repository.moveHead(oid, `merge ${name}: Merge made by the 'ort' strategy.`);
  if (!options.has('quiet'))
    run.print(`Merge made by the 'ort' strategy.\n${await statText(run, before, files)}`);
  return 0;
}

async function needCleanIndex(run: Run): Promise<void> {
  const repository = await run.repository();
  const { entries } = await repository.index();
  const changed = compareFiles(await repository.headFiles(), entries).map(({ path }) => path);
  if (changed.length > 0)
    throw new Ended(
      `error: Your local changes to the following files would be overwritten by merge:\n  ${changed.join('\n  ')}\n`,
      2,
    );
}

async function statText(run: Run, before: Snapshot, after: Snapshot): Promise<string> {
  return changesText(compareFiles(before, after), {
    shapes: ['stat'],
    read: fromObjects(await run.repository()),
    context: 3,
    hasSummary: true,
  });
}

/** `Merge branch 'topic'`; of a branch that isn't the main one, with where it went. */
async function mergeMessage(run: Run, name: string): Promise<string> {
  const repository = await run.repository();
  const isBranch = (await repository.refs.read(`refs/heads/${name}`).catch(() => undefined)) !== undefined;
  const isTag = (await repository.refs.read(`refs/tags/${name}`).catch(() => undefined)) !== undefined;
  const what = isBranch ? `branch '${name}'` : isTag ? `tag '${name}'` : `commit '${name}'`;
  const head = shortName((await repository.refs.head()) ?? 'HEAD');
  return `Merge ${what}${head === 'main' || head === 'master' ? '' : ` into ${head}`}`;
}

async function endMerge(run: Run): Promise<void> {
  const repository = await run.repository();
  for (const name of ['MERGE_HEAD', 'MERGE_MSG', 'MERGE_MODE']) await repository.setState(name, undefined);
}
