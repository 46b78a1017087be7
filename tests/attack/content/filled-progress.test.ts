import { expect } from 'vitest';
import { test } from '#tests/kit/database';
import { openSchool } from '../kit/school.ts';
import { insertContent } from './content.ts';

const AT = '2026-11-20T00:00:00Z';
const PIECES = 200;

test('what one account tells of a section takes little room, however it is cut', async ({ db }) => {
  const school = await openSchool(db);
  const { courses } = await insertContent(db);
  const [text, film] = courses.free.sections.map(({ id }) => id);
  await db.pool.query(
    `update course_content set section_type = 'lesson', type = case id when $1 then 'text' else 'video' end::content_type, content = 'x',
       exam = null, video_url = case id when $2 then 'https://films.test/a.mp4' end where id in ($1, $2)`,
    [text, film],
  );
  await school.ask('free', 'POST', `/api/learning/${courses.free.id}`, { body: {} });
  const report = async (id: string | undefined, watched: readonly (readonly number[])[]) => {
    const body = { at: AT, watched, duration: 4000 };
    const reply = await school.ask('free', 'PUT', `/api/learning/sections/${id}`, { body });
    expect(reply.status).toBe(200);
    return (await reply.json()).state;
  };
  const kept = async (id: string | undefined) => {
    const { rows } = await db.pool.query(
      'select count(*)::int as pieces from section_progress, unnest(watched) where section_id = $1',
      [id],
    );
    return rows[0].pieces;
  };
  for (let call = 0; call < 8; call += 1) {
    const seconds = Array.from({ length: PIECES }, (_, nth) => (call * PIECES + nth) * 2);
    const everyOther = seconds.map((second) => [second, second + 1]);
    await report(text, everyOther);
    expect(await report(film, everyOther)).toBe('started');
  }
  // A text is read, not watched.
  expect(await kept(text)).toBe(0);
  expect(await kept(film)).toBe(1000);
  // Who then really watches it is done all the same.
  await report(film, [[0, 2000]]);
  expect(await report(film, [[2000, 4000]])).toBe('done');
  expect(await kept(film)).toBe(1);
});
