import { tryResolve } from '../history/revisions.ts';
import type { Repository } from '../store/repository.ts';
import { subjectOf } from './committing.ts';

export type Verb = 'break' | 'drop' | 'edit' | 'exec' | 'fixup' | 'noop' | 'pick' | 'reword' | 'squash';
const VERBS: Readonly<Record<string, Verb>> = {
  p: 'pick',
  pick: 'pick',
  r: 'reword',
  reword: 'reword',
  e: 'edit',
  edit: 'edit',
  s: 'squash',
  squash: 'squash',
  f: 'fixup',
  fixup: 'fixup',
  x: 'exec',
  exec: 'exec',
  b: 'break',
  break: 'break',
  d: 'drop',
  drop: 'drop',
  noop: 'noop',
};

/** A line of the list of an interactive rebase. */
export interface Step {
  readonly verb: Verb;
  /** The name of a commit, or the command of `exec`. */
  readonly what: string;
  /** What follows the name. */
  readonly rest: string;
}

export async function todoLine({ objects }: Repository, oid: string): Promise<string> {
  const { message, parents, tree } = await objects.commit(oid);
  const [parent] = parents;
  const isEmpty = parent !== undefined && (await objects.commit(parent)).tree === tree;
  return `pick ${oid.slice(0, 7)} ${subjectOf(message)}${isEmpty ? ' # empty' : ''}`;
}

/** What can be done of a list's line, or what is wrong with it. */
export function readStep(line: string): Step | { readonly fault: string } {
  const [, word = '', rest = ''] = /^\s*(\S+)\s*(.*)$/.exec(line) ?? [];
  const verb = VERBS[word];
  if (verb === undefined) return { fault: '' };
  if (verb === 'break' || verb === 'noop')
    return rest === ''
      ? { verb, what: '', rest: '' }
      : { fault: `error: ${verb} does not accept arguments: '${rest}'\n` };
  if (rest === '') return { fault: `error: missing arguments for ${verb}\n` };
  if (rest.startsWith('-'))
    return { fault: `git: the option ${rest.split(' ')[0]} of ${verb} is not available here\n` };
  return {
    verb,
    what: verb === 'exec' ? rest : (rest.split(/\s/)[0] ?? ''),
    rest: rest.replace(/^\S+\s*/, ''),
  };
}

export function isMelting(verb: Verb | undefined): boolean {
  return verb === 'fixup' || verb === 'squash';
}

/** The verb of a line, if it has one. */
export function verbOf(line: string | undefined): Verb | undefined {
  return VERBS[/^\s*(\S+)/.exec(line ?? '')?.[1] ?? ''];
}

/** The lines of a list, without comments. */
export async function linesOf(repository: Repository, name: string): Promise<string[]> {
  const text = (await repository.state(`rebase-merge/${name}`)) ?? '';
  return text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'));
}

/** What is wrong with the list of what is left, as Git says it before the first step; nothing is ''. */
export async function findFaults(repository: Repository): Promise<string> {
  let hasPrevious = (await linesOf(repository, 'done')).length > 0;
  let said = '';
  for (const [at, line] of (await linesOf(repository, 'git-rebase-todo')).entries()) {
    const step = readStep(line);
    const fault = 'fault' in step ? step.fault : await findCommitFault(repository, step);
    if (fault !== undefined) said += `${fault}error: invalid line ${at + 1}: ${line}\n`;
    const verb = verbOf(line);
    if (!hasPrevious && isMelting(verb)) said += `error: cannot '${verb}' without a previous commit\n`;
    else if (verb !== undefined && verb !== 'drop' && verb !== 'noop') hasPrevious = true;
  }
  return said;
}

async function findCommitFault(repository: Repository, { verb, what }: Step): Promise<string | undefined> {
  if (verb === 'exec' || verb === 'break' || verb === 'noop') return undefined;
  const oid = await tryResolve(repository, `${what}^{commit}`).catch(() => undefined);
  return oid === undefined ? `error: could not parse '${what}'\n` : undefined;
}

export const LIST_ADVICE =
  "You can fix this with 'git rebase --edit-todo' and then run 'git rebase --continue'.\n" +
  "Or you can abort the rebase with 'git rebase --abort'.\n";

/**
 * `fixup!` and `squash!` go below the commit that they name: by its whole subject, its name, or how its subject begins. Of
 * several, the first one is meant.
 */
export async function sortFixups(repository: Repository, lines: readonly string[]): Promise<string[]> {
  const items = lines.map((line) => {
    const [, oid = '', subject = ''] = /^pick (\S+) (.*?)(?: # empty)?$/.exec(line) ?? [];
    const [, kind, wanted = ''] = /^(fixup|squash)! (?:\s*(?:fixup|squash)! )*\s*(.*)$/.exec(subject) ?? [];
    return { line, oid, subject, kind, wanted };
  });
  const bySubject = new Map<string, number>();
  const followers = items.map((): number[] => []);
  const moved = new Set<number>();
  for (const [at, { kind, subject, wanted }] of items.entries()) {
    const target = kind === undefined ? undefined : await findTarget(at, wanted);
    if (target === undefined) {
      if (!bySubject.has(subject)) bySubject.set(subject, at);
      continue;
    }
    followers[target]?.push(at);
    moved.add(at);
  }
  return items.flatMap((_, at) => (moved.has(at) ? [] : groupOf(at)));

  async function findTarget(at: number, wanted: string): Promise<number | undefined> {
    const exact = bySubject.get(wanted);
    if (exact !== undefined) return exact;
    const before = items.slice(0, at);
    const oid = wanted.includes(' ')
      ? undefined
      : await tryResolve(repository, `${wanted}^{commit}`).catch(() => undefined);
    const named = before.findIndex((each) => oid?.startsWith(each.oid));
    const found = named < 0 ? before.findIndex((each) => each.subject.startsWith(wanted)) : named;
    return found < 0 ? undefined : found;
  }

  function groupOf(at: number): string[] {
    const { kind = 'pick', line = '' } = items[at] ?? {};
    return [moved.has(at) ? line.replace('pick', kind) : line, ...(followers[at] ?? []).flatMap(groupOf)];
  }
}

/** Commands that run after each commit, with all that is melted into it. */
export function addCommands(lines: readonly string[], commands: readonly string[]): string[] {
  return lines.flatMap((line, at) =>
    isMelting(verbOf(lines[at + 1])) ? [line] : [line, ...commands.map((command) => `exec ${command}`)],
  );
}

export const HELP = `#
# Commands:
# p, pick <commit> = use commit
# r, reword <commit> = use commit, but edit the commit message
# e, edit <commit> = use commit, but stop for amending
# s, squash <commit> = use commit, but meld into previous commit
# f, fixup <commit> = like "squash" but keep only the previous
#                    commit's log message
# x, exec <command> = run command (the rest of the line) using shell
# b, break = stop here (continue rebase later with 'git rebase --continue')
# d, drop <commit> = remove commit
#
# These lines can be re-ordered; they are executed from top to bottom.
#
# If you remove a line here THAT COMMIT WILL BE LOST.
#
# However, if you remove everything, the rebase will be aborted.
#
`;
