import { expect, test } from 'vitest';
import { contract } from '#contract/contract';
import { VISITOR, type Viewer } from '#domain/access/viewer';
import { findViewer } from '#server/areas/accounts/find-viewer';
import { type Stated, statedProcedures } from '#server/http/check-contract';
import type { Services } from '#server/services';
import { CASES } from './access-cases.ts';
import type { World } from './access-objects.ts';
import { databaseState, differences } from './database-state.ts';
import { FULFILLED } from './fulfilled-inputs.ts';
import { FULFILLED_REQUESTS, type FulfilledRequest } from './fulfilled-requests.ts';
import { REPEATED } from './repeated.ts';
import type { CallerName } from './school.ts';
import { shareSchool } from './shared-school.ts';

const UNSAFE = statedProcedures(contract).filter(({ method }) => method !== 'GET');
/** They put another session in the place of the one that asks: a repetition with its cookie comes from nobody. */
const NEW_SESSION = new Set(['accounts.confirmTwoFactor']);
const KEY = { 'idempotency-key': '5a1e7b1c-one-key-for-both' };

let opened: { services: Services; people: ReadonlyMap<string, Viewer> } | undefined;
const shared = shareSchool(
  {
    isFaithful: true,
    options: () => ({
      findViewer: async (cookies) => {
        const who = /lectern\.test=(\w+)/.exec(cookies)?.[1];
        if (who === undefined && opened) return findViewer(opened.services, cookies, true);
        return { viewer: opened?.people.get(who ?? '') ?? VISITOR, setCookies: [] };
      },
    }),
  },
  async ({ school }) => {
    opened = school;
    return {};
  },
);

test.for(UNSAFE)('$name sent twice has one effect with a key, and is no fault without', async (procedure) => {
  const { db, ...world } = shared();
  const { name } = procedure;
  const send = await prepare(world, procedure);

  const first = await send(KEY);
  expect(first.status, `${name} fails by itself: give it an input in fulfilled-inputs.ts`).toBeLessThan(300);
  const once = await databaseState(db);
  const replayed = await send(KEY);
  if (NEW_SESSION.has(name)) expect(replayed).toMatchObject({ status: 401, code: 'SIGN_IN_REQUIRED' });
  else expect(replayed).toEqual(first);
  expect(differences(once, await databaseState(db))).toEqual([]);

  const again = await send();
  const changed = summary(differences(once, await databaseState(db)));
  expect(again.status).toBeLessThan(500);
  expect([again.code, ...changed].filter(Boolean).join(', ')).toBe(REPEATED[name]);
});

test('what becomes of a repetition is stated for every change, and for nothing else', () => {
  expect(Object.keys(REPEATED).sort()).toEqual(UNSAFE.map(({ name }) => name).sort());
});

/** Rows that came and went, by table; `~` for rows that changed. */
function summary(changed: readonly string[]): string[] {
  const tables = Map.groupBy(changed, (line) => line.split(' ')[1] ?? '');
  return [...tables].map(([table, lines]) => {
    const gone = lines.filter((line) => line.startsWith('- ')).length;
    const come = lines.length - gone;
    if (gone === come) return `${table} ~${gone}`;
    return gone === 0 ? `${table} +${come}` : `${table} -${gone} +${come}`;
  });
}

/** Answers what sends a change that succeeds, each time as the same person and with the same content. */
async function prepare(world: World, procedure: Stated) {
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
