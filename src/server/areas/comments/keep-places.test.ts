import { expect, inject, onTestFinished, vi } from 'vitest';
import { openDatabase } from '#server/db/client';
import { ViewerChanges } from '#server/db/connections/viewer-changes';
import { listenForNotifications } from '#server/db/notifications';
import { joinKeepers } from '#server/db/presence';
import { createLog } from '#server/platform/log';
import { test } from '#tests/kit/database';
import { openVerbs } from '#tests/kit/verbs';
import { addComment } from './add-comment.ts';
import { keepPlaces } from './keep-places.ts';
import { selectPlace } from './sql.ts';

const log = createLog('silent');

/** A process that keeps where comments stand, as main.ts starts it. */
async function startKeeper(database: string | undefined, number: number) {
  const connection = { ...inject('database'), database };
  const heard = await listenForNotifications({
    connection,
    channels: ['viewers'],
    log,
    hold: (client) => joinKeepers(client, number),
  });
  const changes = new ViewerChanges(heard, number);
  await changes.introduce();
  const db = openDatabase({ connection, log, settleViewers: changes.settle });
  keepPlaces(db, changes);
  onTestFinished(async () => {
    await db.close();
    await heard.stop();
  });
  return db;
}

test('where a comment stands is read once until its course changes, and each time beside another process', async ({
  ownDb,
}) => {
  const { database } = ownDb.pool.options;
  const db = await startKeeper(database, 1);
  const { as, services } = await openVerbs(db);
  const { rows } = await db.pool.query<{ id: string }>(
    `insert into courses (title, description, slug, thumbnail, subscription_level, published_at)
     values ('Ladders', 'D', 'ladders', '/c.svg', 'free', now()) returning id`,
  );
  const courseId = rows[0]?.id ?? '';
  const asked = async () => {
    const query = vi.spyOn(db.pool, 'query');
    const place = await selectPlace(db, { courseId, parentId: null });
    const { length } = query.mock.calls;
    query.mockRestore();
    return { title: place?.title, statements: length };
  };
  expect(await asked()).toEqual({ title: 'Ladders', statements: 1 });
  expect(await asked()).toEqual({ title: 'Ladders', statements: 0 });

  const comment = () => addComment(services, as('free'), { courseId, parentId: null, content: 'Here' });
  expect(await comment()).toMatchObject({ content: 'Here' });
  await db.pool.query("update courses set subscription_level = 'premium', title = 'Steps' where id = $1", [
    courseId,
  ]);
  expect(await asked()).toEqual({ title: 'Steps', statements: 1 });
  await expect(comment()).rejects.toThrow('TIER_REQUIRED');

  await startKeeper(database, 2);
  expect(await asked()).toEqual({ title: 'Steps', statements: 1 });
  expect(await asked()).toEqual({ title: 'Steps', statements: 1 });
});
