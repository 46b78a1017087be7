import { expect, test } from 'vitest';
import { contract } from '#contract/contract';
import { PAGE_USER_HEADER } from '#contract/page-user';
import { statedProcedures } from '#server/http/check-contract';
import { CASES } from '../access/access-cases.ts';
import { callProcedure } from '../kit/call-procedure.ts';
import type { CallerName } from '../kit/school.ts';
import { shareSchool } from '../kit/shared-school.ts';
import { databaseState, differences } from '../requests/database-state.ts';

const OWN = statedProcedures(contract).filter(({ meta }) => meta.access !== 'public');
const shared = shareSchool();

/** The header of a page that shows this person's account. */
function pageOf(name: CallerName): Record<string, string> {
  const viewer = shared().school.people.get(name);
  if (viewer?.kind !== 'member') throw new Error(`${name} is no member`);
  return { [PAGE_USER_HEADER]: viewer.userId };
}

test('every call of a page of another user is refused, and changes nothing', async () => {
  const { db, school, untouched, ...world } = shared();
  const admitted: string[] = [];
  for (const procedure of OWN) {
    const input = CASES[procedure.name]?.input?.({ school, ...world }, 'admin', 'own') ?? {};
    const response = await callProcedure(school, 'admin', procedure, input, { headers: pageOf('second') });
    if (!(await response.text()).includes('"SIGN_IN_REQUIRED"')) admitted.push(procedure.name);
  }
  expect(OWN.length).toBeGreaterThan(100);
  expect(admitted).toEqual([]);
  expect(differences(untouched, await databaseState(db))).toEqual([]);
});

test('a page of the same user is let in, and so is a call that names nobody', async () => {
  const { ask } = shared().school;
  expect((await ask('free', 'GET', '/api/dashboard', { headers: pageOf('free') })).status).toBe(200);
  expect((await ask('free', 'GET', '/api/dashboard')).status).toBe(200);
});

test('what is open to everybody is open to the page of another user, so that its person can sign in again', async () => {
  const { ask } = shared().school;
  const session = await ask('second', 'GET', '/api/session', { headers: pageOf('free') });
  expect(await session.json()).toMatchObject({ user: { id: pageOf('second')[PAGE_USER_HEADER] } });
  const body = { email: 'nobody@school.test', password: 'wrong-password' };
  const signIn = await ask('second', 'POST', '/api/sign-in', { headers: pageOf('free'), body });
  expect(await signIn.json()).toMatchObject({ code: 'INVALID_CREDENTIALS' });
});

test('uploads in pieces and large bodies are refused before they are read', async () => {
  const { ask } = shared().school;
  const pieces = {
    ...pageOf('second'),
    'tus-resumable': '1.0.0',
    'upload-length': '9',
    'upload-metadata': 'filename YQ==',
  };
  const upload = await ask('admin', 'POST', '/api/admin/media/uploads', { headers: pieces });
  expect(await upload.json()).toMatchObject({ code: 'SIGN_IN_REQUIRED' });
  const form = new FormData();
  form.set('file', new File([new Uint8Array(100_000)], 'a.png', { type: 'image/png' }));
  const headers = { ...pageOf('second'), 'content-type': 'multipart/form-data; boundary=x' };
  const large = await ask('admin', 'POST', '/api/admin/media', { rawBody: form, headers });
  expect(await large.json()).toMatchObject({ code: 'SIGN_IN_REQUIRED' });
});
