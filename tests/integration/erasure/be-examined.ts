import { randomUUID } from 'node:crypto';
import { accommodationForm } from '#contract/exams/accommodations';
import { DEFAULT_SETTINGS } from '#domain/exams/exam-settings';
import { revokeCertificate } from '#server/areas/certificates/revoke-certificate';
import { setCertificateListed } from '#server/areas/certificates/set-certificate-listed';
import { saveAccommodation } from '#server/areas/exams/accommodations/save-accommodation';
import { saveAnswer } from '#server/areas/exams/attempts/save-answer';
import { startAttempt } from '#server/areas/exams/attempts/start-attempt';
import { submitAttempt } from '#server/areas/exams/attempts/submit-attempt';
import { uploadFile } from '#server/areas/exams/attempts/upload-file';
import { decideLate } from '#server/areas/exams/late/decide-late';
import { markAnswer } from '#server/areas/exams/marking/mark-answer';
import { enrol } from '#server/areas/learning/enrol';
import { saveNote } from '#server/areas/learning/notes/save-note';
import { saveBookmark } from '#server/areas/learning/save-bookmark';
import type { Caller, Services } from '#server/services';
import type { Verbs } from '#tests/kit/verbs';
import { NAME } from './person.ts';

const QUESTIONS = [
  {
    id: 'q-essay',
    kind: 'essay',
    prompt: 'Argue.',
    points: 1,
    explanation: '',
    minWords: null,
    maxWords: null,
    rubric: [],
  },
  {
    id: 'q-file',
    kind: 'file',
    prompt: 'Hand in.',
    points: 1,
    explanation: '',
    accept: ['pdf'],
    maxMegabytes: 1,
    rubric: [],
  },
];

/**
 * The person takes an exam that is marked by hand, with an essay, a file and more time than others, and has a certificate
 * of it and one of the course; what others wrote about it names the person. Marks the attempt of somebody else, as staff.
 */
export async function beExamined({ as, services }: Verbs, caller: Caller, staff: Caller): Promise<void> {
  const admin = as('admin');
  const userId = caller.viewer.kind === 'member' ? caller.viewer.userId : '';
  const { courseId, sectionId } = await insertExam(services);
  await enrol(services, caller, { courseId });
  await saveNote(services, caller, { id: sectionId, body: `Notes of ${NAME}`, version: 0 });
  await saveBookmark(services, caller, { id: sectionId, bookmarked: true });
  const reason = `${NAME} reads slowly`;
  const grant = { sectionId, extraPercent: 25, reason };
  await saveAccommodation(services, admin, { userId, ...accommodationForm.parse(grant) });
  await takeExam(services, caller, admin, sectionId);
  const { rows } = await services.db.pool.query('select id, kind from certificates where user_id = $1', [
    userId,
  ]);
  for (const { id, kind } of rows) {
    await setCertificateListed(services, caller, { id, listed: true });
    if (kind === 'exam') await revokeCertificate(services, admin, { id, reason: `Not by ${NAME}` });
  }
  await enrol(services, as('premium'), { courseId });
  await takeExam(services, as('premium'), staff, sectionId);
}

async function takeExam(
  services: Services,
  caller: Caller,
  marker: Caller,
  sectionId: string,
): Promise<void> {
  const { id } = await startAttempt(services, caller, { sectionId });
  const given = { id, writer: randomUUID() };
  const who = caller.viewer.kind === 'member' ? caller.viewer.name : '';
  await saveAnswer(services, caller, { ...given, seq: 1, question: 'q-essay', answer: `By ${who}` });
  const file = new File([`%PDF-1.7 by ${who}`], `Essay of ${who}.pdf`);
  const { id: fileId, name } = await uploadFile(services, caller, { id, question: 'q-file', file });
  await saveAnswer(services, caller, {
    ...given,
    seq: 2,
    question: 'q-file',
    answer: { file: fileId, name },
  });
  await submitAttempt(services, caller, { id });
  for (const question of ['q-essay', 'q-file'])
    await markAnswer(services, marker, {
      attemptId: id,
      question,
      version: 0,
      points: 1,
      comment: `Well done, ${who}`,
    });
  await beLate(services, marker, { attemptId: id, who });
}

/** An answer that came after the deadline, and the reason why it does not count. */
async function beLate(
  services: Services,
  marker: Caller,
  { attemptId, who }: { attemptId: string; who: string },
): Promise<void> {
  const { rows } = await services.db.pool.query(
    `with ended as (update exam_attempts set deadline_at = submitted_at where id = $1 returning id, submitted_at)
     insert into exam_late_answers (attempt_id, writer, question, answer, typed_at, received_at)
     select id, $2, 'q-essay', $3::jsonb, submitted_at, submitted_at from ended returning id`,
    [attemptId, randomUUID(), JSON.stringify(`Late, by ${who}`)],
  );
  const decisions = [{ id: rows[0].id, accept: false }];
  await decideLate(services, marker, { attemptId, decisions, reason: `Not by ${who}` });
}

async function insertExam({ db }: Services): Promise<{ courseId: string; sectionId: string }> {
  const exam = { intro: '', passMark: 50, questions: QUESTIONS, settings: DEFAULT_SETTINGS };
  const { rows } = await db.pool.query(
    `with made as (insert into courses (title, description, slug, thumbnail, subscription_level)
       values ('Essays', 'E', 'essays', '/e.svg', 'free') returning id)
     insert into course_content (course_id, key, title, section_type, exam, sort_order)
     select id, 'final', 'Final', 'exam', $1::jsonb, 1 from made returning id, course_id`,
    [JSON.stringify(exam)],
  );
  return { courseId: rows[0].course_id, sectionId: rows[0].id };
}
