import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, inject, onTestFinished } from 'vitest';
import { dropDatabase, test } from '#tests/kit/database';
import { migrate } from './migrate.ts';

const MIGRATIONS = join(import.meta.dirname, '../migrations');
const FIRST = '0117-life-cycle.sql';

test('courses of before are published, posts are what their dates said, also in the trash', async ({
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
    insert into courses (kind, title, description, slug, thumbnail, published_at) values
      ('course', 'A', 'a', 'course', '/a', '2026-01-01'), ('post', 'B', 'b', 'draft', '/b', null),
      ('post', 'C', 'c', 'old', '/c', '2026-01-01'), ('post', 'D', 'd', 'later', '/d', '2999-01-01'),
      ('deleted', 'E', 'e', 'trashed-course', '/e', null), ('deleted', 'F', 'f', 'trashed-draft', '/f', null),
      ('deleted', 'G', 'g', 'trashed-later', '/g', null)`);
  await client.query(`
    insert into deleted_courses (course_id, kind, slug, published_at, deleted_at)
    select id, case slug when 'trashed-course' then 'course'::course_kind else 'post' end, slug,
      case slug when 'trashed-course' then timestamptz '2026-01-01' when 'trashed-later' then timestamptz '2999-01-01' end, now()
    from courses where kind = 'deleted'`);
  await client.query(`
    insert into notice_events (event_key, kind, props, link, due_at)
    select 'course-published:' || id, 'course-published', '{}', '/', published_at from courses where slug in ('old', 'later')`);
  expect(await migrate(connection)).toContain(FIRST);
  const { rows } = await client.query(`
    select slug, state, open_to, is_listed, extract(year from publish_at)::int as due,
      extract(year from published_at)::int as since from courses order by title`);
  const nowhere = { open_to: 'nobody', is_listed: false };
  const everywhere = { open_to: 'everyone', is_listed: true, due: null, since: 2026 };
  expect(rows).toEqual([
    { slug: 'course', state: 'published', ...everywhere },
    { slug: 'draft', state: 'draft', ...nowhere, due: null, since: null },
    { slug: 'old', state: 'published', ...everywhere },
    { slug: 'later', state: 'scheduled', ...nowhere, due: 2999, since: null },
    { slug: 'trashed-course', state: 'published', ...nowhere, due: null, since: null },
    { slug: 'trashed-draft', state: 'draft', ...nowhere, due: null, since: null },
    { slug: 'trashed-later', state: 'scheduled', ...nowhere, due: 2999, since: null },
  ]);
  // The one that is due is reported when it is published; what was reported stays so.
  const { rows: events } = await client.query('select due_at < now() as past from notice_events');
  expect(events).toEqual([{ past: true }]);
});
