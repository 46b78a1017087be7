import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { gatherPrinted } from './gather-printed.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('many lines are told in one piece, in their order, and none once it is over', () => {
  const reported: string[] = [];
  const over = new AbortController();
  const hear = gatherPrinted((text) => reported.push(text), over.signal);
  for (const line of ['a', 'b', 'c']) hear(`${line}\n`);
  expect(reported).toEqual([]);
  vi.advanceTimersByTime(100);
  hear('d\n');
  vi.advanceTimersByTime(100);
  expect(reported).toEqual(['a\nb\nc\n', 'd\n']);
  hear('e\n');
  over.abort();
  vi.advanceTimersByTime(100);
  expect(reported).toHaveLength(2);
});
