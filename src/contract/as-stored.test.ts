import { expect, test } from 'vitest';
import { z } from 'zod';
import { asStored, withoutChecks } from './as-stored.ts';

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

const side = z.strictObject({ x: z.number().max(5) });
const deep = z.object({
  shapes: z
    .array(
      z
        .discriminatedUnion('kind', [
          z.strictObject({ kind: z.literal('square'), side }).refine(() => false),
          z.strictObject({ kind: z.literal('line'), tags: z.array(z.string().max(2)).transform(uniqueOf) }),
        ])
        .refine(() => false),
    )
    .refine(() => false),
  size: z.union([z.number().max(1), z.string().max(1)]).optional(),
});

function uniqueOf(all: string[]): string[] {
  return [...new Set(all)];
}

test('limits are left out at every depth, types are not', () => {
  const stored = withoutChecks(deep);
  const value = { shapes: [{ kind: 'square', side: { x: 9 } }], size: 'large' };
  expect(deep.safeParse(value).success).toBe(false);
  expect(stored.parse(value)).toEqual(value);
  expect(stored.parse({ shapes: [{ kind: 'line', tags: ['long', 'long'] }] }).shapes).toEqual([
    { kind: 'line', tags: ['long'] },
  ]);
  for (const wrong of [
    { kind: 'circle' },
    { kind: 'square', side: { x: '9' } },
    { kind: 'square', side, y: 1 },
  ])
    expect(stored.safeParse({ shapes: [wrong] }).success).toBe(false);
});
