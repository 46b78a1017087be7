import { randomUUID } from 'node:crypto';
import { expect, vi } from 'vitest';
import { DEFAULT_SETTINGS, type ExamSettings } from '#domain/exams/exam-settings';
import { enrol } from '#server/areas/learning/enrol';
import type { Db } from '#server/db/client';
import { Failure } from '#server/failure';
import { test } from '#tests/kit/database';
import { openVerbs } from '#tests/kit/verbs';
import { keepLateAnswer } from '../late/keep-late-answer.ts';
import { forgetFiles } from './forget-files.ts';
import { removeFiles } from './remove-files.ts';
import { saveAnswer } from './save-answer.ts';
import { startAttempt } from './start-attempt.ts';
import { submitAttempt } from './submit-attempt.ts';
import { uploadFile } from './upload-file.ts';

const question = 'q-file';
const DAY = 86_400;
const QUESTION = {
  id: question,
  kind: 'file',
  prompt: 'Hand in.',
  points: 4,
  explanation: '',
  accept: ['pdf'],
  maxMegabytes: 10,
  rubric: [],
};
const PDF = new File(['%PDF-1.7 my work'], 'work.pdf');

/** An exam that asks for a file, and one who takes it again and again. */
async function openExam(db: Db, settings: Partial<ExamSettings> = {}) {
  const verbs = await openVerbs(db);
  const { services } = verbs;
  const caller = verbs.as('free');
  const exam = {
    intro: '',
    passMark: 50,
    questions: [QUESTION],
    settings: { ...DEFAULT_SETTINGS, ...settings },
  };
  const { rows } = await db.pool.query(
    `with made as (insert into courses (title, description, slug, thumbnail, subscription_level)
       values ('Files', 'F', 'files', '/f.svg', 'free') returning id)
     insert into course_content (course_id, key, title, section_type, exam, sort_order)
     select id, 'final', 'Final', 'exam', $1::jsonb, 1 from made returning id, course_id`,
    [JSON.stringify(exam)],
  );
  const { course_id: courseId, id: sectionId } = rows[0];
  await enrol(services, caller, { courseId });
  return {
    ...verbs,
    start: async () => (await startAttempt(services, caller, { sectionId })).id,
    submit: (id: string) => submitAttempt(services, caller, { id }),
    /** Counted as so many megabytes. */
    upload: async (id: string, megabytes = 0) => {
      const { id: file } = await uploadFile(services, caller, { id, question, file: PDF });
      if (megabytes > 0)
        await db.pool.query('update exam_files set bytes = $2 where id = $1', [file, megabytes * 1_000_000]);
      return file;
    },
    give: (id: string, file: string) =>
      saveAnswer(services, caller, {
        id,
        writer: randomUUID(),
        seq: 1,
        question,
        answer: { file, name: 'a' },
      }),
    giveLate: (id: string, file: string, waited: number) => {
      const answer = { file, name: 'work.pdf' };
      return keepLateAnswer(services, caller, { id, writer: randomUUID(), question, answer, waited });
    },
    /** What is stored after the chores. */
    stored: async () => {
      await forgetFiles(services, { batch: 2 });
      await removeFiles(services);
      const keys: string[] = [];
      for await (const key of services.storage.list()) keys.push(key.replace('.upload', ''));
      return keys.sort();
    },
  };
}

test('who uploads and submits again and again fills the store no further than a limit', async ({ db }) => {
  const room = await openExam(db, { wait: 0 });
  const said = async (id: string) => {
    const error = await room.upload(id, 90).catch((failure: unknown) => failure);
    return error instanceof Failure ? [error.code, error.fields.file] : typeof error;
  };
  const rounds: unknown[] = [];
  for (let round = 0; round < 8; round += 1) {
    const id = await room.start();
    rounds.push(await said(id));
    await room.submit(id);
  }
  const refused = ['BODY_TOO_LARGE', expect.stringContaining('500 MB')];
  expect(rounds).toEqual([...Array(6).fill('string'), refused, refused]);
  expect(await room.stored()).toHaveLength(6);
  room.wait(8 * DAY + 1);
  expect(await room.stored()).toEqual([]);
  expect(await said(await room.start())).toBe('string');
});

