import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, inject, onTestFinished } from 'vitest';
import { dropDatabase, test } from '#tests/kit/database';
import { migrate } from './migrate.ts';

const MIGRATIONS = join(import.meta.dirname, '../migrations');
const FIRST = '0153-authors.sql';

test('who wrote posts before is their author, each with an address, and courses name nobody', async ({
  ownDb,
}) => {
  const database = `old_${randomBytes(6).toString('hex')}`;
  await ownDb.pool.query(`create database ${database} template template0`);
  const folder = mkdtempSync(join(tmpdir(), 'lectern-migrations-'));
  for (const name of readdirSync(MIGRATIONS))
    if (name.endsWith('.sql') && name < FIRST) copyFileSync(join(MIGRATIONS, name), join(folder, name));
  const connection = { ...inject('database'), database };
  await migrate(connection, folder);
  const client = new pg.Client(connection);
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await dropDatabase(inject('database'), database);
    rmSync(folder, { recursive: true });
  });
  await client.query(`
    insert into users (name, email, created_at) values ('Ada  Lovelace!', 'a@x.test', '2026-01-01'),
      ('Ada Lovelace', 'b@x.test', '2026-01-02'), ('李雷', 'c@x.test', '2026-01-03'), ('Reader', 'd@x.test', '2026-01-04')`);
  await client.query(`
    insert into courses (kind, title, description, slug, thumbnail, author_id)
    select 'post', name, 'D', 'post-' || row_number() over (order by email), '/a', id from users where name <> 'Reader'`);
  await client.query(
    `insert into courses (title, description, slug, thumbnail) values ('C', 'D', 'course', '/c')`,
  );
  expect(await migrate(connection)).toContain(FIRST);
  const { rows } = await client.query(`
    select c.slug, n.position, a.slug as author, a.user_id from courses c left join course_authors n on n.course_id = c.id
    left join authors a on a.user_id = n.user_id order by c.slug`);
  const second = rows[2].user_id.replaceAll('-', '');
  expect(rows.map(({ author, position, slug }) => [slug, position, author])).toEqual([
    ['course', null, null],
    ['post-1', 0, 'ada-lovelace'],
    ['post-2', 0, `ada-lovelace-${second}`],
    ['post-3', 0, 'author'],
  ]);
  const { rows: authors } = await client.query('select 1 from authors');
  expect(authors).toHaveLength(3);
});
