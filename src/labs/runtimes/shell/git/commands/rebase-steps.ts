import { compareFiles } from '../diff/changes.ts';
import { resolveCommit } from '../history/revisions.ts';
import type { Run } from '../run.ts';
import type { Commit } from '../store/formats.ts';
import type { Repository } from '../store/repository.ts';
import { Ended, fatal } from '../store/said.ts';
import { moveWork, workFiles } from '../tree/work-tree.ts';
import { cleanMessage, printCommit, subjectOf, treeOf } from './committing.ts';
import { applyCommit } from './picking.ts';
import { findFaults, isMelting, linesOf, readStep, type Step, type Verb, verbOf } from './rebase-todo.ts';

export interface RebaseState {
  /** The branch, or `detached HEAD`. */
  readonly name: string;
  readonly head: string;
  readonly onto: string;
  readonly ontoName: string;
}

const FOLDER = 'rebase-merge';

/** Does what is left of the list, until it ends or stops; forced, it makes commits again that stand there already. */
export async function runTodo(run: Run, isForced = false): Promise<number> {
  const repository = await run.repository();
  for (;;) {
    const [line, ...left] = await linesOf(repository, 'git-rebase-todo');
    if (line === undefined) return finish(run);
    const step = readStep(line);
    if ('fault' in step) throw new Ended(step.fault, 1);
    await repository.setState(`${FOLDER}/git-rebase-todo`, left.join('\n'));
    await repository.setState(`${FOLDER}/done`, [...(await linesOf(repository, 'done')), line].join('\n'));
    const exit = await runStep(run, step, { next: left[0], isForced });
    if (exit !== undefined) return exit;
    // A command may have changed the list.
    if (step.verb === 'exec') await needGoodList(run);
  }
}

/** Ends before a step is taken from a list that can't be done as a whole. */
async function needGoodList(run: Run): Promise<void> {
  const faults = await findFaults(await run.repository());
  if (faults !== '') throw new Ended(`${faults}error: please fix this using 'git rebase --edit-todo'.\n`, 1);
}

interface Around {
  readonly next: string | undefined;
  readonly isForced: boolean;
}

/** Undefined: go on. */
async function runStep(run: Run, step: Step, around: Around): Promise<number | undefined> {
  const repository = await run.repository();
  switch (step.verb) {
    case 'noop':
    case 'drop':
      return undefined;
    case 'break': {
      const head = await repository.headCommit();
      const { message } = await repository.objects.commit(head);
      run.warn(`Stopped at ${head.slice(0, 7)} ${subjectOf(message)}\n`);
      return 0;
    }
    case 'exec':
      return runCommand(run, step.what);
    default:
      return pickStep(run, step, around);
  }
}

async function runCommand(run: Run, command: string): Promise<number | undefined> {
  run.warn(`Executing: ${command}\n`);
  const exit = await run.exec(command);
  if (exit === 0) return undefined;
  run.warn(
    `warning: execution failed: ${command}\nYou can fix the problem, and then run\n\n  git rebase --continue\n\n\n`,
  );
  return 1;
}

async function pickStep(run: Run, step: Step, { isForced, next }: Around): Promise<number | undefined> {
  const repository = await run.repository();
  const oid = await resolveCommit(repository, step.what);
  const picked = await repository.objects.commit(oid);
  const head = await repository.headCommit();
  if (!isForced && !isMelting(step.verb) && picked.parents[0] === head && step.verb !== 'reword') {
    // It stands there already.
    const [before, after] = [await repository.headFiles(), await repository.filesOf(oid)];
    await keepStep(run, step, oid, () => moveWork(repository, before, after, 'merge'));
    await repository.moveHead(oid, `rebase (${step.verb}): Fast-forward`);
    return step.verb === 'edit' ? stopToEdit(run, oid) : undefined;
  }
  await noteMessage(repository, step.verb, picked);
  const label = `${oid.slice(0, 7)} (${subjectOf(picked.message)})`;
  const ending = { said: '', exit: 1 };
  const outcome = await keepStep(run, step, oid, () =>
    applyCommit(run, { oid, parent: picked.parents[0], label, verb: 'cherry-pick', ending }),
  );
  run.print(outcome.said);
  await repository.setState(`${FOLDER}/pending`, step.verb);
  await repository.setState(`${FOLDER}/stopped-at`, head);
  await repository.setState('REBASE_HEAD', oid);
  if (!outcome.isClean) {
    await repository.setState('MERGE_MSG', await messageOf(repository, step.verb, picked));
    const said = `${oid.slice(0, 7)}...`;
    run.warn(`error: could not apply ${said} ${subjectOf(picked.message)}\n${ADVICE}`);
    run.warn(`Could not apply ${said} ${step.rest}\n`);
    return 1;
  }
  const tree = await repository.indexTree(await repository.index());
  if (
    !isMelting(step.verb) &&
    tree === (await treeOf(repository, head)) &&
    !(await isEmptyCommit(repository, picked))
  ) {
    run.warn(`dropping ${oid} ${subjectOf(picked.message)} -- patch contents already upstream\n`);
    await repository.setState(`${FOLDER}/pending`, undefined);
    return undefined;
  }
  await commitStep(run, step.verb, next, { picked, reason: step.verb });
  return step.verb === 'edit' ? stopToEdit(run, oid) : undefined;
}

