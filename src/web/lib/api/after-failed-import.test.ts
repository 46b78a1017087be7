import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const BROKEN = new TypeError('error loading dynamically imported module');

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
  vi.stubGlobal('location', { reload: vi.fn() });
  vi.stubGlobal('addEventListener', (type: string, listener: () => void) => {
    if (type === 'beforeunload') leave = listener;
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

let leave: () => void;

test('an import that fails on a page that stays is an error', async () => {
  const { afterFailedImport } = await import('./after-failed-import.ts');
  expect(() => afterFailedImport(BROKEN)).toThrow(BROKEN);
});

test('an import that fails while leaving stays pending, and nothing is reloaded meanwhile', async () => {
  const { afterFailedImport } = await import('./after-failed-import.ts');
  leave();
  const settled = vi.fn();
  afterFailedImport(BROKEN).then(settled, settled);
  await vi.advanceTimersByTimeAsync(9000);
  expect(settled).not.toHaveBeenCalled();
  expect(location.reload).not.toHaveBeenCalled();
});

test('a page that stays after all asks again for what was broken off', async () => {
  const { afterFailedImport } = await import('./after-failed-import.ts');
  leave();
  void afterFailedImport(BROKEN);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(location.reload).toHaveBeenCalledOnce();
  expect(() => afterFailedImport(BROKEN)).toThrow(BROKEN);
});

test('a page that lost nothing is left alone', async () => {
  await import('./after-failed-import.ts');
  leave();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(location.reload).not.toHaveBeenCalled();
});
