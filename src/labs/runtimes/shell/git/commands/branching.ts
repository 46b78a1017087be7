import { compareFiles, isNamed } from '../diff/changes.ts';
import { nameStatusOf } from '../diff/patch.ts';
import { subjectLine } from '../history/pretty.ts';
import { fullRefName, previousBranch, resolve, resolveCommit, tryResolve } from '../history/revisions.ts';
import { isAncestor, reachable } from '../history/walk.ts';
import { type Options, readOptions } from '../options.ts';
import type { Command, Run } from '../run.ts';
import { isRefName, shortName } from '../store/refs.ts';
import type { Repository } from '../store/repository.ts';
import { Ended, fatal } from '../store/said.ts';
import { moveWork, replaceAll, workFiles } from '../tree/work-tree.ts';
import { restorePaths } from './restoring.ts';
import { detachedAt } from './status.ts';

export const branch: Command = async (run, args) => {
  const options = readOptions(
    'branch',
    args,
    'd|delete D m|move M c|copy f|force a|all v|verbose show-current merged~ no-merged~ contains~ l|list q|quiet no-color',
  );
  const repository = await run.repository();
  const head = await repository.refs.head();
  if (options.has('show-current')) {
    if (head !== undefined) run.print(`${shortName(head)}\n`);
    return 0;
  }
  if (options.has('delete') || options.has('D')) return deleteBranches(run, options);
  if (options.has('move') || options.has('M')) return renameBranch(run, options);
  const [name, start] = options.words;
  const isList = ['list', 'merged', 'no-merged', 'contains'].some((each) => options.has(each));
  if (name === undefined || isList) return listBranches(run, options);
  if (options.has('all'))
    throw fatal(
      "The -a, and -r, options to 'git branch' do not take a branch name.\nDid you mean to use: -a|-r --list <pattern>?",
    );
  if (options.has('copy')) throw new Ended('git: branch -c is not available here\n', 129);
  const oid = start === undefined ? await headFor(run) : await startOf(repository, start);
  await createBranch(repository, name, oid, {
    start: start ?? shortName(head ?? 'HEAD'),
    isForced: options.has('force'),
  });
  return 0;
};

async function headFor(run: Run): Promise<string> {
  const repository = await run.repository();
  const oid = await repository.refs.read('HEAD');
  if (oid !== undefined) return oid;
  throw fatal(`not a valid object name: '${shortName((await repository.refs.head()) ?? 'HEAD')}'`);
}

async function startOf(repository: Repository, start: string): Promise<string> {
  const oid = await tryResolve(repository, start);
  if (oid === undefined) throw fatal(`not a valid object name: '${start}'`);
  return resolveCommit(repository, start);
}

export async function createBranch(
  repository: Repository,
  name: string,
  oid: string,
  { isForced, start }: { start: string; isForced: boolean },
): Promise<void> {
  if (!isRefName(name) || name.startsWith('-') || name === 'HEAD')
    throw fatal(`'${name}' is not a valid branch name`);
  const ref = `refs/heads/${name}`;
  const isThere = (await repository.refs.read(ref)) !== undefined;
  if (isThere && !isForced) throw fatal(`a branch named '${name}' already exists`);
  if (isThere && (await repository.refs.head()) === ref)
    throw fatal(`cannot force update the branch '${name}' checked out at '${repository.root}'`);
  await repository.refs.write(ref, oid, {
    by: await repository.committer(),
    message: isThere ? `branch: Reset to ${start}` : `branch: Created from ${start}`,
  });
}

async function deleteBranches(run: Run, options: Options): Promise<number> {
  const repository = await run.repository();
  let exit = 0;
  for (const name of options.words) {
    const ref = `refs/heads/${name}`;
    const oid = isRefName(name) ? await repository.refs.read(ref) : undefined;
    if (oid === undefined) {
      run.warn(`error: branch '${name}' not found.\n`);
      exit = 1;
    } else if ((await repository.refs.head()) === ref) {
      run.warn(`error: Cannot delete branch '${name}' checked out at '${repository.root}'\n`);
      exit = 1;
    } else if (
      !options.has('D') &&
      !options.has('force') &&
      !(await isAncestor(repository.objects, oid, await repository.headCommit()))
    ) {
      run.warn(
        `error: The branch '${name}' is not fully merged.\nIf you are sure you want to delete it, run 'git branch -D ${name}'.\n`,
      );
      exit = 1;
    } else {
      await repository.refs.remove(ref);
      if (!options.has('quiet')) run.print(`Deleted branch ${name} (was ${oid.slice(0, 7)}).\n`);
    }
  }
  return exit;
}