/** What can't be done, because changes would be lost, is the next step again. */
async function keepStep<T>(run: Run, step: Step, oid: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof Ended)) throw error;
    const repository = await run.repository();
    await unnoteMessage(repository);
    const done = await linesOf(repository, 'done');
    const line = done.pop() ?? '';
    const left = await linesOf(repository, 'git-rebase-todo');
    await repository.setState(`${FOLDER}/done`, done.join('\n'));
    await repository.setState(`${FOLDER}/git-rebase-todo`, [line, ...left].join('\n'));
    const said = `${error.said}hint: Could not execute the todo command\nhint: \nhint:     ${step.verb} ${oid} ${step.rest}\nhint: \n`;
    throw new Ended(`${said}${RESCHEDULED}Could not apply ${oid.slice(0, 7)}... ${step.rest}\n`, 1);
  }
}

const RESCHEDULED = `hint: It has been rescheduled; To edit the command before continuing, please
hint: edit the todo list first:
hint: 
hint:     git rebase --edit-todo
hint:     git rebase --continue
`;
const ADVICE = `hint: Resolve all conflicts manually, mark them as resolved with
hint: "git add/rm <conflicted_files>", then run "git rebase --continue".
hint: You can instead skip this commit: run "git rebase --skip".
hint: To abort and get back to the state before "git rebase", run "git rebase --abort".
`;

async function isEmptyCommit(repository: Repository, { parents, tree }: Commit): Promise<boolean> {
  return tree === (await treeOf(repository, parents[0]));
}

async function stopToEdit(run: Run, oid: string): Promise<number> {
  const repository = await run.repository();
  await repository.setState(`${FOLDER}/amend`, await repository.headCommit());
  const { message } = await repository.objects.commit(oid);
  run.warn(
    `Stopped at ${oid.slice(0, 7)}...  ${subjectOf(message)}\nYou can amend the commit now, with\n\n` +
      '  git commit --amend \n\nOnce you are satisfied with your changes, run\n\n  git rebase --continue\n',
  );
  return 0;
}

const MELTING = ['melted', 'message-squash', 'message-fixup', 'has-squash'] as const;

/** Messages that are collected stand as before the step that could not be done, or is skipped. */
async function unnoteMessage(repository: Repository): Promise<void> {
  const text = await repository.state(`${FOLDER}/melting-before`);
  if (text === undefined) return;
  const before = JSON.parse(text) as Readonly<Record<string, string>>;
  for (const name of MELTING) await repository.setState(`${FOLDER}/${name}`, before[name]);
  await repository.setState(`${FOLDER}/melting-before`, undefined);
}

/** `--skip`: what was collected without the skipped step is the message of HEAD, if no more is melted into it. */
export async function skipStep(run: Run): Promise<number> {
  const repository = await run.repository();
  await needGoodList(run);
  const [next] = await linesOf(repository, 'git-rebase-todo');
  await unnoteMessage(repository);
  const isChainEnd = !isMelting(verbOf(next));
  if (isChainEnd && (await repository.state(`${FOLDER}/has-squash`)) !== undefined) {
    const picked = await repository.objects.commit(await repository.headCommit());
    await commitStep(run, 'squash', next, { picked, reason: 'continue', isContinued: true });
  }
  await forgetStep(repository, isChainEnd);
  return runTodo(run);
}

