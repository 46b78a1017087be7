/**
 * Puts a removed item back behind the nearest one that stood before it and is still there; without any it comes first. An
 * item that is there already stays where it is.
 */
export function putBack<Item>(
  now: readonly Item[],
  before: readonly Item[],
  item: Item,
  keyOf: (item: Item) => string,
): Item[] {
  const places = new Map(now.map((one, at) => [keyOf(one), at]));
  if (places.has(keyOf(item))) return [...now];
  const old = before.findIndex((one) => keyOf(one) === keyOf(item));
  const neighbour = before.slice(0, old).findLast((one) => places.has(keyOf(one)));
  const at = neighbour === undefined ? 0 : (places.get(keyOf(neighbour)) ?? 0) + 1;
  return now.toSpliced(at, 0, item);
}
