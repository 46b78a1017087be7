import { expect } from 'vitest';
import { SCHOOL_CHORES } from '#server/jobs/chores';
import { test } from '#tests/kit/database';
import { TABLE_GROWTH } from './table-growth.ts';

test('of every table it is known what ends its rows, once', async ({ db }) => {
  const { rows } = await db.pool.query<{ name: string }>(
    `select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`,
  );
  const there = rows.map(({ name }) => name).filter((name) => name !== 'schema_migrations');
  const said = [...Object.values(TABLE_GROWTH.chores), ...Object.values(TABLE_GROWTH.others)].flat();
  expect(said.toSorted()).toEqual(there.toSorted());
});

test('the chores that end rows exist', () => {
  const names = SCHOOL_CHORES.map(({ name }) => name);
  expect(Object.keys(TABLE_GROWTH.chores).filter((name) => !names.includes(name))).toEqual([]);
});
