import { expect, test } from 'vitest';
import { z } from 'zod';
import { asStored } from './as-stored.ts';

const form = {
  title: z.string().trim().min(1).max(5),
  tags: z.array(z.string().max(2)).max(1).default([]),
  months: z.int().min(1).max(3).nullable().default(null),
  level: z.enum(['low', 'high']),
  id: z.uuid().nullable(),
};
const stored = z.object(asStored(form));
const value = { title: ' A title ', tags: ['long', 'more'], months: 100, level: 'low', id: null };

test('what is stored is answered as it is, whatever the limits of the form are today', () => {
  expect(z.object(form).safeParse(value).success).toBe(false);
  expect(stored.parse(value)).toEqual(value);
});

test('what was stored before a field existed has its default', () => {
  const { months: _months, tags: _tags, ...before } = value;
  const first = stored.parse(before);
  first.tags.push('changed');
  expect(stored.parse(before)).toEqual({ ...value, tags: [], months: null });
});

test.for([
  { title: 7 },
  { months: 1.5 },
  { months: '3' },
  { level: 'medium' },
  { id: 'none' },
  { tags: [7] },
])('and what is of another kind is refused: %o', (wrong) => {
  expect(stored.safeParse({ ...value, ...wrong }).success).toBe(false);
});
