import { expect, test } from 'vitest';
import type { SchoolGauges } from '#server/areas/admin/metrics/gauges-sql';
import { keptGauges } from './kept-gauges.ts';

const GAUGES = { failed_mails: 7 } as SchoolGauges;

test('what was read is kept, and callers at one time share a reading', async () => {
  let reads = 0;
  const gauges = keptGauges(async () => {
    reads += 1;
    return GAUGES;
  });
  expect(await Promise.all([gauges(), gauges()])).toEqual([GAUGES, GAUGES]);
  expect(await gauges()).toBe(GAUGES);
  expect(reads).toBe(1);
});

test('after a while it is read again', async () => {
  let reads = 0;
  const gauges = keptGauges(async () => ({ ...GAUGES, failed_mails: ++reads }), { keepMs: 0 });
  await gauges();
  expect((await gauges())?.failed_mails).toBe(2);
});

test('a database that hangs is asked once, and nobody waits for it long', async () => {
  let reads = 0;
  const { promise, resolve } = Promise.withResolvers<SchoolGauges>();
  const gauges = keptGauges(
    () => {
      reads += 1;
      return promise;
    },
    { answerWithinMs: 10 },
  );
  expect([await gauges(), await gauges()]).toEqual([null, null]);
  expect(reads).toBe(1);
  resolve(GAUGES);
  expect(await gauges()).toBe(GAUGES);
});

test('a database that fails is asked again', async () => {
  let isAway = true;
  const gauges = keptGauges(async () => {
    if (isAway) throw new Error('connection refused');
    return GAUGES;
  });
  expect(await gauges()).toBeNull();
  isAway = false;
  expect(await gauges()).toBe(GAUGES);
});
