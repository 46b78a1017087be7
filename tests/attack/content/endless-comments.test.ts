import { expect } from 'vitest';
import { DAILY_LIMITS } from '#domain/site/daily-limits';
import { addComment } from '#server/areas/comments/add-comment';
import { makeCourse } from '#tests/kit/courses';
import { test } from '#tests/kit/database';
import { failureOf, openVerbs } from '#tests/kit/verbs';

async function openThread(db: Parameters<typeof openVerbs>[0]) {
  const verbs = await openVerbs(db);
  const { id: courseId } = await makeCourse(verbs);
  const say = (who: Parameters<typeof verbs.as>[0], content = 'Again') =>
    addComment(verbs.services, verbs.as(who), { courseId, content, parentId: null });
  return { ...verbs, say };
}

test('after so many comments in a day somebody hears when the next one is possible, and administrators go on', async ({
  db,
}) => {
  const { say, wait } = await openThread(db);
  for (let times = 1; times <= DAILY_LIMITS.comments; times += 1) await say('free');
  await say('second');
  wait(6 * 3600);
  const refused = await say('free').catch((failure: unknown) => failure);
  expect(refused).toMatchObject({ code: 'DAILY_LIMIT', data: { retryAfter: 18 * 3600 } });
  wait(18 * 3600);
  await say('free');
  for (let times = 0; times <= DAILY_LIMITS.comments; times += 1) await say('admin');
});

test('what was written through other processes counts from the twentieth comment on; most ask nothing', async ({
  db,
}) => {
  const { as, say, services } = await openThread(db);
  const { viewer } = as('free');
  await say('free');
  await db.pool.query(
    `insert into comments (course_id, author_id, body, body_html, created_at)
      select course_id, author_id, body, body_html, $2 from comments, generate_series(1, $1) where author_id = $3`,
    [DAILY_LIMITS.comments, services.clock.now(), viewer.kind === 'member' ? viewer.userId : null],
  );
  for (let times = 2; times <= 20; times += 1) await say('free');
  expect(await failureOf(say('free'))).toBe('DAILY_LIMIT');
  await say('second');
});

test('comments that could not be written do not count', async ({ ownDb }) => {
  const { say } = await openThread(ownDb);
  for (let times = 0; times <= DAILY_LIMITS.comments; times += 1)
    await expect(say('free', 'The database refuses \u0000')).rejects.not.toMatchObject({
      code: 'DAILY_LIMIT',
    });
  await say('free');
});

test('of many comments at one moment no more than a day allows are written', async ({ ownDb }) => {
  const { say } = await openThread(ownDb);
  for (let times = 1; times <= 20; times += 1) await say('free');
  const all = Array.from({ length: DAILY_LIMITS.comments }, () => say('free'));
  const written = (await Promise.allSettled(all)).filter(({ status }) => status === 'fulfilled');
  expect(written).toHaveLength(DAILY_LIMITS.comments - 20);
});
