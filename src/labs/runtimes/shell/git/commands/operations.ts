import { shortName } from '../store/refs.ts';
import type { Repository } from '../store/repository.ts';

/** What `git status` says of a merge, a rebase and the like that has stopped, with an empty line after it. */
export async function operationLines(repository: Repository, hasConflicts: boolean): Promise<string> {
  const parts: string[] = [];
  const onto = await repository.state('rebase-merge/onto');
  if (onto !== undefined) parts.push(await rebaseLines(repository, onto, hasConflicts));
  else if ((await repository.state('MERGE_HEAD')) !== undefined)
    parts.push(
      hasConflicts
        ? 'You have unmerged paths.\n  (fix conflicts and run "git commit")\n  (use "git merge --abort" to abort the merge)\n'
        : 'All conflicts fixed but you are still merging.\n  (use "git commit" to conclude merge)\n',
    );
  else parts.push(await pickLines(repository, hasConflicts));
  const start = await repository.state('BISECT_START');
  if (start !== undefined) {
    const from = /^[\da-f]{40}$/.test(start) ? '' : `, started from branch '${start}'`;
    parts.push(
      `You are currently bisecting${from}.\n  (use "git bisect reset" to get back to the original branch)\n`,
    );
  }
  return parts
    .filter((part) => part !== '')
    .map((part) => `${part}\n`)
    .join('');
}

async function pickLines(repository: Repository, hasConflicts: boolean): Promise<string> {
  for (const [file, verb, doing] of [
    ['CHERRY_PICK_HEAD', 'cherry-pick', 'cherry-picking'],
    ['REVERT_HEAD', 'revert', 'reverting'],
  ] as const) {
    const oid = await repository.state(file);
    if (oid === undefined) continue;
    const next = hasConflicts
      ? `  (fix conflicts and run "git ${verb} --continue")\n`
      : `  (all conflicts fixed: run "git ${verb} --continue")\n`;
    return (
      `You are currently ${doing} commit ${oid.slice(0, 7)}.\n${next}` +
      `  (use "git ${verb} --skip" to skip this patch)\n` +
      `  (use "git ${verb} --abort" to cancel the ${verb} operation)\n`
    );
  }
  if ((await repository.state('sequencer/head')) !== undefined)
    return (
      'Cherry-pick currently in progress.\n  (run "git cherry-pick --continue" to continue)\n' +
      '  (use "git cherry-pick --skip" to skip this patch)\n' +
      '  (use "git cherry-pick --abort" to cancel the cherry-pick operation)\n'
    );
  return '';
}

async function rebaseLines(repository: Repository, onto: string, hasConflicts: boolean): Promise<string> {
  const read = async (name: string) =>
    ((await repository.state(`rebase-merge/${name}`)) ?? '')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'));
  const [done, todo] = [await read('done'), await read('git-rebase-todo')];
  const shown = (lines: readonly string[]) => lines.map((line) => `   ${shortened(line)}\n`).join('');
  const count = (lines: readonly string[], words: string) =>
    `${lines.length} ${words}command${lines.length === 1 ? '' : 's'}`;
  let text = '';
  if (done.length === 0) text += 'No commands done.\n';
  else {
    text += `Last command${done.length === 1 ? '' : 's'} done (${count(done, '')} done):\n${shown(done.slice(-2))}`;
    if (done.length > 2) text += '  (see more in file .git/rebase-merge/done)\n';
  }
  if (todo.length === 0) text += 'No commands remaining.\n';
  else
    text += `Next command${todo.length === 1 ? '' : 's'} to do (${count(todo, 'remaining ')}):\n${shown(todo.slice(0, 2))}  (use "git rebase --edit-todo" to view and edit)\n`;
  const name = (await repository.state('rebase-merge/head-name')) ?? '';
  const of = name.startsWith('refs/') ? ` branch '${shortName(name)}' on '${onto.slice(0, 7)}'` : '';
  if (hasConflicts)
    return (
      `${text}You are currently rebasing${of}.\n  (fix conflicts and then run "git rebase --continue")\n` +
      '  (use "git rebase --skip" to skip this patch)\n  (use "git rebase --abort" to check out the original branch)\n'
    );
  if ((await repository.state('rebase-merge/amend')) !== undefined)
    return (
      `${text}You are currently editing a commit while rebasing${of}.\n` +
      '  (use "git commit --amend" to amend the current commit)\n' +
      '  (use "git rebase --continue" once you are satisfied with your changes)\n'
    );
  return `${text}You are currently rebasing${of}.\n  (all conflicts fixed: run "git rebase --continue")\n`;
}

/** With the short name of its commit. */
function shortened(line: string): string {
  return line.replace(/\b([\da-f]{7})[\da-f]{33}\b/g, '$1');
}
