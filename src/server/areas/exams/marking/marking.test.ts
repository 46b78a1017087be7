import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { retentionForm } from '#contract/administration/settings';
import { DEFAULT_SETTINGS, type ExamSettings } from '#domain/exams/exam-settings';
import type { Answer } from '#domain/exams/kinds/kind';
import { enrol } from '#server/areas/learning/enrol';
import { getProgress } from '#server/areas/learning/get-progress';
import { deliverNotices } from '#server/areas/notifications/deliver-notices';
import { listNotifications } from '#server/areas/notifications/list-notifications';
import { deleteOldRecords } from '#server/areas/privacy/delete-old-records';
import { saveSetting } from '#server/areas/settings/save-setting';
import type { Db } from '#server/db/client';
import { Failure } from '#server/failure';
import { test } from '#tests/kit/database';
import { failureOf, openVerbs } from '#tests/kit/verbs';
import { getAttempt } from '../attempts/get-attempt.ts';
import { removeFiles } from '../attempts/remove-files.ts';
import { saveAnswer } from '../attempts/save-answer.ts';
import { startAttempt } from '../attempts/start-attempt.ts';
import { submitAttempt } from '../attempts/submit-attempt.ts';
import { uploadFile } from '../attempts/upload-file.ts';
import { getExam } from '../paper/get-exam.ts';
import { getFile } from './get-file.ts';
import { getMarkedAnswer } from './get-marked-answer.ts';
import { listWaiting } from './list-waiting.ts';
import { markAnswer } from './mark-answer.ts';

const level = (points: number) => ({ text: `canarylevel ${points}`, points });
const questions = [
  {
    id: 'q-essay',
    kind: 'essay',
    prompt: '*Argue.*',
    points: 6,
    explanation: 'canaryhint',
    minWords: 2,
    maxWords: 5,
    rubric: [
      { text: 'canarycriterion', levels: [level(0), level(2)] },
      { text: 'Language', levels: [level(0), level(1)] },
    ],
  },
  {
    id: 'q-file',
    kind: 'file',
    prompt: 'Hand in.',
    points: 4,
    explanation: '',
    accept: ['pdf'],
    maxMegabytes: 1,
    rubric: [],
  },
];
const PDF = new File(['%PDF-1.7 my work'], 'Ada "Lovelace".pdf');

/** A course with an exam that people mark, and one who studies it. */
async function openExam(db: Db, settings: Partial<ExamSettings> = {}) {
  const verbs = await openVerbs(db);
  const { services } = verbs;
  const caller = verbs.as('free');
  const { rows } = await db.pool.query(
    `with made as (insert into courses (title, description, slug, thumbnail, subscription_level)
       values ('Essays', 'E', 'essays', '/e.svg', 'free') returning id)
     insert into course_content (course_id, key, title, section_type, exam, sort_order)
     select id, 'final', 'Final', 'exam', $1::jsonb, 1 from made returning id, course_id`,
    [JSON.stringify({ intro: '', passMark: 50, questions, settings: { ...DEFAULT_SETTINGS, ...settings } })],
  );
  const { course_id: courseId, id: sectionId } = rows[0];
  await enrol(services, caller, { courseId });
  const { id } = await startAttempt(services, caller, { sectionId });
  let seq = 0;
  return {
    ...verbs,
    caller,
    courseId,
    id,
    sectionId,
    give: (question: string, answer: Answer) => {
      seq += 1;
      return saveAnswer(services, caller, { id, writer: WRITER, seq, question, answer });
    },
    upload: (file: File, question = 'q-file') => uploadFile(services, caller, { id, question, file }),
    submit: () => submitAttempt(services, caller, { id }),
    read: () => getAttempt(services, caller, { id }),
    mark: (question: string, version: number, mark: object, who: 'admin' | 'free' = 'admin') =>
      markAnswer(services, verbs.as(who), {
        attemptId: id,
        question,
        version,
        comment: 'Well done',
        ...mark,
      }),
    look: (question: string) => getMarkedAnswer(services, verbs.as('admin'), { attemptId: id, question }),
  };
}
const WRITER = randomUUID();

