import { expect, test } from 'vitest';
import { z } from 'zod';
import { timeOrderedId } from './time-ordered-id.ts';

test('ids are in the order of their times, and two of one time differ', () => {
  const times = ['1999-12-31T23:59:59.999Z', '2026-11-27T08:00:00.000Z', '2026-11-27T08:00:00.001Z'];
  const ids = times.map((time) => timeOrderedId(new Date(time)));
  expect([...ids].sort()).toEqual(ids);
  for (const id of ids) expect(z.uuidv7().safeParse(id).success, id).toBe(true);
  const now = new Date();
  expect(timeOrderedId(now)).not.toBe(timeOrderedId(now));
});
