type Route = readonly [method: string, path: string];
/** Method and path of every procedure, in the shape of the contract; an area may leave some out, whose routes are read when they are called. */
export type RouteTree = { readonly [name: string]: RouteTree | Route };

type Input = Record<string, unknown>;

/** The request that a call of a procedure becomes: path fields into the path, the rest into query or body. */
export function apiRequest(route: readonly [string, string], input?: Input, base = '/api') {
  const [method, template] = route;
  const rest = new Map(Object.entries(input ?? {}).filter(([, value]) => value !== undefined));
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest.get(name);
    rest.delete(name);
    return encodeURIComponent(String(value));
  });
  const headers = new Headers({ accept: 'application/json' });
  if (method === 'GET') {
    const query = queryText(rest);
    return { method, url: `${base}${path}${query && `?${query}`}`, headers, body: null };
  }
  const files = [...rest.values()].some((value) => value instanceof Blob);
  if (files) return { method, url: `${base}${path}`, headers, body: formBody(rest) };
  // An input whose fields are all left out is an empty object, not nothing.
  const isWhole = rest.size > 0 || (input && path === template);
  if (!isWhole) return { method, url: `${base}${path}`, headers, body: null };
  headers.set('content-type', 'application/json');
  return { method, url: `${base}${path}`, headers, body: JSON.stringify(Object.fromEntries(rest)) };
}

function queryText(fields: Map<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [name, value] of fields) {
    if (Array.isArray(value)) for (const item of value) query.append(`${name}[]`, String(item));
    else query.append(name, String(value));
  }
  return query.toString();
}

function formBody(fields: Map<string, unknown>): FormData {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value instanceof Blob ? value : String(value));
  return form;
}
