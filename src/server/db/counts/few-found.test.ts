import { sql } from 'kysely';
import { expect } from 'vitest';
import { test } from '#tests/kit/database';
import { selectFewFound } from './few-found-sql.ts';

test('few rows are named, each once; many, and those of a short text, are not', async ({ db }) => {
  const { rows } = await db.pool.query(
    `insert into contact_messages (name, email, message)
     select case when n <= 3 then 'Ada Rare' else 'Somebody' end, 'ada@school.test', 'Hello rare'
     from generate_series(1, 230) n returning id, name`,
  );
  const rare = rows.filter(({ name }) => name === 'Ada Rare').map(({ id }) => id);
  const by = (name: string) => sql`select id from contact_messages where name = ${name}`;
  expect((await selectFewFound(db.kysely, 'rare', [by('Ada Rare'), by('Ada Rare')]))?.toSorted()).toEqual(
    rare.toSorted(),
  );
  expect(await selectFewFound(db.kysely, 'rare', [by('Nobody')])).toEqual([]);
  expect(await selectFewFound(db.kysely, 'rare', [by('Ada Rare'), by('Somebody')])).toBeNull();
  expect(await selectFewFound(db.kysely, 'ra', [by('Ada Rare')])).toBeNull();
});
