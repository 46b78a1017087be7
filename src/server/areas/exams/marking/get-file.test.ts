import { expect } from 'vitest';
import { DEFAULT_SETTINGS } from '#domain/exams/exam-settings';
import { enrol } from '#server/areas/learning/enrol';
import { StorageUnavailable } from '#server/platform/storage';
import { test } from '#tests/kit/database';
import { openVerbs } from '#tests/kit/verbs';
import { startAttempt } from '../attempts/start-attempt.ts';
import { uploadFile } from '../attempts/upload-file.ts';
import { getFile } from './get-file.ts';

const BODY = `%PDF-1.7 ${'x'.repeat(900_000)}`;
const QUESTION = {
  id: 'q-file',
  kind: 'file',
  prompt: 'Hand in.',
  points: 4,
  explanation: '',
  maxMegabytes: 1,
  accept: ['pdf'],
  rubric: [],
};

test('a file is read from the store as it is downloaded, and a store that is away is told before', async ({
  db,
}) => {
  const verbs = await openVerbs(db);
  const { services } = verbs;
  const caller = verbs.as('free');
  const exam = { intro: '', passMark: 50, questions: [QUESTION], settings: DEFAULT_SETTINGS };
  const { rows } = await db.pool.query(
    `with made as (insert into courses (title, description, slug, thumbnail, subscription_level)
       values ('Essays', 'E', 'essays', '/e.svg', 'free') returning id)
     insert into course_content (course_id, key, title, section_type, exam, sort_order)
     select id, 'final', 'Final', 'exam', $1::jsonb, 1 from made returning id, course_id`,
    [JSON.stringify(exam)],
  );
  await enrol(services, caller, { courseId: rows[0].course_id });
  const { id: attempt } = await startAttempt(services, caller, { sectionId: rows[0].id });
  const file = new File([BODY], 'work.pdf');
  const { id } = await uploadFile(services, caller, { id: attempt, question: 'q-file', file });

  const { storage } = services;
  const ends: (number | undefined)[] = [];
  const watched: typeof storage = {
    ...storage,
    get: (key, range) => {
      ends.push(range?.end);
      return storage.get(key, range);
    },
  };
  const read = (from: typeof storage) =>
    getFile({ ...services, storage: from }, caller, { id, resHeaders: new Headers() });
  const stream = await read(watched);
  expect(ends).toEqual([0]);
  expect(await new Response(stream).text()).toBe(BODY);
  expect(ends.length).toBeGreaterThan(3);
  expect(ends).not.toContain(undefined);
  const away = { ...storage, get: () => Promise.reject(new StorageUnavailable('away')) };
  await expect(read(away)).rejects.toThrow(StorageUnavailable);
});
