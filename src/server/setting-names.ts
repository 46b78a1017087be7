const OUR_PREFIXES = /^(LECTERN_|SMTP_|S3_|STRIPE_|ADMIN_|OIDC_)/;
/** Names that others use and that happen to look like ours. */
const FOREIGN = new Set(['HOSTNAME', 'HOSTTYPE', 'PORTS', 'HOME', 'PORT0', 'PORT1', 'POST']);

/** One sentence for each variable that is meant for us but is not a setting: misspelt, or with one of our prefixes. */
export function unknownSettings(names: readonly string[], settings: readonly string[]): string[] {
  return names.flatMap((name) => {
    if (settings.includes(name) || FOREIGN.has(name)) return [];
    const nearest = settings.find((setting) => isMisspelt(name, setting));
    if (nearest) return [`${name} isn't a Lectern setting; did you mean ${nearest}?`];
    return OUR_PREFIXES.test(name)
      ? [`${name} isn't a Lectern setting; see README.md for the full list`]
      : [];
  });
}

/**
 * Long names may differ by two letters, shorter ones by one, and the shortest by two that changed places; otherwise
 * foreign variables would be taken for ours.
 */
function isMisspelt(name: string, setting: string): boolean {
  if (setting.length < 6) return isSwapped(name, setting);
  const tolerance = setting.length < 9 ? 1 : 2;
  return Math.abs(name.length - setting.length) <= tolerance && distance(name, setting) <= tolerance;
}

/** Whether two letters of a word have changed places, next to each other or not. */
function isSwapped(a: string, b: string): boolean {
  const [first, second, third] = [...a].flatMap((letter, index) => (letter === b[index] ? [] : [index]));
  if (a.length !== b.length || first === undefined || second === undefined || third !== undefined)
    return false;
  return a[first] === b[second] && a[second] === b[first];
}

/** How many letters must be added, left out, changed or swapped with their neighbour to make one word of the other. */
function distance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, index) => index)];
  const at = (i: number, j: number) => rows[i]?.[j] ?? Number.POSITIVE_INFINITY;
  for (let i = 1; i <= a.length; i += 1) {
    rows.push([i]);
    for (let j = 1; j <= b.length; j += 1) {
      const change = at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwap = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swap = isSwap ? at(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY;
      rows[i]?.push(Math.min(change, swap, at(i - 1, j) + 1, at(i, j - 1) + 1));
    }
  }
  return at(a.length, b.length);
}
