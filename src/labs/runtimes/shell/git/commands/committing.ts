import { compareFiles, isAmong } from '../diff/changes.ts';
import { countsOf, readContents, summaryOf, sumOf } from '../diff/patch.ts';
import { dateText } from '../history/pretty.ts';
import { resolveCommit } from '../history/revisions.ts';
import { type Options, readOptions } from '../options.ts';
import type { Command, Run } from '../run.ts';
import type { Commit, Entry, Person } from '../store/formats.ts';
import { EMPTY_TREE, type Snapshot } from '../store/objects.ts';
import { shortName } from '../store/refs.ts';
import type { Repository } from '../store/repository.ts';
import { Ended, fatal } from '../store/said.ts';
import { stage } from './staging.ts';
import { statusText } from './status.ts';

/** As a message is kept: without comments, without spaces at the ends of lines, without empty lines around it. */
export function cleanMessage(text: string, { comments = true } = {}): string {
  const lines = text.split('\n').map((line) => line.trimEnd());
  const kept = comments ? lines.filter((line) => !line.startsWith('#')) : lines;
  const joined = kept
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^\n+|\n+$/g, '');
  return joined === '' ? '' : `${joined}\n`;
}

export function subjectOf(message: string): string {
  return (message.split('\n\n')[0] ?? '').trim().replaceAll('\n', ' ');
}

export const commit: Command = async (run, args) => {
  const options = readOptions(
    'commit',
    args,
    'm|message= a|all amend q|quiet no-edit e|edit allow-empty allow-empty-message F|file= fixup= squash= C|reuse-message= n|no-verify author= date= reset-author',
  );
  const repository = await run.repository();
  const index = await repository.index();
  const named = await run.paths([...options.words, ...options.paths]);
  if (options.has('all') || named.length > 0)
    await stage(repository, index, { onlyTracked: true, wanted: named });
  if (index.unmerged.size > 0) throw unmergedError('Committing', [...index.unmerged.keys()]);
  const head = await repository.refs.read('HEAD');
  if (options.has('amend') && head === undefined) throw fatal('You have nothing to amend.');
  const old = head !== undefined && options.has('amend') ? await repository.objects.commit(head) : undefined;
  const merging = await mergeHeads(repository);
  if (old && merging.length > 0) throw fatal('You are in the middle of a merge -- cannot amend.');
  const parents = old?.parents ?? [...(head === undefined ? [] : [head]), ...merging];
  const files = await commitFiles(repository, index.entries, named);
  const tree = await repository.objects.writeSnapshot(files);
  await repository.writeIndex(index);
  const before = await repository.objects.snapshot(await treeOf(repository, parents[0]));
  const mayBeEmpty =
    options.has('allow-empty') || parents.length > 1 || (old !== undefined && parents.length === 0);
  if (!mayBeEmpty && compareFiles(before, files).length === 0) {
    run.print(await statusText(run, { isCommit: true }));
    if (old) run.print(AMEND_EMPTY);
    return 1;
  }
  const picked = await repository.state('CHERRY_PICK_HEAD');
  const message = await readMessage(run, options, old, picked);
  const author = await authorOf(repository, options, old, picked);
  const made: Commit = { tree, parents, author, committer: await repository.committer(), message };
  const oid = await repository.writeCommit(made);
  const kind = kindOf({
    isAmended: old !== undefined,
    isFirst: head === undefined,
    isMerge: merging.length > 0,
  });
  const verb = kind === '' && picked !== undefined ? ' (cherry-pick)' : kind;
  await repository.moveHead(oid, `commit${verb}: ${subjectOf(message)}`);
  for (const name of ['MERGE_HEAD', 'MERGE_MSG', 'MERGE_MODE', 'CHERRY_PICK_HEAD', 'REVERT_HEAD'])
    await repository.setState(name, undefined);
  const hasDate = old !== undefined || options.has('date');
  if (!options.has('quiet')) await printCommit(run, oid, { hasDate });
  return 0;
};

function kindOf({
  isAmended,
  isFirst,
  isMerge,
}: {
  isAmended: boolean;
  isFirst: boolean;
  isMerge: boolean;
}): string {
  if (isAmended) return ' (amend)';
  if (isFirst) return ' (initial)';
  return isMerge ? ' (merge)' : '';
}

const AMEND_EMPTY = `
You asked to amend the most recent commit, but doing so would make
it empty. You can repeat your command with --allow-empty, or you can
remove the commit entirely with "git reset HEAD^".
`;

/** With names only these are committed, whatever else is in the index. */
async function commitFiles(
  repository: Repository,
  entries: Snapshot,
  named: readonly string[],
): Promise<Map<string, Entry>> {
  if (named.length === 0) return new Map(entries);
  const files = await repository.headFiles();
  for (const path of new Set([...files.keys(), ...entries.keys()])) {
    if (!isAmong(path, named)) continue;
    const entry = entries.get(path);
    if (entry) files.set(path, entry);
    else files.delete(path);
  }
  return new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1)));
}

export async function treeOf(repository: Repository, commit: string | undefined): Promise<string> {
  return commit === undefined ? EMPTY_TREE : (await repository.objects.commit(commit)).tree;
}

