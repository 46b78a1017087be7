import { readTag } from '../history/revisions.ts';
import { readOptions } from '../options.ts';
import type { Command, Run } from '../run.ts';
import type { Kind } from '../store/objects.ts';
import type { Repository } from '../store/repository.ts';

const decoder = new TextDecoder();

/** Every object that can be read, and what it leads to. */
interface Known {
  readonly kinds: Map<string, Kind>;
  readonly children: Map<string, readonly string[]>;
}

export const fsck: Command = async (run, args) => {
  const options = readOptions(
    'fsck',
    args,
    'unreachable no-reflogs lost-found full no-dangling no-progress name-objects',
  );
  const repository = await run.repository();
  const { children, exit, kinds } = await readAll(run);
  const starts = await startsOf(repository, !options.has('no-reflogs'));
  const { missing, seen } = await follow(repository, starts, children);
  for (const oid of missing) run.print(`missing ${oid}\n`);
  const unreachable = [...kinds].filter(([oid]) => !seen.has(oid));
  const used = new Set(unreachable.flatMap(([oid]) => children.get(oid) ?? []));
  for (const [oid, kind] of unreachable) {
    const isDangling = !used.has(oid) && !options.has('no-dangling');
    if (options.has('unreachable')) run.print(`unreachable ${kind} ${oid}\n`);
    else if (isDangling) run.print(`dangling ${kind} ${oid}\n`);
    if (isDangling && options.has('lost-found')) await keep(run, oid, kind);
  }
  return missing.length > 0 ? 2 : exit;
};

async function readAll(run: Run): Promise<Known & { exit: number }> {
  const { objects } = await run.repository();
  const known: Known = { kinds: new Map(), children: new Map() };
  let exit = 0;
  for (const oid of await objects.list()) {
    try {
      const { body, kind } = await objects.read(oid);
      known.kinds.set(oid, kind);
      if (kind === 'tree')
        known.children.set(
          oid,
          (await objects.tree(oid)).map((entry) => entry.oid),
        );
      else if (kind === 'tag') known.children.set(oid, [readTag(decoder.decode(body)).object]);
      else if (kind === 'commit') {
        const { parents, tree } = await objects.commit(oid);
        known.children.set(oid, [tree, ...parents]);
      }
    } catch {
      run.warn(`error: ${oid}: object corrupt or missing\n`);
      exit = 1;
    }
  }
  return { ...known, exit };
}

/** What refs, index, and reflogs hold. */
async function startsOf(repository: Repository, hasReflogs: boolean): Promise<string[]> {
  const { objects, refs } = repository;
  const all = await refs.list();
  const head = await refs.read('HEAD');
  const index = await repository.index();
  const stages = [...index.unmerged.values()].flat().flatMap((entry) => (entry ? [entry.oid] : []));
  const starts = [...all.values(), ...(head === undefined ? [] : [head]), ...stages];
  for (const { oid } of index.entries.values()) starts.push(oid);
  if (!hasReflogs) return starts;
  for (const ref of ['HEAD', ...all.keys()])
    for (const { after, before } of await refs.log(ref))
      for (const oid of [after, before]) if (await objects.has(oid)) starts.push(oid);
  return starts;
}

async function follow(
  { objects }: Repository,
  starts: readonly string[],
  children: Known['children'],
): Promise<{ seen: Set<string>; missing: string[] }> {
  const seen = new Set<string>();
  const missing: string[] = [];
  const open = [...starts];
  for (let oid = open.pop(); oid !== undefined; oid = open.pop()) {
    if (seen.has(oid)) continue;
    seen.add(oid);
    if (!(await objects.has(oid))) missing.push(oid);
    open.push(...(children.get(oid) ?? []));
  }
  return { seen, missing };
}

async function keep(run: Run, oid: string, kind: Kind): Promise<void> {
  const { folder, objects } = await run.repository();
  const target = `${folder}/lost-found/${kind === 'commit' ? 'commit' : 'other'}`;
  await run.fs.mkdir(target, { recursive: true });
  const { body } = await objects.read(oid);
  await run.fs.writeFile(`${target}/${oid}`, kind === 'blob' ? body : `${oid}\n`);
}