async function renameBranch(run: Run, options: Options): Promise<number> {
  const repository = await run.repository();
  const head = await repository.refs.head();
  const [one = '', two] = options.words;
  const from = two === undefined ? head : `refs/heads/${one}`;
  const name = two ?? one;
  if (from === undefined) throw fatal('cannot rename the current branch while not on any.');
  if (!isRefName(name)) throw fatal(`'${name}' is not a valid branch name`);
  const [to, isHead] = [`refs/heads/${name}`, head === from];
  const oid = await repository.refs.read(from);
  if (oid === undefined && !isHead) throw fatal(`No branch named '${shortName(from)}'.`);
  if ((await repository.refs.read(to)) !== undefined && !options.has('M') && to !== from)
    throw fatal(`a branch named '${name}' already exists`);
  if (oid !== undefined) {
    await repository.refs.rename(from, to);
    const moved = { before: oid, after: oid, by: await repository.committer() };
    const message = `Branch: renamed ${from} to ${to}`;
    await repository.refs.note(to, { ...moved, message });
    if (isHead) await repository.refs.note('HEAD', { ...moved, after: '0'.repeat(40), message });
    if (isHead) await repository.refs.note('HEAD', { ...moved, before: '0'.repeat(40), message });
  }
  if (isHead) await repository.refs.setHead(to);
  return 0;
}

async function listBranches(run: Run, options: Options): Promise<number> {
  const repository = await run.repository();
  const { objects, refs } = repository;
  const head = await refs.head();
  const target = async (name: string) => resolveCommit(repository, options.get(name) || 'HEAD');
  const rows: { sign: string; name: string; oid: string }[] = [];
  const at = await refs.read('HEAD');
  if (head === undefined && at !== undefined && isNamed('HEAD', options.words)) {
    const { how, name } = await detachedAt(repository);
    const isRebasing = (await repository.state('rebase-merge/onto')) !== undefined;
    const rebased = shortName((await repository.state('rebase-merge/head-name')) ?? '');
    rows.push({
      sign: '*',
      name: isRebasing ? `(no branch, rebasing ${rebased})` : `(HEAD detached ${how} ${name})`,
      oid: at,
    });
  }
  for (const [ref, oid] of await refs.list('refs/heads/'))
    if (isNamed(shortName(ref), options.words))
      rows.push({ sign: ref === head ? '*' : ' ', name: shortName(ref), oid });
  const kept = [];
  for (const row of rows) {
    if (options.has('merged') && !(await isAncestor(objects, row.oid, await target('merged')))) continue;
    if (options.has('no-merged') && (await isAncestor(objects, row.oid, await target('no-merged')))) continue;
    if (options.has('contains') && !(await reachable(objects, [row.oid])).has(await target('contains')))
      continue;
    kept.push(row);
  }
  const width = Math.max(0, ...kept.map(({ name }) => name.length));
  for (const { name, oid, sign } of kept) {
    const subject = subjectLine((await objects.commit(oid)).message);
    run.print(
      options.has('verbose')
        ? `${sign} ${name.padEnd(width)} ${oid.slice(0, 7)} ${subject}\n`
        : `${sign} ${name}\n`,
    );
  }
  return 0;
}

export const switchTo: Command = async (run, args) => {
  const options = readOptions(
    'switch',
    args,
    'c|create= C|force-create= d|detach q|quiet f|discard-changes|force',
  );
  const created = options.get('create') ?? options.get('force-create');
  if (created !== undefined)
    return goToNew(run, created, options.words[0], options.has('force-create'), options.has('quiet'));
  const [name] = options.words;
  if (name === undefined) throw fatal('missing branch or commit argument');
  return go(run, name, options, 'switch');
};

