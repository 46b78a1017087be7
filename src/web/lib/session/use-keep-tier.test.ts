import { QueryClient, QueryObserver } from '@tanstack/react-query';
import type { AnyRouter } from '@tanstack/react-router';
import { expect, test } from 'vitest';
import type { User } from '#contract/accounts/accounts';
import { keepSession, keptSession } from './session.ts';
import { keepTier } from './use-keep-tier.ts';

const FREE = { id: 'ada', subscriptionTier: 'free' } as User;
const PREMIUM: User = { ...FREE, subscriptionTier: 'premium' };
const READ = ['courses', 'learning', 'comments', 'exams', 'labs', 'reviews'];

function open(user: User | null) {
  const client = new QueryClient();
  keepSession(client, { user });
  client.setQueryData(['site-info'], {});
  for (const key of READ) client.setQueryData([key, 'one'], 'locked');
  let invalidated = 0;
  const invalidate = async () => {
    invalidated += 1;
  };
  return { client, router: { invalidate } as unknown as AnyRouter, times: () => invalidated };
}

test('a new tier is kept, and nothing that was read under the old one', async () => {
  const { client, router, times } = open(FREE);
  await keepTier(router, client, PREMIUM);
  expect(keptSession(client)).toEqual({ user: PREMIUM });
  expect(READ.filter((key) => client.getQueryData([key, 'one']) !== undefined)).toEqual([]);
  expect(client.getQueryData(['site-info'])).toEqual({});
  expect(times()).toBe(1);
});

test('what is on the screen stays there until it is read again', async () => {
  const { client, router } = open(FREE);
  const seen: unknown[] = [];
  const observer = new QueryObserver(client, {
    queryKey: ['courses', 'one'],
    queryFn: async () => 'open',
    staleTime: 30_000,
  });
  const stop = observer.subscribe(({ data }) => seen.push(data));
  await keepTier(router, client, PREMIUM);
  await expect.poll(() => seen.at(-1)).toBe('open');
  expect(seen).not.toContain(undefined);
  stop();
});

test('who logged out while the tier was changed stays logged out', async () => {
  const { client, router } = open(null);
  await keepTier(router, client, PREMIUM);
  expect(keptSession(client)).toEqual({ user: null });
});
