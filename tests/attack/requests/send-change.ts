import { VISITOR, type Viewer } from '#domain/access/viewer';
import { findViewer } from '#server/areas/accounts/sessions/find-viewer';
import type { Stated } from '#server/http/check-contract';
import { CASES } from '../access/access-cases.ts';
import type { World } from '../access/access-objects.ts';
import type { CallerName, School } from '../kit/school.ts';
import { FULFILLED } from './fulfilled-inputs.ts';
import { FULFILLED_REQUESTS, type FulfilledRequest } from './fulfilled-requests.ts';

export type SendChange = Awaited<ReturnType<typeof prepareChange>>;

/** Who calls: the person a test names, or the owner of a real session. The school is set once it is open. */
export function viewersOf() {
  let school: School | undefined;
  const find = async (cookies: string): Promise<{ viewer: Viewer; setCookies: string[] }> => {
    const who = /lectern\.test=(\w+)/.exec(cookies)?.[1];
    if (who === undefined && school) return findViewer(school.services, cookies, true);
    return { viewer: school?.people.get(who as CallerName) ?? VISITOR, setCookies: [] };
  };
  const know = (opened: School) => {
    school = opened;
  };
  return { find, know };
}

/** Answers what sends a change that succeeds, each time as the same person and with the same content. */
export async function prepareChange(world: World, procedure: Stated) {
  const { access } = procedure.meta;
  const who: CallerName = access === 'admin' ? 'admin' : 'basic';
  const { cookie, form, input }: FulfilledRequest = (await FULFILLED_REQUESTS[procedure.name]?.(world)) ?? {
    input:
      (await FULFILLED[procedure.name]?.(world)) ?? CASES[procedure.name]?.input?.(world, who, 'own') ?? {},
  };
  const caller = access === 'public' || cookie ? 'visitor' : who;
  const rest: Record<string, unknown> = { ...input };
  const path = procedure.path.replace(/\{(\w+)\}/g, (_, field: string) => {
    const value = String(rest[field]);
    delete rest[field];
    return encodeURIComponent(value);
  });
  return async (headers: Readonly<Record<string, string>> = {}) => {
    const response = await world.school.ask(caller, procedure.method, `/api${path}`, {
      headers: { ...headers, ...(cookie && { cookie }) },
      ...(form ? { rawBody: form() } : { body: rest }),
    });
    const body = await response.json();
    return { status: response.status, code: body?.code, body, cookies: response.headers.getSetCookie() };
  };
}

/** Rows that came and went, by table; `~` for rows that changed. */
export function summary(changed: readonly string[]): string[] {
  const tables = Map.groupBy(changed, (line) => line.split(' ')[1] ?? '');
  return [...tables].map(([table, lines]) => {
    const gone = lines.filter((line) => line.startsWith('- ')).length;
    const come = lines.length - gone;
    if (gone === come) return `${table} ~${gone}`;
    return gone === 0 ? `${table} +${come}` : `${table} -${gone} +${come}`;
  });
}
