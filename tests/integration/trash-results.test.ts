import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { DEFAULT_SETTINGS } from '#domain/exams/exam-settings';
import { getCertificate } from '#server/areas/certificates/get-certificate';
import { listMyCertificates } from '#server/areas/certificates/list-my-certificates';
import { getLosses } from '#server/areas/courses/editing/get-losses';
import { loadEditCourse } from '#server/areas/courses/editing/load-edit-course';
import { updateCourse } from '#server/areas/courses/editing/update-course';
import { getRemovalImpact } from '#server/areas/courses/trash/get-removal-impact';
import { listTrash } from '#server/areas/courses/trash/list-trash';
import { removeCourse } from '#server/areas/courses/trash/remove-course';
import { restoreCourse } from '#server/areas/courses/trash/restore-course';
import { restoreVersion } from '#server/areas/courses/versions/restore-version';
import { getAttempt } from '#server/areas/exams/attempts/get-attempt';
import { saveAnswer } from '#server/areas/exams/attempts/save-answer';
import { startAttempt } from '#server/areas/exams/attempts/start-attempt';
import { submitAttempt } from '#server/areas/exams/attempts/submit-attempt';
import { listGrades } from '#server/areas/exams/grades/list-grades';
import { getMarkedAnswer } from '#server/areas/exams/marking/get-marked-answer';
import { markAnswer } from '#server/areas/exams/marking/mark-answer';
import { getExam } from '#server/areas/exams/paper/get-exam';
import { enrol } from '#server/areas/learning/enrol';
import type { Db } from '#server/db/client';
import { test } from '#tests/kit/database';
import { failureOf, openVerbs } from '#tests/kit/verbs';

const ESSAY = {
  id: 'q-essay',
  kind: 'essay',
  prompt: 'Argue.',
  points: 4,
  explanation: '',
  minWords: 1,
  maxWords: 50,
  rubric: [],
};
const KEPT = [
  'enrolments',
  'section_progress',
  'exam_attempts',
  'exam_answers',
  'exam_marks',
  'certificates',
];

/** A course that somebody completed by an exam which a person marked, with its certificates. */
async function openRoom(db: Db) {
  const verbs = await openVerbs(db);
  const { as, services } = verbs;
  const [admin, learner] = [as('admin'), as('premium')];
  const exam = { intro: '', passMark: 50, questions: [ESSAY], settings: DEFAULT_SETTINGS };
  const { rows } = await db.pool.query(
    `with made as (insert into courses (title, description, slug, thumbnail)
       values ('Essays', 'E', 'essays', '/e.svg') returning id)
     insert into course_content (course_id, key, title, section_type, exam, sort_order)
     select id, 'final', 'Final', 'exam', $1::jsonb, 1 from made returning id, course_id`,
    [JSON.stringify(exam)],
  );
  const { course_id: courseId, id: sectionId } = rows[0];
  await enrol(services, learner, { courseId });
  const { id: attemptId } = await startAttempt(services, learner, { sectionId });
  await saveAnswer(services, learner, {
    id: attemptId,
    writer: randomUUID(),
    seq: 1,
    question: ESSAY.id,
    answer: 'My own words',
  });
  await submitAttempt(services, learner, { id: attemptId });
  const mark = { attemptId, question: ESSAY.id, version: 0, comment: 'Well done', points: 3 };
  await markAnswer(services, admin, mark);
  const { certificates } = await listMyCertificates(services, learner);
  return { ...verbs, admin, learner, courseId, attemptId, certificates };
}

/** What learners and markers see of it. */
async function shownOf({
  admin,
  attemptId,
  courseId,
  learner,
  services,
}: Awaited<ReturnType<typeof openRoom>>) {
  return {
    attempt: await getAttempt(services, learner, { id: attemptId }),
    exam: await getExam(services, learner, { slug: 'essays', key: 'final' }),
    mark: await getMarkedAnswer(services, admin, { attemptId, question: ESSAY.id }),
    grades: await listGrades(services, admin, { courseId, q: '', page: 'first' }),
    certificates: await listMyCertificates(services, learner),
  };
}

async function rowsOf(db: Db, courseId: string): Promise<Record<string, unknown[]>> {
  const kept: Record<string, unknown[]> = {};
  for (const table of KEPT)
    kept[table] = (await db.pool.query(`select to_jsonb(t) as row from ${table} t order by 1`)).rows;
  const { rows } = await db.pool.query('select count(*)::int from course_content where course_id = $1', [
    courseId,
  ]);
  return { ...kept, sections: rows };
}

