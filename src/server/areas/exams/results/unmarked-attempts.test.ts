import { expect } from 'vitest';
import type { ExamSettings } from '#domain/exams/exam-settings';
import { wholePercent } from '#domain/exams/results/whole-percent';
import { getProgress } from '#server/areas/learning/get-progress';
import type { Db } from '#server/db/client';
import { test } from '#tests/kit/database';
import { openExamRoom } from '#tests/kit/exam-room';
import { exportGrades } from '../grades/export-grades.ts';
import { listGrades } from '../grades/list-grades.ts';
import { markAnswer } from '../marking/mark-answer.ts';

const ESSAY = {
  id: 'q-essay',
  kind: 'essay',
  prompt: 'Argue.',
  points: 1,
  explanation: '',
  minWords: 1,
  maxWords: 9,
  rubric: [],
};

/** An exam with a statement of four points and an essay of one, which waits for its marker wherever it is answered. */
async function openEssayRoom(db: Db, counts: ExamSettings['counts']) {
  const room = await openExamRoom(db, { counts }, 1);
  await db.pool.query(
    `update course_content set exam = jsonb_set(jsonb_set(exam, '{questions,0,points}', '4'), '{questions,1}', $2)
     where id = $1`,
    [room.sectionId, JSON.stringify(ESSAY)],
  );
  const { courseId } = room;
  const admin = room.as('admin');
  const take = async ({ essay, right }: { right: boolean; essay: boolean }) => {
    const { id } = await room.start();
    if (right) await room.save(id, 'q-1', 'true');
    if (essay) await room.save(id, 'q-essay', 'My own words');
    await room.submit(id);
    return id;
  };
  return {
    take,
    mark: (attemptId: string) =>
      markAnswer(room.services, admin, {
        attemptId,
        question: 'q-essay',
        version: 0,
        comment: '',
        points: 0,
      }),
    /** What counts, as every screen and file tells it, and whether the section is done. */
    standing: async () => {
      const { counted } = await room.overview();
      const book = await listGrades(room.services, admin, { courseId, q: '', page: 'first' });
      const [result] = book.items.flatMap(({ results }) => results);
      expect(result).toMatchObject({ percent: counted?.percent ?? null, passed: counted?.passed ?? null });
      const file = await exportGrades(room.services, admin, { courseId }, { resHeaders: new Headers() });
      expect((await new Response(file).text()).trim().split(',').at(-1)).toBe(String(counted?.percent ?? ''));
      const { done } = await getProgress(room.services, room.caller, { courseId });
      return { counted, done };
    },
  };
}

test.for<['first' | 'average', number]>([
  ['first', 0],
  ['average', wholePercent(40)],
])(
  'where the %s counts, nobody passes by the second attempt while the first waits',
  async ([counts, percent], { db }) => {
    const { mark, standing, take } = await openEssayRoom(db, counts);
    const first = await take({ right: false, essay: true });
    await take({ right: true, essay: false });
    expect(await standing()).toEqual({ counted: null, done: 0 });
    await mark(first);
    expect(await standing()).toEqual({ counted: { percent, passed: false }, done: 0 });
  },
);

test.for(['first', 'average', 'last'] as const)(
  'where the %s counts, an attempt that is marked late brings what it would have brought at once',
  async (counts, { db }) => {
    const { mark, standing, take } = await openEssayRoom(db, counts);
    const first = await take({ right: true, essay: true });
    await take({ right: false, essay: false });
    expect(await standing()).toMatchObject({ done: 0 });
    await mark(first);
    expect(await standing()).toMatchObject({ done: 1 });
  },
);