export const checkout: Command = async (run, args) => {
  const options = readOptions('checkout', args, 'b= B= d|detach q|quiet f|force ours theirs m|merge p|patch');
  const repository = await run.repository();
  const created = options.get('b') ?? options.get('B');
  if (created !== undefined)
    return goToNew(run, created, options.words[0], options.has('B'), options.has('quiet'));
  const words = [...options.words];
  const isName =
    words[0] === '-' || (words[0] !== undefined && (await tryResolve(repository, words[0])) !== undefined);
  const name = isName ? words.shift() : undefined;
  const paths = [...words, ...options.paths];
  if (paths.length > 0) return restorePaths(run, paths, { source: name, options, isCheckout: true });
  if (name === undefined) return go(run, 'HEAD', options, 'checkout');
  return go(run, name, options, 'checkout');
};

async function goToNew(
  run: Run,
  name: string,
  start: string | undefined,
  isForced: boolean,
  isQuiet: boolean,
): Promise<number> {
  const repository = await run.repository();
  const ref = `refs/heads/${name}`;
  const at = await repository.refs.read('HEAD');
  if (at === undefined && start === undefined) {
    if (!isRefName(name)) throw fatal(`'${name}' is not a valid branch name`);
    await repository.refs.setHead(ref);
    if (!isQuiet) run.warn(`Switched to a new branch '${name}'\n`);
    return 0;
  }
  const oid = start === undefined ? await repository.headCommit() : await startFor(run, start);
  const from = (await repository.refs.head()) ?? at ?? '';
  const isThere = (await repository.refs.read(ref)) !== undefined;
  if (isThere && !isForced) throw fatal(`a branch named '${name}' already exists`);
  if (at !== undefined && at !== oid)
    await moveWork(repository, await repository.filesOf(at), await repository.filesOf(oid), 'checkout');
  await createBranch(repository, name, oid, { start: start ?? 'HEAD', isForced });
  await repository.attachHead(ref, oid, `checkout: moving from ${shortName(from)} to ${name}`);
  if (!isQuiet)
    run.warn(isThere ? `Switched to and reset branch '${name}'\n` : `Switched to a new branch '${name}'\n`);
  return 0;
}

async function startFor(run: Run, start: string): Promise<string> {
  const repository = await run.repository();
  if ((await tryResolve(repository, start)) === undefined) throw fatal(`invalid reference: ${start}`);
  return resolveCommit(repository, start);
}

async function go(run: Run, asked: string, options: Options, verb: 'checkout' | 'switch'): Promise<number> {
  const repository = await run.repository();
  const name = asked === '-' || asked === '@{-1}' ? await previousBranch(repository, 1) : asked;
  if (name === undefined) throw fatal('invalid reference: @{-1}');
  const ref = `refs/heads/${name}`;
  const isBranch = isRefName(name) && (await repository.refs.read(ref)) !== undefined;
  const isDetaching = options.has('detach') || (verb === 'checkout' && !isBranch);
  await needTarget(repository, name, { verb, isFine: isBranch || isDetaching });
  const oid = await resolveCommit(repository, name);
  const at = await repository.headCommit();
  await needNoOperation(repository, verb);
  const [before, after] = [await repository.filesOf(at), await repository.filesOf(oid)];
  await (options.has('force')
    ? replaceAll(repository, after)
    : moveWork(repository, before, after, 'checkout'));
  const head = await repository.refs.head();
  const from = head === undefined ? at : shortName(head);
  const isSame = isBranch && !isDetaching && head === ref;
  if (isSame) {
    if (!options.has('quiet')) {
      run.print(await localChanges(repository));
      run.warn(`Already on '${name}'\n`);
    }
    return 0;
  }
  const subject = async (commit: string) =>
    `${commit.slice(0, 7)} ${subjectLine((await repository.objects.commit(commit)).message)}`;
  if (head === undefined && at !== oid && !options.has('quiet'))
    run.warn(await leavingText(repository, at, oid, await subject(at)));
  const to = isBranch && !isDetaching ? ref : oid;
  if (head !== undefined || to !== oid || at !== oid)
    await repository.attachHead(to, oid, `checkout: moving from ${from} to ${name}`);
  if (options.has('quiet')) return 0;
  run.print(await localChanges(repository));
  const isAdvised = head !== undefined && verb === 'checkout' && !options.has('detach');
  const arrived = `${isAdvised ? detachedAdvice(name) : ''}HEAD is now at ${await subject(oid)}\n`;
  run.warn(to === ref ? `Switched to branch '${name}'\n` : arrived);
  return 0;
}

