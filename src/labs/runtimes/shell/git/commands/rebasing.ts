import { compareFiles } from '../diff/changes.ts';
import { resolveCommit, tryResolve } from '../history/revisions.ts';
import { mergeBases, walk } from '../history/walk.ts';
import { type Options, readOptions } from '../options.ts';
import type { Command, Run } from '../run.ts';
import type { Repository } from '../store/repository.ts';
import { Ended, fatal, notHere } from '../store/said.ts';
import { moveWork, replaceTracked, workFiles } from '../tree/work-tree.ts';
import { switchTo } from './branching.ts';
import { continueStep, type RebaseState, runTodo, skipStep } from './rebase-steps.ts';
import {
  addCommands,
  findFaults,
  HELP,
  isMelting,
  LIST_ADVICE,
  linesOf,
  sortFixups,
  todoLine,
  verbOf,
} from './rebase-todo.ts';

const SPEC =
  'i|interactive onto= continue abort skip quit edit-todo autosquash no-autosquash x|exec= q|quiet f|force-rebase|no-ff root r rebase-merges? k|keep-empty';

export const rebase: Command = async (run, args) => {
  const options = readOptions('rebase', args, SPEC);
  if (options.has('root') || options.has('rebase-merges'))
    throw notHere('git rebase --root and --rebase-merges');
  const repository = await run.repository();
  const isRunning = (await repository.state('rebase-merge/onto')) !== undefined;
  const action = ['continue', 'abort', 'skip', 'quit', 'edit-todo'].find((each) => options.has(each));
  if (action !== undefined) {
    if (!isRunning) throw fatal('No rebase in progress?');
    return act(run, action);
  }
  if (isRunning)
    throw fatal(
      `It seems that there is already a rebase-merge directory, and\nI wonder if you are in the middle of another rebase.  If that is the\ncase, please try\n\tgit rebase (--continue | --abort | --skip)\nIf that is not the case, please\n\trm -fr "${run.cwd === repository.root ? '.git' : repository.folder}/rebase-merge"\nand run me again.  I am stopping in case you still have something\nvaluable there.\n`,
    );
  const [upstream, branch] = options.words;
  if (upstream === undefined)
    throw new Ended(
      'There is no tracking information for the current branch.\nPlease specify which branch you want to rebase against.\n',
      1,
    );
  if ((await tryResolve(repository, upstream)) === undefined) throw fatal(`invalid upstream '${upstream}'`);
  await needClean(repository);
  // Before the switch, as HEAD is another commit after it.
  const from = await resolveCommit(repository, upstream);
  const ontoName = options.get('onto') ?? upstream;
  if ((await tryResolve(repository, ontoName)) === undefined)
    throw fatal(`Does not point to a valid commit '${ontoName}'`);
  const onto = await resolveCommit(repository, ontoName);
  if (branch !== undefined) {
    if ((await tryResolve(repository, branch)) === undefined)
      throw fatal(`no such branch/commit '${branch}'`);
    const isBranch = (await repository.refs.read(`refs/heads/${branch}`)) !== undefined;
    await switchTo(run, ['-q', ...(isBranch ? [] : ['--detach']), branch]);
  }
  return start(run, { from, onto, ontoName }, options);
};

async function needClean(repository: Repository): Promise<void> {
  const index = await repository.index();
  if (index.unmerged.size > 0)
    throw new Ended(
      'error: cannot rebase: You have unstaged changes.\nerror: Please commit or stash them.\n',
      1,
    );
  const isStaged = compareFiles(await repository.headFiles(), index.entries).length > 0;
  const isChanged = compareFiles(index.entries, await workFiles(repository, index)).length > 0;
  if (!isStaged && !isChanged) return;
  const lines = isChanged
    ? `error: cannot rebase: You have unstaged changes.\n${isStaged ? 'error: additionally, your index contains uncommitted changes.\n' : ''}`
    : 'error: cannot rebase: Your index contains uncommitted changes.\n';
  throw new Ended(`${lines}error: Please commit or stash them.\n`, 1);
}

async function start(
  run: Run,
  { from, onto, ontoName }: { from: string; onto: string; ontoName: string },
  options: Options,
): Promise<number> {
  const repository = await run.repository();
  const { objects, refs } = repository;
  const head = await repository.headCommit();
  const name = (await refs.head()) ?? 'detached HEAD';
  const range = await walk(objects, [head], { exclude: [from], isTopological: true });
  const oids: string[] = [];
  for (const oid of range.reverse()) if ((await objects.commit(oid)).parents.length < 2) oids.push(oid);
  const isForced = options.has('no-ff');
  const isPlain = !['interactive', 'exec', 'autosquash'].some((each) => options.has(each));
  if (
    isPlain &&
    (await isUpToDate(repository, { from, onto, head, oids, isWhole: oids.length === range.length }))
  ) {
    const said = name === 'detached HEAD' ? 'HEAD' : `Current branch ${name.replace('refs/heads/', '')}`;
    if (!options.has('quiet')) run.print(`${said} is up to date${isForced ? ', rebase forced' : ''}.\n`);
    if (!isForced) return 0;
  }
  let lines: string[] = [];
  for (const oid of oids) lines.push(await todoLine(repository, oid));
  if (
    options.has('autosquash') ||
    (options.has('interactive') && (await repository.setting('rebase.autosquash')) === 'true')
  )
    lines = await sortFixups(repository, lines);
  lines = addCommands(lines, options.all('exec'));
  const todo = `${(lines.length > 0 ? lines : ['noop']).join('\n')}\n`;
  await repository.setState('rebase-merge/git-rebase-todo', todo);
  if (options.has('interactive')) {
    const shorts = [from, head, onto].map((oid) => oid.slice(0, 7));
    const count = `${lines.length} command${lines.length === 1 ? '' : 's'}`;
    const heading = `\n# Rebase ${shorts[0]}..${shorts[1]} onto ${shorts[2]} (${count})\n`;
    await repository.setState('rebase-merge/git-rebase-todo', todo + heading + HELP);
    try {
      await run.edit('rebase-merge/git-rebase-todo', 'todo');
    } catch (error) {
      await repository.setState('rebase-merge', undefined);
      throw error;
    }
  }
  const state: RebaseState = { name, head, onto, ontoName };
  return begin(run, state, isForced);
}

