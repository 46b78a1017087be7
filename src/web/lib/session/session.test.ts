import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import type { User } from '#contract/accounts/accounts';
import type { Api } from '../api/api-client.ts';
import { holdPage } from '../saving/held-page.ts';
import { keepSession, keptSession, loseSession, sessionQuery } from './session.ts';

const ADA = { id: 'ada' } as User;
const GRACE = { id: 'grace' } as User;

/** A page that Ada has open, and a server that knows this person. */
function rig(known: User | null) {
  const client = new QueryClient();
  keepSession(client, { user: ADA });
  const api = { accounts: { session: async () => ({ user: known }) } } as unknown as Api;
  return {
    client,
    ask: () => client.fetchQuery({ ...sessionQuery(api), staleTime: 0 }),
    lose: (user: User) => loseSession({ api, queryClient: client }, user.id),
  };
}

test('a session that ends leaves nobody on a page that is not held', async () => {
  const { ask, client, lose } = rig(null);
  expect(await ask()).toEqual({ user: null });
  keepSession(client, { user: ADA });
  await lose(ADA);
  expect(keptSession(client)).toEqual({ user: null });
});

test('a page that is held waits for its person, whoever finds out that the session ended', async () => {
  const release = holdPage(() => true);
  const { ask, client, lose } = rig(null);
  expect(await ask()).toEqual({ user: ADA, ended: true });
  expect(await ask()).toEqual({ user: ADA, ended: true });
  keepSession(client, { user: ADA });
  await lose(ADA);
  expect(keptSession(client)).toEqual({ user: ADA, ended: true });
  release();
  expect(await ask()).toEqual({ user: null });
});

test("a page that isn't held and whose session is somebody else's now becomes theirs", async () => {
  const { client, lose } = rig(GRACE);
  await lose(ADA);
  expect(keptSession(client)).toEqual({ user: GRACE });
  // A refusal of what the one before had sent says nothing of the one who is here.
  const release = holdPage(() => true);
  await lose(ADA);
  expect(keptSession(client)).toEqual({ user: GRACE });
  release();
});

test('a page is held only while there is something to lose', async () => {
  let isDirty = false;
  const release = holdPage(() => isDirty);
  const { ask } = rig(null);
  isDirty = true;
  expect(await ask()).toEqual({ user: ADA, ended: true });
  isDirty = false;
  expect(await ask()).toEqual({ user: null });
  release();
});

test('whoever signs in elsewhere is who is signed in here, also on a page that is held', async () => {
  const release = holdPage(() => true);
  expect(await rig(ADA).ask()).toEqual({ user: ADA });
  expect(await rig(GRACE).ask()).toEqual({ user: GRACE });
  release();
});

test('a support session that ends waits for nobody', async () => {
  const release = holdPage(() => true);
  const { ask, client } = rig(null);
  keepSession(client, { user: { ...ADA, support: { by: 'Head', endsAt: '', mode: 'change' } } });
  expect(await ask()).toEqual({ user: null });
  release();
});

test('a page of a visitor is not held for anybody', async () => {
  const release = holdPage(() => true);
  const { ask, client } = rig(null);
  keepSession(client, { user: null });
  expect(await ask()).toEqual({ user: null });
  release();
});
