import { QueryClient } from '@tanstack/react-query';
import type { AnyRouter } from '@tanstack/react-router';
import { expect, test } from 'vitest';
import type { User } from '#contract/accounts/accounts';
import { changeSession } from './change-session.ts';
import { keepSession, keptSession } from './session.ts';

const ADA = { id: 'ada' } as User;
const router = { invalidate: async () => undefined } as unknown as AnyRouter;

test('who signed in is kept once the first page is there', async () => {
  const client = new QueryClient();
  keepSession(client, { user: ADA });
  await changeSession(router, client, { user: ADA });
  expect(keptSession(client)).toEqual({ user: ADA });
});

test('who logged out before the first page was there stays logged out', async () => {
  const client = new QueryClient();
  keepSession(client, { user: null });
  await changeSession(router, client, { user: ADA });
  expect(keptSession(client)).toEqual({ user: null });
});
