import { compareFiles, type FileChange, isAmong, letterOf, quotedPath } from '../diff/changes.ts';
import { type Options, readOptions } from '../options.ts';
import type { Command, Run } from '../run.ts';
import type { Index, Stages } from '../store/index-file.ts';
import { isRefName, shortName } from '../store/refs.ts';
import type { Repository } from '../store/repository.ts';
import { fatal } from '../store/said.ts';
import { listWork, workFiles } from '../tree/work-tree.ts';
import { operationLines } from './operations.ts';

interface State {
  readonly staged: readonly FileChange[];
  readonly unstaged: readonly FileChange[];
  readonly unmerged: Index['unmerged'];
  /** Folders without a known file are said as one. */
  readonly untracked: readonly string[];
}

/** Of which paths one asks, and how far into folders that nobody has added. */
interface Asked {
  readonly wanted?: readonly string[];
  readonly shown?: string;
}

async function readState(repository: Repository, { shown = 'normal', wanted = [] }: Asked): Promise<State> {
  const index = await repository.index();
  const head = await repository.headFiles();
  const known = [...index.entries.keys(), ...index.unmerged.keys()];
  const tracked = new Set(known);
  for (const files of [index.entries, index.unmerged, head])
    for (const path of files.keys()) if (!isAmong(path, wanted)) files.delete(path);
  for (const path of index.unmerged.keys()) head.delete(path);
  const work = await workFiles(repository, index);
  const isKnown = (path: string) => tracked.has(path);
  const untracked = new Set<string>();
  for (const path of shown === 'no' ? [] : await listWork(repository, isKnown)) {
    if (isKnown(path) || !isAmong(path, wanted)) continue;
    const parts = path.split('/');
    const folders = parts.slice(0, -1).map((_, at) => `${parts.slice(0, at + 1).join('/')}/`);
    const isWhole = (folder: string) =>
      isAmong(folder.slice(0, -1), wanted) && !known.some((each) => each.startsWith(folder));
    untracked.add((shown === 'all' ? undefined : folders.find(isWhole)) ?? path);
  }
  return {
    staged: compareFiles(head, index.entries),
    unstaged: compareFiles(index.entries, work),
    unmerged: index.unmerged,
    untracked: [...untracked].sort(),
  };
}

export const status: Command = async (run, args) => {
  const options = readOptions('status', args, 's|short porcelain? b|branch long u|untracked-files?');
  const isShort = options.has('short') || options.has('porcelain');
  const setting = await (await run.repository()).setting('status.showUntrackedFiles');
  const shown = options.has('untracked-files')
    ? options.get('untracked-files') || 'all'
    : (setting ?? 'normal');
  if (!/^(?:all|no|normal)$/.test(shown)) throw fatal(`Invalid untracked files mode '${shown}'`);
  const asked = { shown, wanted: await run.paths([...options.words, ...options.paths]) };
  if (isShort) run.print(await shortText(run, asked, options));
  else run.print(await statusText(run, asked));
  return 0;
};

async function shortText(run: Run, asked: Asked, options: Options): Promise<string> {
  const repository = await run.repository();
  const [hasBranch, isFixed] = [options.has('branch'), options.has('porcelain')];
  const { staged, unmerged, unstaged, untracked } = await readState(repository, asked);
  const named = async (path: string) => quotedPath(isFixed ? path : await run.relative(path));
  const letters = new Map<string, readonly [string, string, (string | undefined)?]>();
  for (const change of staged) letters.set(change.path, [letterOf(change), ' ', change.from]);
  for (const change of unstaged) {
    const [first = ' ', , from] = letters.get(change.path) ?? [];
    letters.set(change.path, [first, letterOf(change), from]);
  }
  for (const [path, stages] of unmerged) {
    const [one = 'U', two = 'U'] = CONFLICTS.get(stagesKey(stages))?.letters ?? [];
    letters.set(path, [one, two]);
  }
  const lines: string[] = [];
  const rows = [...letters].sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [path, [one, two, from]] of rows)
    lines.push(`${one}${two} ${from === undefined ? '' : `${await named(from)} -> `}${await named(path)}\n`);
  for (const path of untracked) lines.push(`?? ${await named(path)}\n`);
  if (!hasBranch) return lines.join('');
  const head = await repository.refs.head();
  const isEmpty = (await repository.refs.read('HEAD')) === undefined;
  const branch = head === undefined ? 'HEAD (no branch)' : shortName(head);
  return `## ${isEmpty ? 'No commits yet on ' : ''}${branch}\n${lines.join('')}`;
}

const CONFLICTS: ReadonlyMap<string, { words: string; letters: string }> = new Map([
  ['100', { words: 'both deleted', letters: 'DD' }],
  ['010', { words: 'added by us', letters: 'AU' }],
  ['001', { words: 'added by them', letters: 'UA' }],
  ['110', { words: 'deleted by them', letters: 'UD' }],
  ['101', { words: 'deleted by us', letters: 'DU' }],
  ['011', { words: 'both added', letters: 'AA' }],
  ['111', { words: 'both modified', letters: 'UU' }],
]);

function stagesKey(stages: Stages): string {
  return stages.map((entry) => (entry ? '1' : '0')).join('');
}

const WORDS: Readonly<Record<string, string>> = {
  A: 'new file:   ',
  M: 'modified:   ',
  D: 'deleted:    ',
  R: 'renamed:    ',
};

