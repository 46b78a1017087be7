import { expect, test } from 'vitest';
import { createLog } from '#server/platform/log';
import { stopAll, stopWithinMs } from './stop-all.ts';

const DRAIN = { drainSeconds: 0, drainTimeoutSeconds: 0.1 };
const never = () => new Promise<void>(() => undefined);

test('a part that fails to stop and one that never ends keep no other from stopping', async () => {
  const logged: { msg: string; message?: string }[] = [];
  const log = createLog('warn', { write: (line) => void logged.push(JSON.parse(line)) });
  const events: string[] = [];
  const began = performance.now();
  await stopAll(
    [
      async () => events.push('serving'),
      () => Promise.reject(new Error('connection lost')),
      () => {
        throw new Error('never started');
      },
      never,
      never,
      async () => events.push('database'),
    ],
    { drain: DRAIN, log },
  );
  expect(events).toEqual(['serving', 'database']);
  expect(performance.now() - began).toBeLessThan(stopWithinMs(DRAIN));
  expect(logged.map(({ message, msg }) => message ?? msg)).toEqual([
    'connection lost',
    'never started',
    'stopped before a part of the process had ended',
    'stopped before a part of the process had ended',
  ]);
});
