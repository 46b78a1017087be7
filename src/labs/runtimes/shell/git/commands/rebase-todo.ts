import { Ended } from '../store/said.ts';

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

export function todoLine(oid: string, subject: string): string {
  return `pick ${oid.slice(0, 7)} ${subject}`;
}

export function readStep(line: string): Step {
  const [, word = '', rest = ''] = /^\s*(\S+)\s*(.*)$/.exec(line) ?? [];
  const verb = VERBS[word];
  if (verb === undefined || /^-/.test(rest))
    throw new Ended(
      `error: invalid command '${word}${verb === undefined ? '' : ` ${rest.split(' ')[0]}`}'\n` +
        "You can fix this with 'git rebase --edit-todo' and then run 'git rebase --continue'.\n" +
        "Or you can abort the rebase with 'git rebase --abort'.\n",
      1,
    );
  return {
    verb,
    what: verb === 'exec' ? rest : (rest.split(/\s/)[0] ?? ''),
    rest: rest.replace(/^\S+\s*/, ''),
  };
}

/** `fixup!` and `squash!` go below the commit that they name. */
export function sortFixups(lines: readonly string[]): string[] {
  const sorted: string[] = [];
  for (const line of lines) {
    const [, oid = '', kind, target = ''] = /^pick (\S+) (fixup|squash)! (.*)$/.exec(line) ?? [];
    const wanted = target.replace(/^(?:(?:fixup|squash)! )+/, '');
    const at = sorted.findIndex((other) => {
      const [, name = '', subject = ''] = /^pick (\S+) (.*)$/.exec(other) ?? [];
      return subject.startsWith(wanted) || (/^[\da-f]{4,}$/.test(wanted) && wanted.startsWith(name));
    });
    if (kind === undefined || at < 0) {
      sorted.push(line);
      continue;
    }
    let end = at + 1;
    while (/^(?:fixup|squash) /.test(sorted[end] ?? '')) end += 1;
    sorted.splice(end, 0, `${kind} ${oid} ${kind}! ${target}`);
  }
  return sorted;
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
