import { sql } from 'kysely';
import { expect } from 'vitest';
import { test } from '#tests/kit/database';
import { fewFound, isFindable, onlyFew } from './few-found-sql.ts';

test('few rows are named, each once; many are not', async ({ db }) => {
  const { rows } = await db.pool.query(
    `insert into contact_messages (name, email, message)
     select case when n <= 3 then 'Ada Rare' else 'Somebody' end, 'ada@school.test', 'Hello rare'
     from generate_series(1, 230) n returning id, name`,
  );
  const rare = rows.filter(({ name }) => name === 'Ada Rare').map(({ id }) => id);
  const by = (name: string) => sql`select id from contact_messages where name = ${name}`;
  const found = async (...names: [string, string, string]) => {
    const [first, second, third] = names.map(by) as [
      ReturnType<typeof by>,
      ReturnType<typeof by>,
      ReturnType<typeof by>,
    ];
    const all = await sql<{ ids: string[] }>`select ${fewFound(first, second, third)} as ids`.execute(
      db.kysely,
    );
    return onlyFew(all.rows[0]?.ids ?? []);
  };
  expect((await found('Ada Rare', 'Nobody', 'Ada Rare'))?.toSorted()).toEqual(rare.toSorted());
  expect(await found('Nobody', 'Nobody', 'Nobody')).toEqual([]);
  expect(await found('Ada Rare', 'Nobody', 'Somebody')).toBeNull();
});

test('a text of two characters is too short to be found', () => {
  expect(['李明', 'ab', 'abc'].map(isFindable)).toEqual([false, false, true]);
});