/** Collects the messages of commits that are melted into one. */
async function noteMessage(repository: Repository, verb: Verb, picked: Commit): Promise<void> {
  if (!isMelting(verb)) return;
  const states: Record<string, string | undefined> = {};
  for (const name of MELTING) states[name] = await repository.state(`${FOLDER}/${name}`);
  await repository.setState(`${FOLDER}/melting-before`, JSON.stringify(states));
  const before = states['message-squash'];
  const head = await repository.objects.commit(await repository.headCommit());
  const count = Number((await repository.state(`${FOLDER}/melted`)) ?? 1) + 1;
  await repository.setState(`${FOLDER}/melted`, String(count));
  if (verb === 'squash') await repository.setState(`${FOLDER}/has-squash`, 'yes');
  if (before === undefined) await repository.setState(`${FOLDER}/message-fixup`, head.message);
  const first = before ?? `# This is the 1st commit message:\n\n${head.message}`;
  const own =
    verb === 'squash'
      ? `# This is the commit message #${count}:\n\n${withoutMark(picked.message)}`
      : `# The commit message #${count} will be skipped:\n\n${picked.message.trimEnd().replace(/^/gm, '# ')}\n`;
  await repository.setState(`${FOLDER}/message-squash`, `${first.trimEnd()}\n\n${own}`);
}

/** The subject of a commit that was made to be melted is no part of the message. */
function withoutMark(message: string): string {
  if (!/^(?:squash|fixup)!/.test(message)) return message;
  return message.replace(/^(?:.+\n?)+/, (subject) => subject.replace(/^(?=.)/gm, '# '));
}

async function messageOf(repository: Repository, verb: Verb, picked: Commit): Promise<string> {
  if (!isMelting(verb)) return picked.message;
  if ((await repository.state(`${FOLDER}/has-squash`)) === undefined)
    return `${await repository.state(`${FOLDER}/message-fixup`)}\n`;
  const count = (await repository.state(`${FOLDER}/melted`)) ?? '2';
  return `# This is a combination of ${count} commits.\n${await repository.state(`${FOLDER}/message-squash`)}\n`;
}

/** Makes the commit of a step; what is melted takes the place of the commit before. */
async function commitStep(
  run: Run,
  verb: Verb,
  next: string | undefined,
  { isContinued = false, picked, reason }: { picked: Commit; reason: string; isContinued?: boolean },
): Promise<void> {
  const repository = await run.repository();
  const head = await repository.headCommit();
  const old = await repository.objects.commit(head);
  const isMelted = isMelting(verb);
  const isChainEnd = isMelted && !isMelting(verbOf(next));
  const hasSquash = (await repository.state(`${FOLDER}/has-squash`)) !== undefined;
  const isEdited = verb === 'reword' || (isChainEnd && hasSquash);
  let message = await messageOf(repository, verb, picked);
  if (verb === 'reword' && !isContinued) await makeStep(run, { ...picked, parents: [head] }, message, reason);
  if (isEdited || (isContinued && (await hasEditor(run)))) {
    await repository.setState('COMMIT_EDITMSG', message);
    await run.edit('COMMIT_EDITMSG', 'message');
    message = (await repository.state('COMMIT_EDITMSG')) ?? '';
  }
  // Until the last of some that are melted, their messages are kept with the comments that divide them.
  const kept = isMelted && !isChainEnd && hasSquash ? message : cleanMessage(message);
  if (kept === '') throw new Ended('Aborting commit due to empty commit message.\n', 1);
  const oid = await repository.writeCommit({
    tree: await repository.indexTree(await repository.index()),
    parents: isMelted ? old.parents : [head],
    author: isMelted ? old.author : picked.author,
    committer: await repository.committer(),
    message: kept,
  });
  await repository.moveHead(oid, `rebase (${reason}): ${kept.split('\n')[0]}`);
  if (isEdited || isContinued) await printCommit(run, oid, { hasDate: isMelted || verb === 'reword' });
  await forgetStep(repository, isChainEnd);
}

/** Nothing waits any more; at the end of what is melted, no messages are collected either. */
async function forgetStep(repository: Repository, isChainEnd: boolean): Promise<void> {
  for (const name of ['pending', 'stopped-at', 'amend', 'melting-before', ...(isChainEnd ? MELTING : [])])
    await repository.setState(`${FOLDER}/${name}`, undefined);
  for (const name of ['REBASE_HEAD', 'MERGE_MSG']) await repository.setState(name, undefined);
}