test('attempts, answers, marks and certificates of a deleted course are there again when it is restored', async ({
  db,
}) => {
  const room = await openRoom(db);
  const { admin, certificates, courseId, learner, services } = room;
  const what = () => shownOf(room);
  const [shown, rows] = [await what(), await rowsOf(db, courseId)];
  expect(shown.attempt.result).toMatchObject({
    percent: 75,
    passed: true,
    marks: [{ comment: 'Well done' }],
  });
  expect(certificates.map(({ kind }) => kind).sort()).toEqual(['course', 'exam']);
  expect(await getRemovalImpact(services, admin, { id: courseId })).toEqual({
    learners: 1,
    attempts: 1,
    marks: 1,
    countedAt: null,
  });

  await removeCourse(services, admin, { id: courseId });
  expect((await listTrash(services, admin)).courses).toMatchObject([{ id: courseId, slug: 'essays' }]);
  const gone = getExam(services, learner, { slug: 'essays', key: 'final' });
  expect(await failureOf(gone)).toMatch(/_NOT_FOUND$/);
  for (const { id } of certificates)
    expect(await getCertificate(services, learner, { id })).toMatchObject({
      state: 'valid',
      courseSlug: null,
    });

  await restoreCourse(services, admin, { id: courseId });
  expect(await what()).toEqual(shown);
  expect(await rowsOf(db, courseId)).toEqual(rows);
});

test('an exam that was made a lesson is an exam again with the version before, results included', async ({
  db,
}) => {
  const room = await openRoom(db);
  const { admin, courseId: id, learner, services } = room;
  const [shown, rows] = [await shownOf(room), await rowsOf(db, id)];
  const course = await loadEditCourse(db.kysely, id);
  if (!course) throw new Error('no course');
  const content = course.content.map((section) => ({
    ...section,
    sectionType: 'lesson' as const,
    exam: null,
  }));
  const one = { learners: 1, attempts: 1, marks: 1 };
  expect(await getLosses(services, admin, { id, content })).toEqual({
    ...one,
    sections: [{ ...one, id: course.content[0]?.id, title: 'Final', sectionType: 'exam', becomes: 'lesson' }],
  });
  expect(await getLosses(services, admin, { id, content: course.content })).toMatchObject({ sections: [] });
  const saved = await updateCourse(services, admin, { ...course, content });
  const gone = getExam(services, learner, { slug: 'essays', key: 'final' });
  expect(await failureOf(gone)).toMatch(/_NOT_FOUND$/);
  await restoreVersion(services, admin, { id, version: course.version, basedOn: saved.version });
  expect(await shownOf(room)).toEqual(shown);
  expect(await rowsOf(db, id)).toEqual(rows);
});

test('an exam that an earlier version does not have waits in the trash, and comes back with the version before', async ({
  db,
}) => {
  const room = await openRoom(db);
  const { admin, courseId: id, services } = room;
  const shown = await shownOf(room);
  const course = await loadEditCourse(db.kysely, id);
  if (!course) throw new Error('no course');
  const earlier = JSON.stringify({ ...course, version: 1, content: [] });
  await db.pool.query('update courses set version = 2 where id = $1', [id]);
  await db.pool.query(
    'insert into course_versions (course_id, version, content, saved_at) values ($1, 1, $2, now())',
    [id, earlier],
  );
  expect(await getLosses(services, admin, { id, version: 1 })).toMatchObject({
    learners: 1,
    attempts: 1,
    marks: 1,
    sections: [{ title: 'Final', becomes: null, learners: 1, attempts: 1, marks: 1 }],
  });
  expect(await failureOf(getLosses(services, admin, { id, version: 9 }))).toBe('REVISION_NOT_FOUND');
  const bare = await restoreVersion(services, admin, { id, version: 1, basedOn: 2 });
  expect(bare.content).toEqual([]);
  expect((await listTrash(services, admin)).sections).toMatchObject([{ title: 'Final', courseId: id }]);
  await restoreVersion(services, admin, { id, version: 2, basedOn: bare.version });
  expect(await shownOf(room)).toEqual(shown);
  expect((await listTrash(services, admin)).sections).toEqual([]);
});