/** What one takes along, as `git diff HEAD --name-status`. */
async function localChanges(repository: Repository): Promise<string> {
  const index = await repository.index();
  return nameStatusOf(compareFiles(await repository.headFiles(), await workFiles(repository, index)));
}

async function needTarget(
  repository: Repository,
  name: string,
  { isFine, verb }: { verb: 'checkout' | 'switch'; isFine: boolean },
): Promise<void> {
  if ((await tryResolve(repository, name)) === undefined) {
    if (verb === 'switch') throw fatal(`invalid reference: ${name}`);
    throw new Ended(`error: pathspec '${name}' did not match any file(s) known to git\n`, 1);
  }
  if (!isFine)
    throw fatal(
      `a branch is expected, got ${await kindWords(repository, name)}\nhint: If you want to detach HEAD at the commit, try again with the --detach option.`,
    );
}

async function kindWords(repository: Repository, name: string): Promise<string> {
  const full = await fullRefName(repository, name);
  if (full?.startsWith('refs/tags/')) return `tag '${name}'`;
  return `commit '${name}'`;
}

async function needNoOperation(repository: Repository, verb: string): Promise<void> {
  if (verb !== 'switch') return;
  for (const [state, words] of [
    ['MERGE_HEAD', 'merging'],
    ['rebase-merge/onto', 'rebasing'],
    ['CHERRY_PICK_HEAD', 'cherry-picking'],
    ['REVERT_HEAD', 'reverting'],
  ] as const) {
    if ((await repository.state(state)) === undefined) continue;
    const how =
      words === 'rebasing'
        ? 'rebase'
        : words === 'merging'
          ? 'merge'
          : words === 'reverting'
            ? 'revert'
            : 'cherry-pick';
    throw fatal(`cannot switch branch while ${words}\nConsider "git ${how} --quit" or "git worktree add".`);
  }
}

/** What is left behind, if no branch has it. */
async function leavingText(repository: Repository, at: string, oid: string, said: string): Promise<string> {
  const { objects, refs } = repository;
  const kept = await reachable(objects, [oid]);
  for (const ref of (await refs.list()).values())
    for (const each of await reachable(objects, [await resolve(repository, `${ref}^{commit}`)]))
      kept.add(each);
  if (kept.has(at)) return `Previous HEAD position was ${said}\n`;
  const left = [...(await reachable(objects, [at]))].filter((each) => !kept.has(each));
  const lines = [];
  for (const each of left.slice(0, 4))
    lines.push(`  ${each.slice(0, 7)} ${subjectLine((await objects.commit(each)).message)}\n`);
  if (left.length > 4) lines.push(` ... and ${left.length - 4} more.\n`);
  const [it, count] = left.length === 1 ? ['it', '1 commit'] : ['them', `${left.length} commits`];
  return (
    `Warning: you are leaving ${count} behind, not connected to\nany of your branches:\n\n${lines.join('')}\n` +
    `If you want to keep ${it} by creating a new branch, this may be a good time\nto do so with:\n\n` +
    ` git branch <new-branch-name> ${at.slice(0, 7)}\n\n`
  );
}

function detachedAdvice(name: string): string {
  return `Note: switching to '${name}'.

You are in 'detached HEAD' state. You can look around, make experimental
changes and commit them, and you can discard any commits you make in this
state without impacting any branches by switching back to a branch.

If you want to create a new branch to retain commits you create, you may
do so (now or later) by using -c with the switch command. Example:

  git switch -c <new-branch-name>

Or undo this operation with:

  git switch -

Turn off this advice by setting config variable advice.detachedHead to false

`;
}
