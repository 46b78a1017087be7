import { isAmong } from '../diff/changes.ts';
import { readOptions } from '../options.ts';
import type { Command, Run } from '../run.ts';
import type { Index } from '../store/index-file.ts';
import type { Repository } from '../store/repository.ts';
import { Ended, fatal, notHere } from '../store/said.ts';
import { readIgnore } from '../tree/ignore.ts';
import { isSame, listWork, putContent, readWork, removeWork, workEntry } from '../tree/work-tree.ts';

/** Takes files as they lie there into the index: new ones unless `onlyTracked`. */
export async function stage(
  repository: Repository,
  index: Index,
  { onlyTracked = false, wanted }: { onlyTracked?: boolean; wanted: readonly string[] },
): Promise<Set<string>> {
  const tracked = (path: string) => index.entries.has(path) || index.unmerged.has(path);
  const known = [...index.entries.keys(), ...index.unmerged.keys()];
  const lying = onlyTracked ? [] : await listWork(repository, tracked);
  const found = new Set<string>();
  for (const path of new Set([...known, ...lying])) {
    if (!isAmong(path, wanted)) continue;
    found.add(path);
    const content = await readWork(repository, path);
    const entry = content && (await workEntry(repository, path));
    index.unmerged.delete(path);
    if (content && entry) {
      if (!isSame(index.entries.get(path), entry)) await repository.objects.write('blob', content);
      makeRoom(index, path);
      index.entries.set(path, entry);
    } else index.entries.delete(path);
  }
  return found;
}

/** A file can't be in the index with a folder of its name. */
function makeRoom({ entries }: Index, path: string): void {
  if (entries.has(path)) return;
  for (const other of [...entries.keys()])
    if (other.startsWith(`${path}/`) || path.startsWith(`${other}/`)) entries.delete(other);
}

export const add: Command = async (run, args) => {
  const options = readOptions('add', args, 'A|all u|update f|force v|verbose n|dry-run N|intent-to-add');
  for (const name of ['dry-run', 'intent-to-add', 'force'])
    if (options.has(name)) throw notHere(`git add --${name}`);
  const repository = await run.repository();
  const named = [...options.words, ...options.paths];
  if (named.length === 0 && !options.has('all') && !options.has('update')) {
    run.warn("Nothing specified, nothing added.\nhint: Maybe you wanted to say 'git add .'?\n");
    run.warn('hint: Turn this message off by running\nhint: "git config advice.addEmptyPathspec false"\n');
    return 0;
  }
  const index = await repository.index();
  const before = new Map(index.entries);
  const wanted = await run.paths(named);
  const onlyTracked = options.has('update');
  const ignored = await findIgnored(repository, index, onlyTracked ? [] : wanted);
  const found = await stage(repository, index, { onlyTracked, wanted });
  for (const [at, path] of wanted.entries())
    if (
      path !== '' &&
      !ignored.has(path) &&
      ![...found].some((each) => isAmong(each, [path])) &&
      !(await isEmptyFolder(run, path))
    )
      throw fatal(`pathspec '${named[at]}' did not match any files`);
  await repository.writeIndex(index);
  if (options.has('verbose')) {
    for (const path of found) {
      if (!index.entries.has(path)) run.print(`remove '${path}'\n`);
      else if (!isSame(before.get(path), index.entries.get(path))) run.print(`add '${path}'\n`);
    }
  }
  if (ignored.size === 0) return 0;
  run.warn(
    `The following paths are ignored by one of your .gitignore files:\n${[...new Set(ignored.values())].sort().join('\n')}\n` +
      'hint: Use -f if you really want to add them.\nhint: Turn this message off by running\n' +
      'hint: "git config advice.addIgnoredFile false"\n',
  );
  return 1;
};

async function isEmptyFolder(run: Run, path: string): Promise<boolean> {
  const { root } = await run.repository();
  const found = await run.fs.lstat(`${root}/${path}`).catch(() => undefined);
  return found?.isDirectory ?? false;
}

