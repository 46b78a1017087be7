import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openLabPage } from '#tests/kit/web/lab-page';
import { Frames } from './frames.ts';

let page: ReturnType<typeof openLabPage>;
beforeEach(() => {
  page = openLabPage();
});
afterEach(() => page.close());

test.each(['file', 'frame', 'greeting'] as const)(
  'a runtime that is stopped at its %s leaves no frame, and is loaded again',
  async (point) => {
    const stop = new AbortController();
    page.reach = (reached) => void (reached === point && stop.abort());
    const loading = vi.fn();
    const frames = new Frames(loading);
    await expect(frames.open('quickjs', stop.signal)).rejects.toThrow('abort');
    expect(page.standing.size).toBe(0);
    await vi.waitFor(() => expect(loading).toHaveBeenLastCalledWith(null));
    page.reach = () => undefined;
    const { signal } = new AbortController();
    expect(await frames.open('quickjs', signal)).toBe(await frames.open('quickjs', signal));
    expect(page.standing.size).toBe(1);
    frames.close();
    await vi.waitFor(() => expect(page.standing.size).toBe(0));
  },
);
