import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { stopServing } from './stop-serving.ts';

test('streams end first, requests and jobs end at the same time, and all of them are waited for', async () => {
  const events: string[] = [];
  const ends = new Map<string, () => void>();
  const lasting = (name: string) => () => {
    events.push(name);
    const { promise, resolve } = Promise.withResolvers<void>();
    ends.set(name, resolve);
    return promise;
  };
  const stopped = stopServing({
    endStreams: () => events.push('streams'),
    drain: lasting('requests'),
    background: [lasting('imports'), lasting('chores')],
  }).then(() => events.push('stopped'));
  expect(events).toEqual(['streams', 'requests', 'imports', 'chores']);
  for (const end of [...ends.values()].slice(0, 2)) end();
  await nextTurn();
  expect(events).not.toContain('stopped');
  ends.get('chores')?.();
  await stopped;
  expect(events.at(-1)).toBe('stopped');
});
