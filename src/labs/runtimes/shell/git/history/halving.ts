import type { Objects } from '../store/objects.ts';

/** Where a search by halves goes next. */
export interface Half {
  readonly oid: string | undefined;
  /** How many commits it settles if it is good. */
  readonly reaches: number;
  /** Those that would be better, but can't be tested. */
  readonly tried: readonly string[];
}

/**
 * The commit that divides some best, as `git bisect` picks it: `latestFirst` are those between good and bad, the bad one
 * among them.
 */
export async function bestHalf(
  objects: Objects,
  latestFirst: readonly string[],
  { bad, skipped }: { bad: string; skipped: ReadonlySet<string> },
): Promise<Half> {
  const total = latestFirst.length;
  const list = [...latestFirst].reverse();
  const weights = await weigh(objects, list, skipped.size === 0);
  const distance = (oid: string) => {
    const weight = weights.get(oid) ?? 0;
    return Math.min(weight, total - weight);
  };
  const known = list.filter((oid) => weights.has(oid));
  if (skipped.size === 0) {
    let best = known[0];
    for (const oid of known) if (best === undefined || distance(oid) > distance(best)) best = oid;
    return { oid: best, reaches: weights.get(best ?? '') ?? 0, tried: [] };
  }
  const sorted = known.sort((a, b) => distance(b) - distance(a) || (a < b ? -1 : 1));
  const reaches = weights.get(sorted[0] ?? '') ?? 0;
  const tried = sorted.filter((oid) => skipped.has(oid));
  const left = sorted.filter((oid) => !skipped.has(oid));
  if (!skipped.has(sorted[0] ?? '')) return { oid: sorted[0], reaches, tried: [] };
  return { oid: awayFrom(left, bad), reaches, tried };
}

/** How many of the commits each one leads to, itself included; stops at one in the middle, unless all are wanted. */
async function weigh(
  objects: Objects,
  oldestFirst: readonly string[],
  isEarly: boolean,
): Promise<Map<string, number>> {
  const inside = new Set(oldestFirst);
  const total = inside.size;
  const weights = new Map<string, number>();
  const parents = new Map<string, string[]>();
  for (const oid of oldestFirst) {
    const own = (await objects.commit(oid)).parents.filter((parent) => inside.has(parent));
    parents.set(oid, own);
    if (own.length === 0) weights.set(oid, 1);
  }
  const isHalf = (weight: number) => {
    const off = Math.abs(2 * weight - total);
    return off <= 1 || off < Math.floor(total / 1024);
  };
  const only = (oid: string) => new Map([[oid, weights.get(oid) ?? 0]]);
  for (const oid of oldestFirst) {
    if ((parents.get(oid)?.length ?? 0) < 2) continue;
    weights.set(oid, countFrom(oid, parents));
    if (isEarly && isHalf(weights.get(oid) ?? 0)) return only(oid);
  }
  while (weights.size < total) {
    for (const oid of oldestFirst) {
      if (weights.has(oid)) continue;
      const below = weights.get(parents.get(oid)?.[0] ?? '');
      if (below === undefined) continue;
      weights.set(oid, below + 1);
      if (isEarly && isHalf(below + 1)) return only(oid);
    }
  }
  return weights;
}

function countFrom(oid: string, parents: ReadonlyMap<string, readonly string[]>): number {
  const seen = new Set<string>();
  const open = [oid];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    open.push(...(parents.get(next) ?? []));
  }
  return seen.size;
}

const MODULO = 32_768;

/** Not the one beside what can't be tested, as its neighbors often can't either: Git's own chance, which is none. */
function awayFrom(left: readonly string[], bad: string): string | undefined {
  const count = left.length;
  const random = Math.floor((Math.imul(count, 1_103_515_245) + 12_345) >>> 16) % MODULO;
  const at = Math.trunc((Math.trunc((count * random) / MODULO) * rootOf(random)) / rootOf(MODULO));
  const found = left[at];
  if (found === undefined) return left[0];
  if (found !== bad) return found;
  return at > 0 ? left[at - 1] : left[0];
}

function rootOf(value: number): number {
  if (value === 0) return 0;
  let root = value;
  for (;;) {
    const next = (root + value / root) / 2;
    const off = Math.abs(next - root);
    root = next;
    if (off < 0.5) return Math.trunc(root);
  }
}

/** `roughly 7 steps` */
export function stepsLeft(total: number): number {
  if (total < 3) return 0;
  const power = Math.floor(Math.log2(total));
  const whole = 2 ** power;
  return whole < 3 * (total - whole) ? power : power - 1;
}
