import type { Objects } from '../store/objects.ts';

/** All commits that some lead to, themselves included. */
export async function reachable(objects: Objects, starts: Iterable<string>): Promise<Set<string>> {
  const seen = new Set<string>();
  const open = [...starts];
  for (let oid = open.pop(); oid !== undefined; oid = open.pop()) {
    if (seen.has(oid)) continue;
    seen.add(oid);
    open.push(...(await objects.commit(oid)).parents);
  }
  return seen;
}

export interface WalkOptions {
  readonly exclude?: Iterable<string>;
  readonly isTopological?: boolean;
  readonly firstParent?: boolean;
  /** Which of a commit's parents are followed, unless all. */
  readonly parentsOf?: (oid: string) => Promise<readonly string[]>;
}

/** Commits by their time, the latest first; with `isTopological` none before all that came of it. */
export async function walk(
  objects: Objects,
  starts: Iterable<string>,
  { exclude = [], firstParent = false, isTopological = false, parentsOf }: WalkOptions = {},
): Promise<string[]> {
  const hidden = await reachable(objects, exclude);
  const order: string[] = [];
  const seen = new Set<string>(hidden);
  const open: { oid: string; seconds: number }[] = [];
  const add = async (oid: string) => {
    if (seen.has(oid)) return;
    seen.add(oid);
    const { seconds } = (await objects.commit(oid)).committer;
    const at = open.findIndex((other) => other.seconds < seconds);
    open.splice(at < 0 ? open.length : at, 0, { oid, seconds });
  };
  for (const oid of starts) await add(oid);
  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    order.push(next.oid);
    const parents = parentsOf ? await parentsOf(next.oid) : (await objects.commit(next.oid)).parents;
    for (const parent of firstParent ? parents.slice(0, 1) : parents) await add(parent);
  }
  return isTopological ? sortTopologically(objects, order) : order;
}

/** Lines of history in one piece each, as `--topo-order`. */
async function sortTopologically(objects: Objects, order: readonly string[]): Promise<string[]> {
  const children = new Map(order.map((oid) => [oid, 0]));
  for (const oid of order) {
    for (const parent of (await objects.commit(oid)).parents) {
      const count = children.get(parent);
      if (count !== undefined) children.set(parent, count + 1);
    }
  }
  const open = order.filter((oid) => children.get(oid) === 0).reverse();
  const sorted: string[] = [];
  for (let oid = open.pop(); oid !== undefined; oid = open.pop()) {
    sorted.push(oid);
    for (const parent of (await objects.commit(oid)).parents) {
      const left = children.get(parent);
      if (left === undefined) continue;
      children.set(parent, left - 1);
      if (left === 1) open.push(parent);
    }
  }
  return sorted;
}

export async function isAncestor(objects: Objects, older: string, newer: string): Promise<boolean> {
  return (await reachable(objects, [newer])).has(older);
}

/** The common ancestors of two commits that are not ancestors of another one. */
export async function mergeBases(objects: Objects, one: string, other: string): Promise<string[]> {
  const [mine, theirs] = [await reachable(objects, [one]), await reachable(objects, [other])];
  const common = (await walk(objects, [one])).filter((oid) => theirs.has(oid) && mine.has(oid));
  const bases: string[] = [];
  const older = new Set<string>();
  for (const oid of common) {
    if (older.has(oid)) continue;
    bases.push(oid);
    for (const each of await reachable(objects, [oid])) older.add(each);
  }
  return bases;
}