async function mergeHeads(repository: Repository): Promise<string[]> {
  return (await repository.state('MERGE_HEAD'))?.split('\n').filter((line) => line !== '') ?? [];
}

async function authorOf(
  repository: Repository,
  options: Options,
  old: Commit | undefined,
  picked: string | undefined,
): Promise<Person> {
  const now = await repository.author();
  const reused = options.get('reuse-message');
  let author = now;
  if (!options.has('reset-author')) {
    if (reused !== undefined)
      author = (await repository.objects.commit(await resolveCommit(repository, reused))).author;
    else if (old) author = old.author;
    else if (picked !== undefined) author = (await repository.objects.commit(picked)).author;
  }
  const [, name, email] = /^(.*?) <(.*)>$/.exec(options.get('author') ?? '') ?? [];
  if (options.has('author') && name === undefined)
    throw fatal(`--author '${options.get('author')}' is not 'Name <email>'`);
  const [, seconds, zone] = /^@?(\d+) ([+-]\d{4})$/.exec(options.get('date') ?? '') ?? [];
  if (options.has('date') && seconds === undefined)
    throw fatal(`invalid date format: ${options.get('date')}`);
  return {
    ...author,
    ...(name !== undefined && email !== undefined && { name, email }),
    ...(seconds !== undefined && zone !== undefined && { seconds: Number(seconds), zone }),
  };
}

async function readMessage(
  run: Run,
  options: Options,
  old: Commit | undefined,
  picked: string | undefined,
): Promise<string> {
  const repository = await run.repository();
  const given = options.all('message');
  for (const kind of ['fixup', 'squash']) {
    const target = options.get(kind);
    if (target === undefined) continue;
    const { message } = await repository.objects.commit(await resolveCommit(repository, target));
    const more = kind === 'squash' && given.length > 0 ? `\n\n${given.join('\n\n')}` : '';
    return cleanMessage(`${kind}! ${subjectOf(message)}${more}`);
  }
  if (given.length > 0) return needMessage(cleanMessage(given.join('\n\n'), { comments: false }), options);
  const file = options.get('file');
  if (file !== undefined) {
    const text = file === '-' ? run.stdin : await readFile(run, file);
    return needMessage(cleanMessage(text, { comments: false }), options);
  }
  const reused = options.get('reuse-message');
  if (reused !== undefined)
    return (await repository.objects.commit(await resolveCommit(repository, reused))).message;
  const prepared = (await repository.state('MERGE_MSG')) ?? old?.message ?? '';
  if (options.has('no-edit') && (old || prepared !== ''))
    return needMessage(cleanMessage(prepared, { comments: false }), options);
  const source = picked === undefined ? '' : '\n# It seems you may be committing a cherry-pick.\n';
  await repository.setState(
    'COMMIT_EDITMSG',
    `${prepared.trimEnd()}\n${source}\n# Please enter the commit message for your changes. Lines starting\n# with '#' will be ignored, and an empty message aborts the commit.\n`,
  );
  await run.edit('COMMIT_EDITMSG', 'message');
  return needMessage(cleanMessage((await repository.state('COMMIT_EDITMSG')) ?? ''), options);
}

async function readFile(run: Run, name: string): Promise<string> {
  const path = run.fs.resolvePath(run.cwd, name);
  if (!(await run.fs.exists(path)))
    throw fatal(`could not read log file '${name}': No such file or directory`);
  return run.fs.readFile(path);
}

function needMessage(message: string, options: Options): string {
  if (message === '' && !options.has('allow-empty-message'))
    throw new Ended('Aborting commit due to empty commit message.\n', 1);
  return message;
}

export function unmergedError(doing: string, paths: readonly string[]): Ended {
  const list = paths.length > 0 ? `U\t${[...paths].sort().join('\nU\t')}\n` : '';
  return new Ended(
    `error: ${doing} is not possible because you have unmerged files.\n` +
      "hint: Fix them up in the work tree, and then use 'git add/rm <file>'\n" +
      'hint: as appropriate to mark resolution and make a commit.\n' +
      `fatal: Exiting because of an unresolved conflict.\n`,
    128,
    list,
  );
}

/** `[main 1a2b3c4] Subject`, and what changed. */
export async function printCommit(run: Run, oid: string, { hasDate = false } = {}): Promise<void> {
  const repository = await run.repository();
  const { author, committer, message, parents, tree } = await repository.objects.commit(oid);
  const head = await repository.refs.head();
  const place = head === undefined ? 'detached HEAD' : shortName(head);
  const root = parents.length === 0 ? ' (root-commit)' : '';
  run.print(`[${place}${root} ${oid.slice(0, 7)}] ${subjectOf(message)}\n`);
  if (author.name !== committer.name || author.email !== committer.email)
    run.print(` Author: ${author.name} <${author.email}>\n`);
  if (hasDate) run.print(` Date: ${dateText(author)}\n`);
  if (parents.length > 1) return;
  const before = await repository.objects.snapshot(await treeOf(repository, parents[0]));
  const changes = compareFiles(before, await repository.objects.snapshot(tree));
  const counts = [];
  for (const change of changes) {
    const contents = await readContents(change, (each, side) =>
      repository.objects.blob(each[side]?.oid ?? ''),
    );
    counts.push(countsOf(change, contents));
  }
  run.print(sumOf(counts) + summaryOf(changes));
}
