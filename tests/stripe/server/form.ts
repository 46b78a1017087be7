export type Form = Record<string, unknown>;
type Tree = { [key: string]: string | Tree };

/** a[b][0]=c becomes { a: { b: ['c'] } }. */
export function decodeForm(parameters: URLSearchParams): Form {
  const root: Tree = Object.create(null);
  for (const [name, value] of parameters) {
    const keys = [...name.matchAll(/^[^[]+|\[([^\]]*)\]/g)].map((match) => match[1] ?? match[0]);
    const last = keys.pop() ?? name;
    let at = root;
    for (const key of keys) {
      const known = at[key];
      const next: Tree = typeof known === 'object' ? known : Object.create(null);
      at[key] = next;
      at = next;
    }
    // a[]=b&a[]=c: each its own place.
    at[last === '' ? String(Object.keys(at).length) : last] = value;
  }
  return withArrays(root) as Form;
}

function withArrays(node: string | Tree): unknown {
  if (typeof node === 'string') return node;
  const entries = Object.entries(node).map(([key, part]) => [key, withArrays(part)] as const);
  const isArray = entries.length > 0 && entries.every(([key], index) => key === String(index));
  return isArray ? entries.map(([, part]) => part) : Object.fromEntries(entries);
}
