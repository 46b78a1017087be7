import { expect, vi } from 'vitest';
import { test } from '#tests/kit/database';
import { startKeeper } from '#tests/kit/run/start-keeper';
import { openVerbs } from '#tests/kit/verbs';
import { addComment } from './add-comment.ts';
import { keepPlaces } from './keep-places.ts';
import { selectPlace } from './sql.ts';

test('where a comment stands is read once until its course changes, and each time beside another process', async ({
  ownDb,
}) => {
  const { db } = await startKeeper(ownDb, 1, keepPlaces);
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

  await startKeeper(ownDb, 2, keepPlaces);
  expect(await asked()).toEqual({ title: 'Steps', statements: 1 });
  expect(await asked()).toEqual({ title: 'Steps', statements: 1 });
});
