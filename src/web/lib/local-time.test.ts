import { expect, test } from 'vitest';
import { momentIn, toLocal } from './local-time.ts';

const field = (value: string, badInput = false) => ({ value, validity: { badInput } as ValidityState });

test('an empty field is no time, a half typed one is none that a schema takes', () => {
  expect(momentIn(field(''))).toBeNull();
  expect(momentIn(field('', true))).toBe('');
  const moment = momentIn(field('2030-05-02T10:00'));
  expect(moment).toMatch(/^2030-05-0[123]T.*Z$/);
  expect(toLocal(moment)).toBe('2030-05-02T10:00');
  expect(toLocal('')).toBe('');
});