/** A commit that is reworded is made as it was first. */
async function makeStep(run: Run, commit: Commit, message: string, reason: string): Promise<void> {
  const repository = await run.repository();
  const tree = await repository.indexTree(await repository.index());
  const committer = await repository.committer();
  const oid = await repository.writeCommit({ ...commit, tree, committer, message });
  await repository.moveHead(oid, `rebase (${reason}): ${message.split('\n')[0]}`);
}

async function hasEditor(run: Run): Promise<boolean> {
  const { env } = run.around;
  const setting = await (await run.repository()).setting('core.editor');
  return setting !== undefined || ['GIT_EDITOR', 'VISUAL', 'EDITOR'].some((name) => env.has(name));
}

/** `--continue`: commits what was resolved, or what was changed where the list had stopped. */
export async function continueStep(run: Run): Promise<number> {
  const repository = await run.repository();
  const index = await repository.index();
  if (index.unmerged.size > 0) {
    const lines = [...index.unmerged.keys()].sort().map((path) => `${path}: needs merge\n`);
    run.print(lines.join(''));
    run.print('You must edit all merge conflicts and then\nmark them as resolved using git add\n');
    return 1;
  }
  if (compareFiles(index.entries, await workFiles(repository, index)).length > 0)
    throw new Ended(
      'error: cannot rebase: You have unstaged changes.\nerror: Please commit or stash them.\n',
      1,
    );
  await needGoodList(run);
  const pending = (await repository.state(`${FOLDER}/pending`)) as Verb | undefined;
  const stopped = await repository.state('REBASE_HEAD');
  const head = await repository.headCommit();
  const tree = await repository.indexTree(index);
  const isChanged = tree !== (await treeOf(repository, head));
  const amend = await repository.state(`${FOLDER}/amend`);
  if (amend !== undefined) {
    if (isChanged) await amendHead(run, amend, tree);
    await repository.setState(`${FOLDER}/amend`, undefined);
    await repository.setState('REBASE_HEAD', undefined);
    return runTodo(run);
  }
  const [next] = await linesOf(repository, 'git-rebase-todo');
  // What was resolved with `git commit` is a commit of its own.
  const isCommitted = pending !== undefined && head !== (await repository.state(`${FOLDER}/stopped-at`));
  if (isCommitted && !isChanged) {
    await forgetStep(repository, isMelting(pending) && !isMelting(verbOf(next)));
    return runTodo(run);
  }
  if (pending !== undefined && stopped !== undefined && (isChanged || isMelting(pending))) {
    const picked = await repository.objects.commit(stopped);
    await commitStep(run, pending, next, { picked, reason: 'continue', isContinued: true });
  } else if (isChanged)
    throw fatal('there are staged changes that belong to no step: commit them, or unstage them');
  return runTodo(run);
}

async function amendHead(run: Run, stopped: string, tree: string): Promise<void> {
  const repository = await run.repository();
  const head = await repository.headCommit();
  if (head !== stopped)
    throw new Ended(
      "error: \nYou have uncommitted changes in your working tree. Please, commit them\nfirst and then run 'git rebase --continue' again.\n",
      1,
    );
  const old = await repository.objects.commit(head);
  const oid = await repository.writeCommit({ ...old, tree, committer: await repository.committer() });
  await repository.moveHead(oid, `rebase (continue): ${subjectOf(old.message)}`);
  await printCommit(run, oid, { hasDate: true });
}

async function finish(run: Run): Promise<number> {
  const repository = await run.repository();
  const name = (await repository.state(`${FOLDER}/head-name`)) ?? '';
  const onto = (await repository.state(`${FOLDER}/onto`)) ?? '';
  const head = await repository.headCommit();
  const by = await repository.committer();
  if (name.startsWith('refs/')) {
    await repository.refs.write(name, head, { by, message: `rebase (finish): ${name} onto ${onto}` });
    await repository.attachHead(name, head, `rebase (finish): returning to ${name}`);
  }
  await repository.setState(FOLDER, undefined);
  await repository.setState('REBASE_HEAD', undefined);
  run.warn(`Successfully rebased and updated ${name.startsWith('refs/') ? name : 'detached HEAD'}.\n`);
  return 0;
}
