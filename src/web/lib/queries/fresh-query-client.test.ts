import { QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { FreshQueryClient } from './fresh-query-client.ts';

/** Answers, once released, what was stored when it was asked. */
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

test('a query that is invalidated during its first fetch is fetched again', async () => {
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

test('a prefetched query that is invalidated during its fetch is not fresh', async () => {
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

test('other queries stay fresh, and a first fetch that fails still fails', async () => {
  const client = new FreshQueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData(['other'], 1);
  const failing = client.fetchQuery({ queryKey: ['list'], queryFn: () => Promise.reject(new Error('away')) });
  await Promise.all([
    client.invalidateQueries({ queryKey: ['list'] }),
    expect(failing).rejects.toThrow('away'),
  ]);
  expect(client.getQueryState(['other'])?.isInvalidated).toBe(false);
});
