import { expect, test } from 'vitest';
import { contract } from '#contract/contract';
import { statedProcedures } from '#server/http/check-contract';
import { shareSchool } from '../kit/shared-school.ts';
import { databaseState, differences } from './database-state.ts';
import { REPEATED } from './repeated.ts';
import { prepareChange, summary, viewersOf } from './send-change.ts';

const UNSAFE = statedProcedures(contract).filter(({ method }) => method !== 'GET');
/** They put another session in the place of the one that asks: a repetition with its cookie comes from nobody. */
const NEW_SESSION = new Set(['accounts.confirmTwoFactor']);
const KEY = { 'idempotency-key': '5a1e7b1c-one-key-for-both' };

const viewers = viewersOf();
const shared = shareSchool(
  { isFaithful: true, options: () => ({ findViewer: viewers.find }) },
  async ({ school }) => {
    viewers.know(school);
    return {};
  },
);

test.for(UNSAFE)('$name sent twice has one effect with a key, and is no fault without', async (procedure) => {
  const { db, ...world } = shared();
  const { name } = procedure;
  const send = await prepareChange(world, procedure);

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
  expect([again.code, ...changed].filter(Boolean).join(', ')).toBe(REPEATED[name] ?? '');
});

test('only changes of the contract are listed', () => {
  const names = UNSAFE.map(({ name }) => name);
  expect(Object.keys(REPEATED).filter((name) => !names.includes(name))).toEqual([]);
});
