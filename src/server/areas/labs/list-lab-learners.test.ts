import { expect } from 'vitest';
import { enrol } from '#server/areas/learning/enrol';
import type { Judge } from '#server/platform/judge/judge';
import { makeCourse } from '#tests/kit/courses';
import { test } from '#tests/kit/database';
import { FAKE_JUDGE, LAB_DONE, LAB_START, makeLab } from '#tests/kit/lab-room';
import { failureOf, openVerbs } from '#tests/kit/verbs';
import { listGrades } from '../exams/grades/list-grades.ts';
import { judgeNext } from './judging/judge-next.ts';
import { listLabLearners, listSolutions } from './list-lab-learners.ts';
import { listStuck } from './list-submissions.ts';
import { saveFiles } from './save-files.ts';
import { submitWork } from './submit-work.ts';

const judge: Judge = { ...FAKE_JUDGE, level: 'C', runtimeHash: 'none', close: async () => undefined };

test('teachers see who passed, after how many attempts and how long, and where the others are stuck', async ({
  db,
}) => {
  const verbs = await openVerbs(db);
  const { services } = verbs;
  const admin = verbs.as('admin');
  const course = await makeCourse(verbs, { content: [{ title: 'Double' }] });
  const id = await makeLab(services, { courseId: course.id, sectionId: course.content[0]?.id });
  const submit = async (who: 'basic' | 'premium', files: Record<string, string>, baseVersion: number) => {
    const learner = verbs.as(who);
    const { version } = await saveFiles(services, learner, { id, files, baseVersion });
    await submitWork(services, learner, { id, version });
    await judgeNext(services, judge);
  };
  expect(await listLabLearners(services, admin, { id, page: 1 })).toMatchObject({
    total: 0,
    passed: 0,
    most: 2,
  });
  for (const who of ['basic', 'premium'] as const)
    await enrol(services, verbs.as(who), { courseId: course.id });
  await submit('basic', LAB_START, 0);
  verbs.wait(90);
  await submit('basic', LAB_DONE, 1);
  verbs.wait(10);
  await submit('premium', LAB_START, 0);
  const listed = await listLabLearners(services, admin, { id, page: 1 });
  expect(listed).toMatchObject({ title: 'Double', total: 2, passed: 1 });
  expect(listed.items).toMatchObject([
    { attempts: 1, points: 0, passedAt: null, secondsToPass: null },
    { attempts: 2, points: 2, secondsToPass: 90 },
  ]);
  expect(await listStuck(services, admin, { id })).toMatchObject([
    { check: 'a', failing: 1, learners: 2, hidden: false },
    { check: 'b', failing: 1, learners: 2, hidden: true },
  ]);
  const { solutions, start } = await listSolutions(services, admin, { id });
  expect(start).toEqual(LAB_START);
  expect(solutions).toMatchObject([{ userId: listed.items[1]?.userId, files: LAB_DONE }]);
  const asPremium = listSolutions(services, verbs.as('premium'), { id });
  expect(await failureOf(asPremium)).toBe('ADMINISTRATOR_REQUIRED');
  const book = await listGrades(services, admin, { courseId: course.id, q: '', page: 'first' });
  expect(book.labs).toEqual([{ sectionId: id, title: 'Double' }]);
  const asLearner = listLabLearners(services, verbs.as('basic'), { id, page: 1 });
  expect(await failureOf(asLearner)).toBe('ADMINISTRATOR_REQUIRED');
});
