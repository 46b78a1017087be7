import { QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { FreshQueryClient } from './fresh-query-client.ts';

/** Answers what is stored when the question arrives, as soon as it is let go. */
function storeOf(stored: string) {
  const store = { stored, asked: 0, release: () => {} };
  const queryFn = async () => {
    store.asked += 1;
    const answer = store.stored;
    await new Promise<void>((resolve) => {
      store.release = resolve;
    });
    return answer;
  };
  return { store, queryFn };
}

const turn = () => new Promise((resolve) => setTimeout(resolve, 0));

test('what is shown for the first time while it changes is asked for again', async () => {
  const client = new FreshQueryClient();
  const { queryFn, store } = storeOf('before');
  const observer = new QueryObserver(client, { queryKey: ['list', 'a'], queryFn, staleTime: 30_000 });
  const stop = observer.subscribe(() => {});
  store.stored = 'after';
  const changed = client.invalidateQueries({ queryKey: ['list'] });
  store.release();
  await turn();
  store.release();
  await changed;
  stop();
  expect(observer.getCurrentResult().data).toBe('after');
  expect(store.asked).toBe(2);
});

test('what is loaded ahead while it changes is not taken for fresh', async () => {
  const client = new FreshQueryClient();
  const { queryFn, store } = storeOf('before');
  const loaded = client.fetchQuery({ queryKey: ['list'], queryFn });
  store.stored = 'after';
  const changed = client.invalidateQueries();
  store.release();
  await changed;
  expect(await loaded).toBe('before');
  expect(client.getQueryState(['list'])?.isInvalidated).toBe(true);
});

test('what nothing was asked of stays unasked, and what fails the first time stays failed', async () => {
  const client = new FreshQueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData(['other'], 1);
  const failing = client.fetchQuery({ queryKey: ['list'], queryFn: () => Promise.reject(new Error('away')) });
  await Promise.all([
    client.invalidateQueries({ queryKey: ['list'] }),
    expect(failing).rejects.toThrow('away'),
  ]);
  expect(client.getQueryState(['other'])?.isInvalidated).toBe(false);
});
