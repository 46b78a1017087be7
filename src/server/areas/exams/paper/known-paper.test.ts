import { expect } from 'vitest';
import { enrol } from '#server/areas/learning/enrol';
import { test } from '#tests/kit/database';
import { openExamRoom } from '#tests/kit/exam-room';
import { startAttempt } from '../attempts/start-attempt.ts';
import { knownPaper } from './known-paper.ts';

test('those who sit one exam share what it asks, and nothing else', async ({ db }) => {
  const room = await openExamRoom(db);
  const other = room.as('basic');
  await enrol(room.services, other, { courseId: room.courseId });
  const mine = await room.start();
  const theirs = await startAttempt(room.services, other, { sectionId: room.sectionId });
  const papers = [await knownPaper(db, mine.id), await knownPaper(db, theirs.id)];
  expect([...(papers[0]?.questions.keys() ?? [])]).toEqual(['q-1', 'q-2']);
  expect(papers[1]?.questions).toBe(papers[0]?.questions);
  expect(papers[1]?.userId).not.toBe(papers[0]?.userId);
});

test('an exam that asks something else has questions of its own', async ({ db }) => {
  const room = await openExamRoom(db, {}, 3);
  const { id } = await room.start();
  expect([...((await knownPaper(db, id))?.questions.keys() ?? [])]).toEqual(['q-1', 'q-2', 'q-3']);
});
