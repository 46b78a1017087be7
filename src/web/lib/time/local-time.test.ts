import { expect, onTestFinished, test, vi } from 'vitest';
import { momentIn, toLocal } from './local-time.ts';

const field = (value: string, badInput = false) => ({ value, validity: { badInput } as ValidityState });

test('an empty field is no time, a half typed one is none that a schema takes', () => {
  for (const shown of [null, '', '2030-05-02T10:00:30Z']) {
    expect(momentIn(field(''), shown)).toBeNull();
    expect(momentIn(field('', true), shown)).toBe('');
  }
  const moment = momentIn(field('2030-05-02T10:00'), null);
  expect(moment).toMatch(/^2030-05-0[123]T.*Z$/);
  expect(toLocal(moment)).toBe('2030-05-02T10:00');
  expect(toLocal('')).toBe('');
});

test.for([
  ['seconds', '2030-05-02T08:00:30.000Z', '2030-05-02T10:00'],
  ['another offset', '2030-05-02T11:00:00+03:00', '2030-05-02T10:00'],
  ['the second of two hours in autumn', '2030-10-27T01:30:00.000Z', '2030-10-27T02:30'],
] as const)('a field that only shows a time with %s keeps it', ([, stored, local]) => {
  vi.stubEnv('TZ', 'Europe/Berlin');
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(toLocal(stored)).toBe(local);
  expect(momentIn(field(local), stored)).toBe(stored);
  expect(momentIn(field('2030-05-03T10:00'), stored)).toBe('2030-05-03T08:00:00.000Z');
});
