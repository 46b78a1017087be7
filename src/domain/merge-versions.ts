/** Where two people changed the same thing: the names of fields and the ids of sections on the way to it. */
export type FieldPath = readonly string[];
export type Choice = 'mine' | 'theirs';
/** Which value counts where both changed; `keyOf` makes the keys. */
export type Choices = Readonly<Record<string, Choice>>;
export interface Merged<Value> {
  readonly merged: Value;
  readonly conflicts: readonly FieldPath[];
}
/** Whether what is at this place is one field, however it is made up. */
export type IsField = (path: FieldPath) => boolean;
type Item = Readonly<Record<string, unknown>>;
interface Scope {
  readonly conflicts: FieldPath[];
  readonly choices: Choices;
  readonly isField: IsField;
}
const GONE = Symbol('not in this version');

/**
 * Unites what two people made of the same version: fields that one of them changed are taken from there, lists whose items
 * have ids item by item, and what `isField` names as a whole. Where both changed the same thing differently it is a
 * conflict, settled by `choices` and otherwise as in `mine`.
 */
export function mergeVersions<Value>(
  base: Value,
  mine: Value,
  theirs: Value,
  choices: Choices = {},
  isField: IsField = () => false,
): Merged<Value> {
  const scope: Scope = { choices, conflicts: [], isField };
  // The result is put together from parts of the three, which have one shape.
  const merged = mergeAt(base, mine, theirs, [], scope) as Value;
  return { merged, conflicts: scope.conflicts };
}

export function keyOf(path: FieldPath): string {
  return path.join(' ');
}

function mergeAt(base: unknown, mine: unknown, theirs: unknown, path: FieldPath, scope: Scope): unknown {
  if (isSame(mine, theirs) || isSame(base, theirs)) return mine;
  if (isSame(base, mine)) return theirs;
  const all = [base, mine, theirs];
  if (scope.isField(path)) return choose(mine, theirs, path, scope);
  if (all.every(isItemList)) return mergeLists(base as Item[], mine as Item[], theirs as Item[], path, scope);
  if (all.every(isRecord)) return mergeRecords(base as Item, mine as Item, theirs as Item, path, scope);
  return choose(mine, theirs, path, scope);
}

function mergeRecords(base: Item, mine: Item, theirs: Item, path: FieldPath, scope: Scope): Item {
  const names = [...new Set([...Object.keys(mine), ...Object.keys(theirs)])];
  return Object.fromEntries(
    names
      .map((name) => [name, mergeAt(base[name], mine[name], theirs[name], [...path, name], scope)] as const)
      .filter(([, value]) => value !== undefined),
  );
}

function mergeLists(base: Item[], mine: Item[], theirs: Item[], path: FieldPath, scope: Scope): Item[] {
  const kept = new Map<string, Item>();
  for (const id of new Set([...mine, ...theirs].map(idOf))) {
    const [own, other] = [find(mine, id), find(theirs, id)];
    const before = find(base, id);
    const item = mergeAt(before === GONE ? own : before, own, other, [...path, id], scope);
    // Both added an item of the same id: what they share is no conflict.
    const both = before === GONE && own !== GONE && other !== GONE && !isSame(own, other);
    const chosen = both ? choose(own, other, [...path, id], scope) : addedBy(before, own, other, item);
    if (chosen !== GONE) kept.set(id, chosen as Item);
  }
  return inOrder(kept, orderOf(base, mine, theirs, path, scope));
}

function addedBy(before: unknown, own: unknown, other: unknown, item: unknown): unknown {
  if (before !== GONE) return item;
  return own === GONE ? other : own;
}

/** Whose order counts, with what only the other has put behind what it follows there. */
function orderOf(base: Item[], mine: Item[], theirs: Item[], path: FieldPath, scope: Scope): string[] {
  const [own, other] = [mine.map(idOf), theirs.map(idOf)];
  const shared = new Set(own.filter((id) => other.includes(id) && base.some((item) => idOf(item) === id)));
  const only = (ids: string[]) => ids.filter((id) => shared.has(id));
  const winner = mergeAt(only(base.map(idOf)), only(own), only(other), [...path, 'order'], scope);
  const isTheirs = isSame(winner, only(other)) && !isSame(winner, only(own));
  const [order, rest] = isTheirs ? [[...other], own] : [[...own], other];
  for (const [at, id] of rest.entries()) {
    if (order.includes(id)) continue;
    const before = rest.slice(0, at).findLast((each) => order.includes(each));
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, id);
  }
  return order;
}

function inOrder(items: ReadonlyMap<string, Item>, order: readonly string[]): Item[] {
  return order.map((id) => items.get(id)).filter((item) => item !== undefined);
}

function choose(mine: unknown, theirs: unknown, path: FieldPath, { choices, conflicts }: Scope): unknown {
  conflicts.push(path);
  return choices[keyOf(path)] === 'theirs' ? theirs : mine;
}

function find(items: readonly Item[], id: string): Item | typeof GONE {
  return items.find((item) => idOf(item) === id) ?? GONE;
}

/** A section in a form has a key that lasts, also before it has an id. */
function idOf(item: Item): string {
  return String(item.rowKey ?? item.id);
}

function isRecord(value: unknown): value is Item {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isItemList(value: unknown): value is Item[] {
  return Array.isArray(value) && value.every((each) => isRecord(each) && ('id' in each || 'rowKey' in each));
}

export function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((each, at) => isSame(each, other[at]));
  if (!isRecord(one) || !isRecord(other)) return false;
  const names = Object.keys({ ...one, ...other });
  return names.every((name) => isSame(one[name], other[name]));
}
