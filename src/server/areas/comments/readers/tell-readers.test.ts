import pg from 'pg';
import { expect, inject, onTestFinished, vi } from 'vitest';
import { test } from '#tests/kit/database';
import { startKeeper } from '#tests/kit/run/start-keeper';
import { openVerbs } from '#tests/kit/verbs';
import { addComment } from '../add-comment.ts';
import { tellReaders } from './tell-readers.ts';

test('while a process is alone it tells its own pages of a comment, and beside another one everybody', async ({
  ownDb,
}) => {
  const told: string[] = [];
  const report = (channel: string, text: string) => void told.push(`${channel} ${text}`);
  const { db } = await startKeeper(ownDb, 1, (own, changes) => tellReaders(own, changes, { report }));
  const { as, services } = await openVerbs(db);
  const { rows } = await db.pool.query<{ id: string }>(
    `insert into courses (title, description, slug, thumbnail, subscription_level, published_at)
     values ('Ladders', 'D', 'ladders', '/c.svg', 'free', now()) returning id`,
  );
  const courseId = rows[0]?.id ?? '';
  const other = new pg.Client({ ...inject('database'), database: ownDb.pool.options.database });
  // The database ends before whoever still listens to it.
  other.on('error', () => undefined);
  await other.connect();
  onTestFinished(() => other.end());
  const heard: string[] = [];
  other.on('notification', ({ channel, payload }) => heard.push(`${channel} ${payload}`));
  await other.query('listen comments');
  const comment = () => addComment(services, as('free'), { courseId, parentId: null, content: 'Here' });

  const [one, two] = await Promise.all([comment(), comment()]);
  expect(told).toHaveLength(1);
  expect(told[0]).toContain(`comments ${courseId} `);
  expect(told[0]).toContain(one.id);
  expect(told[0]).toContain(two.id);
  await other.query('select');
  expect(heard).toEqual([]);

  await startKeeper(ownDb, 2, () => undefined);
  const three = await comment();
  await vi.waitFor(() => expect(heard).toEqual([`comments ${courseId} ${three.id}`]));
  expect(told).toHaveLength(1);
});