/** Nothing to do: the commits stand on `onto` already, one upon the other. */
async function isUpToDate(
  { objects }: Repository,
  {
    from,
    head,
    isWhole,
    oids,
    onto,
  }: { from: string; onto: string; head: string; oids: readonly string[]; isWhole: boolean },
): Promise<boolean> {
  const [base] = await mergeBases(objects, onto, head);
  if (base !== onto || !isWhole) return false;
  const [upstreamBase] = await mergeBases(objects, from, head);
  if (upstreamBase !== onto) return false;
  let at = onto;
  for (const oid of oids) {
    if ((await objects.commit(oid)).parents[0] !== at) return false;
    at = oid;
  }
  return at === head;
}

async function begin(
  run: Run,
  { head, name, onto, ontoName }: RebaseState,
  isForced: boolean,
): Promise<number> {
  const repository = await run.repository();
  const lines = await linesOf(repository, 'git-rebase-todo');
  if (lines.length === 0) {
    await repository.setState('rebase-merge', undefined);
    throw new Ended('error: nothing to do\n', 1);
  }
  const faults = await findFaults(repository);
  const { at, done, left } =
    faults === '' && !isForced
      ? await skipUnchanged(repository, lines, onto)
      : { at: onto, done: [], left: lines };
  await repository.setState('rebase-merge/git-rebase-todo', left.join('\n'));
  if (faults === '') await repository.setState('rebase-merge/done', done.join('\n'));
  for (const [file, text] of [
    ['head-name', name],
    ['orig-head', head],
    ['onto', onto],
    ['interactive', ''],
  ] as const)
    await repository.setState(`rebase-merge/${file}`, text);
  try {
    await moveWork(repository, await repository.filesOf(head), await repository.filesOf(at), 'checkout');
  } catch (error) {
    await repository.setState('rebase-merge', undefined);
    throw error instanceof Ended
      ? new Ended(`${error.said}error: could not detach HEAD\n`, error.exit)
      : error;
  }
  await repository.setState('ORIG_HEAD', head);
  await repository.attachHead(at, at, `rebase (start): checkout ${ontoName}`);
  if (faults !== '') throw new Ended(faults + LIST_ADVICE, 1);
  return runTodo(run, isForced);
}

/** Commits that already stand where they would be put are left as they are. */
async function skipUnchanged(
  repository: Repository,
  lines: readonly string[],
  onto: string,
): Promise<{ at: string; done: string[]; left: string[] }> {
  let at = onto;
  const done: string[] = [];
  for (const line of lines) {
    const [, name] = /^(?:pick|p)\s+(\S+)/.exec(line) ?? [];
    const oid =
      name === undefined
        ? undefined
        : await tryResolve(repository, `${name}^{commit}`).catch(() => undefined);
    if (oid === undefined || (await repository.objects.commit(oid)).parents[0] !== at) break;
    at = oid;
    done.push(line);
  }
  // A commit that the next line changes is made again.
  const next = lines[done.length] ?? '';
  if (isMelting(verbOf(next)) && done.length > 0) {
    done.pop();
    const last = lines[done.length - 1];
    const name = last === undefined ? undefined : /^\S+\s+(\S+)/.exec(last)?.[1];
    at = name === undefined ? onto : await resolveCommit(repository, name);
  }
  return { at, done, left: lines.slice(done.length) };
}

async function act(run: Run, action: string): Promise<number> {
  const repository = await run.repository();
  const name = (await repository.state('rebase-merge/head-name')) ?? '';
  const head = (await repository.state('rebase-merge/orig-head')) ?? '';
  switch (action) {
    case 'continue':
      return continueStep(run);
    case 'edit-todo': {
      run.warn(await findFaults(repository));
      await run.edit('rebase-merge/git-rebase-todo', 'todo');
      const faults = await findFaults(repository);
      if (faults !== '') throw new Ended(faults + LIST_ADVICE, 1);
      return 0;
    }
    case 'skip':
      await replaceTracked(repository, await repository.headFiles(), {
        said: 'fatal: could not discard worktree changes\n',
        exit: 128,
      });
      return skipStep(run);
    case 'abort':
      await replaceTracked(repository, await repository.filesOf(head), {
        said: `fatal: could not move back to ${head}\n`,
        exit: 128,
      });
      await repository.attachHead(
        name.startsWith('refs/') ? name : head,
        head,
        `rebase (abort): returning to ${name.startsWith('refs/') ? name : head}`,
      );
      break;
    default:
      break;
  }
  await repository.setState('rebase-merge', undefined);
  await repository.setState('REBASE_HEAD', undefined);
  await repository.setState('MERGE_MSG', undefined);
  return 0;
}
