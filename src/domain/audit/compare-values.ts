/** One value that differs: where it stands ("content.0.title") and what it was and is; undefined where it is empty. */
export interface ValueChange {
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** What differs between two states, one line for each value; lists of plain values count as one value. */
export function compareValues(before: unknown, after: unknown): ValueChange[] {
  const [old, current] = [flatten(before), flatten(after)];
  const paths = [...new Set([...old.keys(), ...current.keys()])];
  return paths
    .map((path) => ({ path, before: old.get(path), after: current.get(path) }))
    .filter((change) => change.before !== change.after);
}

function flatten(value: unknown): Map<string, string> {
  const leaves = new Map<string, string>();
  const waiting: [string, unknown][] = [['', value]];
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const [path, current] = next;
    if (isBranch(current)) {
      const children = Object.entries(current).map(([key, child]): [string, unknown] => [
        path ? `${path}.${key}` : key,
        child,
      ]);
      waiting.unshift(...children);
    } else if (!isEmpty(current)) leaves.set(path, words(current));
  }
  return leaves;
}

function isBranch(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  if (!Array.isArray(value)) return Object.keys(value).length > 0;
  return value.some((item) => typeof item === 'object' && item !== null);
}

function isEmpty(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0;
  return value === undefined || value === null || value === '';
}

function words(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value.join(', ');
  return JSON.stringify(value) ?? '';
}