/** What `git status` says, and a commit that would be empty. */
export async function statusText(
  run: Run,
  { isCommit = false, ...asked }: Asked & { readonly isCommit?: boolean } = {},
): Promise<string> {
  const repository = await run.repository();
  const state = await readState(repository, asked);
  const isListed = asked.shown !== 'no';
  const isEmpty = (await repository.refs.read('HEAD')) === undefined;
  const parts = [await placeLine(repository)];
  const operation = await operationLines(repository, state.unmerged.size > 0);
  const isMerging = (await repository.state('MERGE_HEAD')) !== undefined;
  if (operation !== '') parts.push(operation);
  if (isEmpty) parts.push(isCommit ? '\nInitial commit\n\n' : '\nNo commits yet\n\n');
  parts.push(await sections(run, state, { isEmpty, isResolving: isMerging || operation !== '' }));
  if (!isListed && state.staged.length > 0)
    parts.push('Untracked files not listed (use -u option to show untracked files)\n');
  parts.push(lastLine(state, isEmpty, isListed));
  return parts.join('');
}

async function sections(
  run: Run,
  { staged, unmerged, unstaged, untracked }: State,
  { isEmpty, isResolving }: { isEmpty: boolean; isResolving: boolean },
): Promise<string> {
  const lineOf = async (change: FileChange) => {
    const from = change.from === undefined ? '' : `${quotedPath(await run.relative(change.from))} -> `;
    return `\t${WORDS[letterOf(change)]}${from}${quotedPath(await run.relative(change.path))}\n`;
  };
  const lines = async (changes: readonly FileChange[]) => (await Promise.all(changes.map(lineOf))).join('');
  let text = '';
  const unstage = isEmpty
    ? '  (use "git rm --cached <file>..." to unstage)\n'
    : '  (use "git restore --staged <file>..." to unstage)\n';
  const isMerge = isResolving && (await (await run.repository()).state('MERGE_HEAD')) !== undefined;
  if (staged.length > 0)
    text += `Changes to be committed:\n${isMerge ? '' : unstage}${await lines(staged)}\n`;
  if (unmerged.size > 0) {
    const rows = [...unmerged].sort(([a], [b]) => (a < b ? -1 : 1));
    const hasDeleted = rows.some(([, [base, ours, theirs]]) => base && !(ours && theirs));
    const isBothDeleted = rows.every(([, [, ours, theirs]]) => !ours && !theirs);
    const how = isBothDeleted ? 'rm' : hasDeleted ? 'add/rm' : 'add';
    const said = await Promise.all(
      rows.map(async ([path, stages]) => {
        const words = CONFLICTS.get(stagesKey(stages))?.words ?? '';
        return `\t${`${words}:`.padEnd(17)}${quotedPath(await run.relative(path))}\n`;
      }),
    );
    text += `Unmerged paths:\n${isMerge ? '' : unstage}  (use "git ${how} <file>..."${how === 'add/rm' ? ' as appropriate' : ''} to mark resolution)\n${said.join('')}\n`;
  }
  if (unstaged.length > 0) {
    const how = unstaged.some(({ after }) => !after) ? 'add/rm' : 'add';
    text +=
      `Changes not staged for commit:\n  (use "git ${how} <file>..." to update what will be committed)\n` +
      `  (use "git restore <file>..." to discard changes in working directory)\n${await lines(unstaged)}\n`;
  }
  if (untracked.length > 0) {
    const names = await Promise.all(
      untracked.map(async (path) => `\t${quotedPath(await run.relative(path))}\n`),
    );
    text += `Untracked files:\n  (use "git add <file>..." to include in what will be committed)\n${names.join('')}\n`;
  }
  return text;
}

function lastLine(
  { staged, unmerged, unstaged, untracked }: State,
  isEmpty: boolean,
  isListed: boolean,
): string {
  if (staged.length > 0) return '';
  if (unstaged.length > 0 || unmerged.size > 0)
    return 'no changes added to commit (use "git add" and/or "git commit -a")\n';
  if (untracked.length > 0)
    return 'nothing added to commit but untracked files present (use "git add" to track)\n';
  if (isEmpty) return 'nothing to commit (create/copy files and use "git add" to track)\n';
  if (!isListed) return 'nothing to commit (use -u to show untracked files)\n';
  return 'nothing to commit, working tree clean\n';
}

async function placeLine(repository: Repository): Promise<string> {
  const head = await repository.refs.head();
  const onto = await repository.state('rebase-merge/onto');
  if (onto !== undefined) return `interactive rebase in progress; onto ${onto.slice(0, 7)}\n`;
  if (head !== undefined) return `On branch ${shortName(head)}\n`;
  const { how, name } = await detachedAt(repository);
  return `HEAD detached ${how} ${name}\n`;
}

/** Where HEAD was put when it left its branch, and whether it is there still. */
export async function detachedAt(repository: Repository): Promise<{ how: string; name: string }> {
  const log = await repository.refs.log('HEAD');
  const now = await repository.refs.read('HEAD');
  const move = log.find(({ message }) => message.startsWith('checkout: moving from '));
  const [, to = ''] = / to (\S+)$/.exec(move?.message ?? '') ?? [];
  const isTag = isRefName(to) && (await repository.refs.read(`refs/tags/${to}`)) !== undefined;
  const name = isTag ? to : (move?.after ?? now ?? '').slice(0, 7);
  return { how: move?.after === now ? 'at' : 'from', name };
}