test('what an exam asks for is taken whatever was uploaded elsewhere, where it cannot be begun without end', async ({
  db,
}) => {
  const room = await openExam(db, { attempts: 9, wait: 0 });
  let id = '';
  for (let round = 0; round < 7; round += 1) {
    id = await room.start();
    await room.upload(id, round === 6 ? 20 : 90);
    if (round < 6) await room.submit(id);
  }
  const error = await room.upload(id).catch((failure: unknown) => failure);
  expect(error).toMatchObject({ fields: { file: expect.stringContaining('500 MB') } });
});

test('the first attempt at an exam takes what it asks for, also where attempts have no end', async ({
  db,
}) => {
  const room = await openExam(db, { wait: 0 });
  for (let round = 0; round < 6; round += 1) {
    const id = await room.start();
    await room.upload(id, 90);
    await room.submit(id);
  }
  const id = await room.start();
  await expect(room.upload(id)).rejects.toThrow(Failure);
  // As if the others were at other exams.
  await db.pool.query("update exam_attempts set started_at = started_at - interval '8 days' where id <> $1", [
    id,
  ]);
  await room.upload(id, 20);
  await expect(room.upload(id)).rejects.toThrow(Failure);
});

test('a file that an answer names stays, and each one of an attempt that goes on', async ({ db }) => {
  const room = await openExam(db, { wait: 0 });
  const first = await room.start();
  const ignored = await room.upload(first);
  const given = await room.upload(first);
  const other = await room.upload(first);
  await room.give(first, given);
  await room.submit(first);
  const open = await room.upload(await room.start());
  room.wait(8 * DAY - 60);
  expect(await room.stored()).toEqual([ignored, given, other, open].sort());
  room.wait(120);
  expect(await room.stored()).toEqual([given, open].sort());
  const { rows } = await db.pool.query("select after from audit_log where action = 'retention.delete'");
  expect(rows).toEqual([{ after: { unnamedExamFiles: 2 } }]);
});

test('a file that a late answer names stays', async ({ db }) => {
  const room = await openExam(db, { timeLimit: 60 });
  const id = await room.start();
  const late = await room.upload(id);
  const ignored = await room.upload(id);
  room.wait(7 * DAY + 3600);
  expect(await room.stored()).toEqual([late, ignored].sort());
  expect(await room.giveLate(id, late, 7 * DAY * 1000 + 60_000)).toEqual({ kept: true });
  room.wait(30 * DAY);
  expect(await room.stored()).toEqual([late]);
});

test('the file of an upload whose process died goes again', async ({ db }) => {
  const room = await openExam(db);
  const { services } = room;
  const id = await room.start();
  const dying = {
    ...services,
    db: { ...services.db, transaction: () => new Promise<never>(() => undefined) },
  };
  void uploadFile(dying, room.as('free'), { id, question, file: PDF });
  const count = async () => {
    let keys = 0;
    for await (const _ of services.storage.list()) keys += 1;
    return keys;
  };
  await vi.waitUntil(async () => (await count()) === 1);
  expect(await removeFiles(services)).toBe(0);
  room.wait(3601);
  expect(await removeFiles(services)).toBe(1);
  expect(await count()).toBe(0);
});

test('a file that is not taken, and that the store doesn’t give up at once, goes later', async ({ db }) => {
  const room = await openExam(db);
  const { services } = room;
  const id = await room.start();
  const storage = { ...services.storage, remove: () => Promise.reject(new Error('the store is away')) };
  const transaction = () => Promise.reject(new Error('the database is away'));
  const away = { ...services, storage, db: { ...services.db, transaction } };
  const refused = uploadFile(away, room.as('free'), { id, question, file: PDF });
  await expect(refused).rejects.toThrow('the database is away');
  room.wait(3601);
  expect(await removeFiles(services)).toBe(1);
});
