import { afterEach, expect, test, vi } from 'vitest';
import { untilFetched } from './late-part.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A browser whose connection comes back when it is told to. */
function stubConnection(): EventTarget {
  const target = new EventTarget();
  vi.stubGlobal('addEventListener', target.addEventListener.bind(target));
  vi.stubGlobal('removeEventListener', target.removeEventListener.bind(target));
  return target;
}

test('what could not be fetched is fetched again, later each time', async () => {
  vi.useFakeTimers();
  stubConnection();
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('offline'));
  load.mockRejectedValueOnce(new Error('offline')).mockResolvedValue('it');
  const fetched = untilFetched(load);
  await vi.advanceTimersByTimeAsync(999);
  expect(load).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(load).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(2000);
  expect(await fetched).toBe('it');
});

test('it is fetched at once when the connection is back', async () => {
  vi.useFakeTimers();
  const browser = stubConnection();
  const load = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new Error('offline'))
    .mockResolvedValue('it');
  const fetched = untilFetched(load);
  await vi.advanceTimersByTimeAsync(10);
  browser.dispatchEvent(new Event('online'));
  expect(await fetched).toBe('it');
  expect(vi.getTimerCount()).toBe(0);
});