test('a result waits for the last mark, is then final, told to the learner, and completes the course', async ({
  db,
}) => {
  const room = await openExam(db);
  await room.give('q-essay', '*My* own words');
  const { id: file, name } = await room.upload(PDF);
  await room.give('q-file', { file, name });
  const { result } = await room.submit();
  expect(result).toMatchObject({ waiting: true, percent: null, passed: null, review: null, marks: [] });
  const queue = await listWaiting(room.services, room.as('admin'), {});
  expect(queue.exams).toMatchObject([{ exam: 'Final', course: 'Essays', count: 2 }]);
  expect(queue.items.map(({ prompt }) => prompt).sort()).toEqual(['Argue.', 'Hand in.']);
  expect(await room.look('q-essay')).toMatchObject({
    textHtml: expect.stringContaining('<em>My</em>'),
    words: { count: 3, min: 2, max: 5 },
    final: false,
    given: null,
    next: { question: 'q-file' },
  });
  expect(await room.mark('q-essay', 0, { levels: [1, 0] })).toMatchObject({
    given: 4,
    version: 1,
    final: false,
  });
  expect(await room.mark('q-file', 0, { points: 1 })).toMatchObject({ given: 1, final: true, next: null });
  const { result: made } = await room.read();
  expect(made).toMatchObject({ waiting: false, percent: 50, passed: true });
  expect(made?.marks[0]).toMatchObject({ comment: 'Well done', criteria: [{ text: 'canarycriterion' }, {}] });
  expect(await getProgress(room.services, room.caller, { courseId: room.courseId })).toMatchObject({
    done: 1,
  });
  await deliverNotices(room.services);
  const { items } = await listNotifications(room.services, room.caller, {});
  expect(items.map(({ kind, link }) => `${kind} ${link}`)).toContain(
    'exam-marked /courses/essays/exams/final',
  );
  expect(await failureOf(room.mark('q-file', 1, { points: 4 }))).toBe('RESULT_FINAL');
  const { rows } = await db.pool.query(
    "select 1 from audit_log where action in ('exam.mark', 'exam.result')",
  );
  expect(rows).toHaveLength(3);
});

/** An exam whose result is published: 3 of 10 points, which is no pass. */
async function openPublished(db: Db) {
  const room = await openExam(db);
  await room.give('q-essay', 'My own words');
  const { id: file, name } = await room.upload(PDF);
  await room.give('q-file', { file, name });
  await room.submit();
  await room.mark('q-essay', 0, { levels: [0, 1] });
  await room.mark('q-file', 0, { points: 1 });
  return room;
}

test('a published result is corrected with a reason, which is audited and told; a pass that is gained counts', async ({
  db,
}) => {
  const room = await openPublished(db);
  expect((await room.read()).result).toMatchObject({ percent: 30, passed: false });
  const corrected = await room.mark('q-file', 1, { points: 4, reason: 'The second page was overlooked.' });
  expect(corrected).toMatchObject({ given: 4, version: 2, final: true });
  expect((await room.read()).result).toMatchObject({ percent: 60, passed: true });
  const progress = await getProgress(room.services, room.caller, { courseId: room.courseId });
  expect(progress).toMatchObject({ done: 1, total: 1 });
  const { rows } = await db.pool.query("select before, after from audit_log where action = 'exam.correct'");
  expect(rows).toEqual([
    {
      before: { percent: 30, passed: false },
      after: { percent: 60, passed: true, reason: 'The second page was overlooked.' },
    },
  ]);
  await deliverNotices(room.services);
  const { items } = await listNotifications(room.services, room.caller, {});
  expect(items.find(({ kind }) => kind === 'exam-corrected')).toMatchObject({
    props: { title: 'Final', before: '30', after: '60', reason: 'The second page was overlooked.' },
  });
  // Taken down again: told again, and what was achieved stays.
  await room.mark('q-file', 2, { points: 0, reason: 'It was the page of somebody else.' });
  expect((await room.read()).result).toMatchObject({ percent: 20, passed: false });
  expect(await getProgress(room.services, room.caller, { courseId: room.courseId })).toMatchObject({
    done: 1,
  });
  await deliverNotices(room.services);
  const reported = (await listNotifications(room.services, room.caller, {})).items;
  expect(reported.filter(({ kind }) => kind === 'exam-corrected')).toHaveLength(2);
});

test('a correction over another one, or of who is no administrator, changes nothing', async ({ db }) => {
  const room = await openPublished(db);
  const correct = (version: number, who: 'admin' | 'free') =>
    failureOf(room.mark('q-file', version, { points: 4, reason: 'So.' }, who));
  expect(await correct(0, 'admin')).toBe('VERSION_CONFLICT');
  expect(await correct(1, 'free')).toBe('ADMINISTRATOR_REQUIRED');
  expect((await room.read()).result).toMatchObject({ percent: 30 });
});

test('the last mark says so, and publishes nothing that its marker did not expect', async ({ db }) => {
  const room = await openExam(db);
  await room.give('q-essay', 'My own words');
  const { id: file, name } = await room.upload(PDF);
  await room.give('q-file', { file, name });
  await room.submit();
  expect(await room.look('q-file')).toMatchObject({ last: false });
  await room.mark('q-essay', 0, { levels: [1, 0], publish: false });
  expect(await room.look('q-file')).toMatchObject({ last: true, given: null });
  expect(await failureOf(room.mark('q-file', 0, { points: 1, publish: false }))).toBe('VERSION_CONFLICT');
  expect((await room.read()).result).toMatchObject({ waiting: true });
  expect(await room.mark('q-file', 0, { points: 1, publish: true })).toMatchObject({
    final: true,
    last: false,
  });
});

