import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect } from 'vitest';
import { answerFingerprint } from '#domain/exams/attempts/answer-fingerprint';
import { test } from '#tests/kit/database';
import { openExamRoom } from '#tests/kit/exam-room';
import { goForward } from './go-forward.ts';

test('a page that comes back from offline does not replace what another device gave later, and is told', async ({
  db,
}) => {
  const room = await openExamRoom(db);
  const [phone, laptop] = [randomUUID(), randomUUID()];
  const { id } = await room.start();
  room.wait(600);
  await room.save(id, 'q-1', 'laptop', { writer: laptop });
  const late = await room.save(id, 'q-1', 'phone', { writer: phone, waited: 300_000 });
  expect(late.counts).toBe(false);
  expect((await room.read(id)).answers['q-1']).toBe('laptop');
  room.wait(1);
  expect(await room.save(id, 'q-1', 'phone again', { writer: phone })).toMatchObject({ counts: true });
  expect((await room.read(id)).answers['q-1']).toBe('phone again');
});

test('an answer that waited past the deadline is not taken, however early it was given', async ({ db }) => {
  const room = await openExamRoom(db, { timeLimit: 10 });
  const { id } = await room.start();
  room.wait(601);
  await expect(room.save(id, 'q-1', 'true', { waited: 500_000 })).rejects.toThrow();
  expect((await room.submit(id)).result).toMatchObject({ percent: 0, endedBy: 'deadline' });
});

interface Given {
  readonly device: number;
  readonly at: number;
  readonly delay: number;
}

test('whatever devices are offline for how long, and in whatever order their answers come: the one that was given last counts', async ({
  ownDb,
}) => {
  const room = await openExamRoom(ownDb);
  const given: fc.Arbitrary<Given> = fc.record({
    device: fc.nat(2),
    at: fc.integer({ min: 1, max: 1000 }),
    delay: fc.oneof(fc.constant(0), fc.nat(2000)),
  });
  const all = fc.uniqueArray(given, { minLength: 1, maxLength: 10, selector: ({ at }) => at });
  await fc.assert(
    fc.asyncProperty(all, async (answers) => {
      await ownDb.pool.query('delete from exam_attempts');
      const { id } = await room.start();
      const devices = [randomUUID(), randomUUID(), randomUUID()];
      const numbered = [...answers]
        .sort((a, b) => a.at - b.at)
        .map((each, index) => ({ ...each, seq: index + 1, arrives: each.at + each.delay }));
      let clock = 0;
      const last = numbered.at(-1);
      for (const { arrives, at, device, seq } of numbered.sort((a, b) => a.arrives - b.arrives)) {
        room.wait(arrives - clock);
        clock = arrives;
        const writer = devices[device] ?? '';
        const saved = await room.saveAs(id, {
          seq,
          writer,
          answer: String(at),
          waited: (arrives - at) * 1000,
        });
        if (at === last?.at) expect(saved.counts).toBe(true);
      }
      expect((await room.read(id)).answers['q-1']).toBe(String(last?.at));
    }),
    { numRuns: process.env.PROVE ? 2000 : 50 },
  );
}, 1_800_000);

test('an attempt is never graded on answers that the learner has not seen', async ({ db }) => {
  const room = await openExamRoom(db);
  const { id } = await room.start();
  const shown = (answer: string) => ({ 'q-1': answerFingerprint(answer), 'q-2': '' });
  await room.save(id, 'q-1', 'true', { writer: randomUUID() });
  room.wait(1);
  await room.save(id, 'q-1', 'false', { writer: randomUUID() });
  await expect(room.submit(id, shown('true'))).rejects.toMatchObject({
    code: 'VERSION_CONFLICT',
    data: { current: { answers: { 'q-1': 'false' }, result: null } },
  });
  await expect(room.submit(id, {})).rejects.toMatchObject({ code: 'VERSION_CONFLICT' });
  expect((await room.submit(id, shown('false'))).result).toMatchObject({ percent: 0, endedBy: 'candidate' });
  expect((await room.submit(id, shown('true'))).result).toMatchObject({ percent: 0 });
});

test('when the time is over an attempt is graded on what was saved, whatever was seen', async ({ db }) => {
  const room = await openExamRoom(db, { timeLimit: 10 });
  const { id } = await room.start();
  await room.save(id, 'q-1', 'true');
  room.wait(601);
  expect((await room.submit(id, {})).result).toMatchObject({ percent: 50, endedBy: 'deadline' });
});

test('forward only: nobody leaves a question with an answer that was not seen', async ({ db }) => {
  const room = await openExamRoom(db, { navigation: 'forward' }, 3);
  const { id } = await room.start();
  const go = (seen: string) => goForward(room.services, room.caller, { id, question: 'q-1', seen });
  await room.save(id, 'q-1', 'true');
  await expect(go('')).rejects.toMatchObject({
    code: 'VERSION_CONFLICT',
    data: { current: { answers: { 'q-1': 'true' }, forward: { place: 1 } } },
  });
  expect(await go(answerFingerprint('true'))).toMatchObject({ forward: { place: 2 } });
});