/** Of the paths that are named, which `.gitignore` leaves out: itself, or a folder that it is in. */
async function findIgnored(
  repository: Repository,
  { entries }: Index,
  wanted: readonly string[],
): Promise<Map<string, string>> {
  const { fs, root } = repository;
  const ignores = readIgnore(repository);
  const found = new Map<string, string>();
  for (const path of wanted) {
    const lies = await fs.lstat(`${root}/${path}`).catch(() => undefined);
    if (path === '' || !lies) continue;
    const parts = path.split('/');
    for (let length = 1; length <= parts.length; length += 1) {
      const part = parts.slice(0, length).join('/');
      if (entries.has(part) || !(await ignores(part, length < parts.length || lies.isDirectory))) continue;
      found.set(path, part);
      break;
    }
  }
  return found;
}

export const rm: Command = async (run, args) => {
  const options = readOptions('rm', args, 'cached f|force q|quiet r');
  const repository = await run.repository();
  const index = await repository.index();
  const head = await repository.headFiles();
  for (const named of [...options.words, ...options.paths]) {
    const path = await run.path(named);
    const known = [...index.entries.keys(), ...index.unmerged.keys()];
    const found = known.filter((each) => isAmong(each, [path]));
    if (found.length === 0) throw fatal(`pathspec '${named}' did not match any files`);
    if (!found.includes(path) && !options.has('r'))
      throw fatal(`not removing '${named}' recursively without -r`);
    for (const each of found) {
      const [work, staged] = [await workEntry(repository, each), index.entries.get(each)];
      const isStaged = !isSame(staged, head.get(each));
      const isChanged = work !== undefined && !isSame(work, staged);
      if ((isStaged || isChanged) && !options.has('force') && !options.has('cached'))
        throw new Ended(
          `error: the following file has ${isStaged ? 'changes staged in the index' : 'local modifications'}:\n` +
            `    ${each}\n(use --cached to keep the file, or -f to force removal)\n`,
          1,
        );
      index.entries.delete(each);
      index.unmerged.delete(each);
      if (!options.has('cached')) await removeWork(repository, each);
      if (!options.has('quiet')) run.print(`rm '${each}'\n`);
    }
  }
  await repository.writeIndex(index);
  return 0;
};

export const mv: Command = async (run, args) => {
  const options = readOptions('mv', args, 'f|force');
  const words = [...options.words, ...options.paths];
  const repository = await run.repository();
  const [source = '', target = ''] = words;
  if (words.length !== 2) throw notHere('git mv with more than one source');
  const from = await run.path(source);
  let to = await run.path(target);
  const index = await repository.index();
  const lies = (path: string) => run.fs.lstat(`${repository.root}/${path}`).catch(() => undefined);
  if (to === '' || (await lies(to))?.isDirectory)
    to = `${to === '' ? '' : `${to}/`}${from.split('/').at(-1)}`;
  else if (target.endsWith('/'))
    throw fatal(`destination directory does not exist, source=${from}, destination=${to}/`);
  const bad = (why: string) => fatal(`${why}, source=${from}, destination=${to}`);
  const moved = [...index.entries].filter(([path]) => isAmong(path, [from]));
  if (moved.length === 0) throw bad('not under version control');
  if (isAmong(to, [from])) throw bad('can not move directory into itself');
  const there = await lies(to);
  if (there && !index.entries.has(from)) throw bad('cannot move directory over file');
  if ((there || index.entries.has(to)) && !options.has('force')) throw bad('destination exists');
  if (there?.isDirectory) throw bad('Cannot overwrite');
  if (to.includes('/') && !(await lies(to.slice(0, to.lastIndexOf('/'))))?.isDirectory)
    throw fatal(`renaming '${from}' failed: No such file or directory`);
  for (const [path, entry] of moved) {
    const content = await readWork(repository, path);
    const next = to + path.slice(from.length);
    if (content) await putContent(repository, next, content, entry.mode);
    await removeWork(repository, path);
    index.entries.delete(path);
    index.entries.set(next, entry);
  }
  await repository.writeIndex(index);
  return 0;
};