test('of two markers at one moment one marks, and the other is shown what was given', async ({ ownDb }) => {
  const room = await openExam(ownDb);
  await room.give('q-essay', 'words');
  const { id: file, name } = await room.upload(PDF);
  await room.give('q-file', { file, name });
  await room.submit();
  const both = await Promise.all(
    [0, 1].map((first) => failureOf(room.mark('q-essay', 0, { levels: [first, 0] }))),
  );
  expect(both.filter((each) => each === 'VERSION_CONFLICT')).toHaveLength(1);
  expect(await room.look('q-essay')).toMatchObject({ version: 1 });
  const last = [room.mark('q-file', 0, { points: 1 }), room.mark('q-essay', 1, { levels: [1, 1] })];
  await Promise.all(last.map(failureOf));
  const { rows } = await ownDb.pool.query("select 1 from audit_log where action = 'exam.result'");
  expect(rows).toHaveLength(1);
  expect((await room.read()).result?.waiting).toBe(false);
});

test('a mark that does not belong to the question is refused, and so is anybody but an administrator', async ({
  db,
}) => {
  const room = await openExam(db);
  await room.give('q-essay', 'words');
  await room.submit();
  for (const mark of [{}, { points: 3 }, { levels: [1] }, { levels: [1, 7] }])
    expect(await failureOf(room.mark('q-essay', 0, mark))).toBe('BAD_INPUT');
  expect(await failureOf(room.mark('q-essay', 0, { levels: [0, 0] }, 'free'))).toBe('ADMINISTRATOR_REQUIRED');
  expect(await failureOf(room.mark('q-file', 0, { points: 1 }))).toBe('ATTEMPT_NOT_FOUND');
});

test('blind marking shows no name, not even that of a file, and nothing is told to the candidate before', async ({
  db,
}) => {
  const room = await openExam(db, { blind: true });
  const { id: file, name } = await room.upload(PDF);
  await room.give('q-file', { file, name });
  await room.give('q-essay', 'words');
  const started = await room.submit();
  const seen = JSON.stringify([
    await listWaiting(room.services, room.as('admin'), {}),
    await room.look('q-essay'),
    await room.look('q-file'),
  ]);
  const { viewer } = room.caller;
  for (const secret of ['Lovelace', viewer.kind === 'member' ? viewer.userId : '', '"candidate":"'])
    expect(seen).not.toContain(secret);
  expect(seen).toContain('answer.pdf');
  for (const secret of ['canarylevel', 'canarycriterion', 'canaryhint'])
    expect(JSON.stringify([started, await room.read()])).not.toContain(secret);
});

test('a file is taken when it is of the size and kind asked for, and only as long as the attempt is open', async ({
  db,
}) => {
  const room = await openExam(db);
  const tries = [
    new File(['%PDF-'.padEnd(1_000_001)], 'large.pdf'),
    new File([], 'empty.pdf'),
    new File(['MZ'], 'program.pdf'),
    new File(['%PDF-'], 'page.html'),
  ];
  const codes = [];
  for (const file of tries) codes.push(await failureOf(room.upload(file)));
  expect(codes).toEqual(['BODY_TOO_LARGE', 'BODY_TOO_LARGE', 'UNSUPPORTED_FILE', 'UNSUPPORTED_FILE']);
  expect(await failureOf(room.upload(PDF, 'q-essay'))).toBe('ATTEMPT_NOT_FOUND');
  await room.submit();
  expect(await failureOf(room.upload(PDF))).toBe('ATTEMPT_CLOSED');
  const { rows } = await db.pool.query('select 1 from exam_files');
  expect(rows).toEqual([]);
});

test('a file with a long name is handed in by a name that can be saved', async ({ db }) => {
  const room = await openExam(db);
  // Half of the emoji would be within the 120 letters that are kept.
  const { name } = await room.upload(new File(['%PDF-'], `Ada 😀${'e'.repeat(115)}.pdf`));
  expect(name).toBe(`${'e'.repeat(115)}.pdf`);
});

test('of many files at one moment no more are kept for a question than it takes', async ({ ownDb }) => {
  const room = await openExam(ownDb);
  const codes = await Promise.all(Array.from({ length: 24 }, () => failureOf(room.upload(PDF))));
  expect(codes.filter((code) => code === 'BODY_TOO_LARGE')).toHaveLength(4);
  const { rows } = await ownDb.pool.query("select id || '.upload' as key from exam_files order by 1");
  expect(rows).toHaveLength(20);
  const stored: string[] = [];
  for await (const key of room.services.storage.list()) stored.push(key);
  expect(stored.sort()).toEqual(rows.map(({ key }) => key));
});

