import { expect, test } from 'vitest';
import { isoOfUtc } from './iso-of-utc.ts';

test('an instant stands as JavaScript writes it, however many places its second has', () => {
  expect(isoOfUtc('2026-11-27 10:56:20.523288')).toBe('2026-11-27T10:56:20.523Z');
  expect(isoOfUtc('2026-11-27 10:56:20.523')).toBe('2026-11-27T10:56:20.523Z');
  expect(isoOfUtc('2026-11-27 10:56:20.5')).toBe('2026-11-27T10:56:20.500Z');
  expect(isoOfUtc('2026-11-27 10:56:20')).toBe('2026-11-27T10:56:20.000Z');
});
