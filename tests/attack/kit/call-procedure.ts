import type { Stated } from '#server/http/check-contract';
import type { CallerName, School } from './school.ts';

export interface Sent {
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends input to a procedure as its route wants it: in the path, then in the query of a read or the body of a change. */
export function callProcedure(
  school: School,
  who: CallerName,
  { method, path }: Pick<Stated, 'method' | 'path'>,
  input: Readonly<Record<string, unknown>>,
  { headers = {}, query = {} }: Sent = {},
): Promise<Response> {
  const rest: Record<string, unknown> = { ...input };
  const address = path.replace(/\{(\w+)\}/g, (_, field: string) => {
    const value = String(rest[field]);
    delete rest[field];
    return encodeURIComponent(value);
  });
  const inQuery = method === 'GET' ? { ...rest, ...query } : query;
  const search = new URLSearchParams(Object.entries(inQuery).map(([name, value]) => [name, String(value)]));
  const target = `/api${address}${search.size > 0 ? `?${search}` : ''}`;
  return school.ask(who, method, target, method === 'GET' ? { headers } : { headers, body: rest });
}