test('the files of an attempt, and of all open attempts of somebody, are bounded together', async ({
  db,
}) => {
  const room = await openExam(db);
  const { rows } = await db.pool.query(
    `insert into course_content (course_id, key, title, section_type, exam, sort_order)
     select course_id, 'second', 'Second', 'exam', exam, 2 from course_content where id = $1 returning id`,
    [room.sectionId],
  );
  const { id: other } = await startAttempt(room.services, room.caller, { sectionId: rows[0].id });
  const hold = async (attempt: string, megabytes: number) => {
    await db.pool.query('delete from exam_files where attempt_id = $1', [attempt]);
    await db.pool.query(
      `insert into exam_files (id, attempt_id, question, name, bytes, created_at)
       values (gen_random_uuid(), $1, 'q-other', 'a.pdf', $2, now())`,
      [attempt, megabytes * 1_000_000],
    );
  };
  const said = async () => {
    const error = await room.upload(PDF).then(
      () => null,
      (failure: unknown) => failure,
    );
    return error instanceof Failure ? [error.code, error.fields.file] : error;
  };
  await hold(room.id, 100);
  expect(await said()).toEqual(['BODY_TOO_LARGE', expect.stringContaining('100 MB')]);
  await hold(room.id, 50);
  await hold(other, 150);
  expect(await said()).toEqual(['BODY_TOO_LARGE', expect.stringContaining('200 MB')]);
  await submitAttempt(room.services, room.caller, { id: other });
  expect(await said()).toBeNull();
});

test('an answer that names a file of somebody else is no answer', async ({ db }) => {
  const room = await openExam(db);
  await room.give('q-file', { file: randomUUID(), name: 'mine.pdf' });
  expect((await room.submit()).result).toMatchObject({ waiting: false, percent: 0, passed: false });
});

test('a file is a download for its candidate and for markers, and for nobody else; it goes with its attempt', async ({
  db,
}) => {
  const room = await openExam(db);
  const { id } = await room.upload(PDF);
  const read = (who: 'free' | 'basic' | 'admin') => {
    const resHeaders = new Headers();
    return getFile(room.services, room.as(who), { id, resHeaders }).then((body) => ({ body, resHeaders }));
  };
  const { body, resHeaders } = await read('free');
  expect(await new Response(body).text()).toBe('%PDF-1.7 my work');
  expect(resHeaders.get('content-type')).toBe('application/octet-stream');
  expect(resHeaders.get('content-disposition')).toMatch(
    /^attachment; filename\*=UTF-8''Ada%20_Lovelace_\.pdf$/,
  );
  expect(await failureOf(read('admin'))).toMatchObject({ resHeaders: expect.any(Headers) });
  expect(await failureOf(read('basic'))).toBe('FILE_NOT_FOUND');
  await db.pool.query('delete from exam_attempts');
  expect(await removeFiles(room.services)).toBe(1);
  expect(await room.services.storage.get(`${id}.upload`)).toBeNull();
  expect(await removeFiles(room.services)).toBe(0);
});

test('an old file goes, and its bytes with it, once its attempt is handed in and marked, and only where the school wants it', async ({
  db,
}) => {
  const room = await openExam(db, { attempts: 2 });
  const { as, services } = room;
  const { id: marked, name } = await room.upload(PDF);
  await room.give('q-file', { file: marked, name });
  await room.submit();
  const { id: attemptId } = await startAttempt(services, room.caller, { sectionId: room.sectionId });
  const again = { id: attemptId, question: 'q-file', file: PDF };
  const { id: open } = await uploadFile(services, room.caller, again);
  const left = async () => {
    await deleteOldRecords(services);
    await removeFiles(services);
    const { rows } = await db.pool.query('select id from exam_files');
    const ids = rows.map((row) => String(row.id));
    for (const file of [marked, open])
      expect((await services.storage.get(`${file}.upload`)) !== null, file).toBe(ids.includes(file));
    return ids.sort();
  };
  room.wait(400 * 86_400);
  expect(await left()).toEqual([marked, open].sort());
  const value = { ...retentionForm.parse({}), examFiles: 365 as const };
  await saveSetting(services, as('admin'), { name: 'retention', form: retentionForm, version: 0, value });
  // One waits for its mark, and the other attempt is still written.
  expect(await left()).toEqual([marked, open].sort());
  await room.mark('q-file', 0, { points: 4 });
  expect(await left()).toEqual([open]);
});

test('an exam in which nothing was written has its result at once', async ({ db }) => {
  const room = await openExam(db, { attempts: 1 });
  expect((await room.submit()).result).toMatchObject({ waiting: false, passed: false });
  const overview = await getExam(room.services, room.caller, { slug: 'essays', key: 'final' });
  expect(overview.attempts).toMatchObject([{ waiting: false, passed: false, percent: 0 }]);
});
