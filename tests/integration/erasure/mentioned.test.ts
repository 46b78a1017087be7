import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect } from 'vitest';
import { MIGRATIONS } from '#server/db/migrating/read-migrations';
import { test } from '#tests/kit/database';

const ID = '01234567-89ab-cdef-0123-456789abcdef';
/** What ids and addresses are made of, and what stands between them. */
const PIECES = [ID, ID.toUpperCase(), ID.slice(0, 23), ID.slice(9), '0000', 'a', 'f', 'x', '7', '-', '--'];
const MARKS = ['@', '@school.test', '.', '_', '%', '+', ' ', '"', ':', '/', '\\n', '\\', '\\u0040', 'é'];
const texts = fc.array(fc.constantFrom(...PIECES, ...MARKS), { minLength: 1, maxLength: 12 });

test('an index of who is mentioned that was built before still fits: the same ids and addresses are found', async ({
  db,
}) => {
  const migration = await readFile(join(MIGRATIONS, '0159-erasure-indexes.sql'), 'utf8');
  const [before = ''] = /create function mentioned[\s\S]*?\n\$\$;/.exec(migration) ?? [];
  const samples = fc.sample(texts, { numRuns: 3000, seed: 159 }).map((parts) => parts.join(''));
  await db.pool.query(before.replace('function mentioned', 'function mentioned_before'));
  const { rows } = await db.pool.query<{ text: string; found: string[]; expected: string[] }>(
    `select text, array(select distinct unnest(mentioned(text)) order by 1) as found,
       array(select unnest(mentioned_before(text)) order by 1) as expected from unnest($1::text[]) as text`,
    [samples],
  );
  expect(rows.filter(({ expected, found }) => found.join() !== expected.join())).toEqual([]);
  const mixed = rows.filter(({ expected }) => new Set(expected.map((word) => word.includes('@'))).size === 2);
  expect(mixed.length).toBeGreaterThan(20);
  expect(rows.filter(({ expected }) => expected.length === 0).length).toBeGreaterThan(100);
});
