import { buffer } from 'node:stream/consumers';
import { expect } from 'vitest';
import { judgeNext } from '#server/areas/labs/judging/judge-next';
import { test } from '#tests/kit/database';
import { openExamRoom } from '#tests/kit/exam-room';
import { unzip } from '#tests/kit/unzip';
import { exportAccount } from './export-account.ts';

const CHECK = { module: 'main', call: 'double' };
const QUESTION = {
  id: 'q-code',
  kind: 'code',
  prompt: 'Double it',
  points: 2,
  explanation: '',
  code: {
    runner: 'javascript',
    seconds: 2,
    files: [{ path: 'main.js', text: 'start' }],
    given: [],
    solution: [{ path: 'main.js', text: 'canarysolution' }],
    checks: [
      { id: 'kept', name: 'Doubles', hidden: true, hint: 'canaryhint', ...CHECK, args: [1], equals: 2 },
    ],
  },
};

test('code of an exam is in the copy of its writer, without what its checks hide', async ({ db }) => {
  const room = await openExamRoom(db, {}, 1);
  await db.pool.query(
    `update course_content set exam = jsonb_set(exam, '{questions,1}', $2::jsonb, true) where id = $1`,
    [room.sectionId, JSON.stringify(QUESTION)],
  );
  const { id } = await room.start();
  await room.save(id, 'q-1', 'true');
  await room.save(id, 'q-code', { 'main.js': 'mine' });
  await room.submit(id);
  const result = { id: 'kept', name: 'Doubles', hidden: true, ok: false, points: 1, hint: 'canaryhint' };
  await judgeNext(room.services, {
    level: 'B',
    runtimeHash: 'x',
    judge: async () => ({
      verdict: { passed: false, points: 0, most: 1, diagnostics: [], results: [result] },
      cpuMs: 1,
      peakMb: 1,
    }),
    close: async () => {},
  });
  const copy = await exportAccount(room.services, room.caller, { resHeaders: new Headers() });
  const files = await unzip(await buffer(copy as never));
  expect(JSON.parse(files.get('json/lab-submissions.json') ?? '')).toMatchObject([
    {
      attempt_id: id,
      question: 'q-code',
      files: { 'main.js': 'mine' },
      state: 'done',
      verdict: null,
      points: null,
    },
  ]);
  expect([...files.values()].join('\n')).not.toMatch(/canary/);
});
