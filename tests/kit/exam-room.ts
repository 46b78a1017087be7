import { randomUUID } from 'node:crypto';
import { DEFAULT_SETTINGS, type ExamSettings } from '#domain/exams/exam-settings';
import type { Answer } from '#domain/exams/kinds/kind';
import { getAttempt } from '#server/areas/exams/attempts/get-attempt';
import { saveAnswer } from '#server/areas/exams/attempts/save-answer';
import { startAttempt } from '#server/areas/exams/attempts/start-attempt';
import { submitAttempt } from '#server/areas/exams/attempts/submit-attempt';
import { getExam } from '#server/areas/exams/paper/get-exam';
import { enrol } from '#server/areas/learning/enrol';
import type { Db } from '#server/db/client';
import { openVerbs } from './verbs.ts';

/** A course with an exam of true statements q-1, q-2, …, and one who studies it; `wait` moves the clock. */
export async function openExamRoom(db: Db, settings: Partial<ExamSettings> = {}, count = 2) {
  const verbs = await openVerbs(db);
  const { services } = verbs;
  const caller = verbs.as('free');
  const questions = Array.from({ length: count }, (_, index) => ({
    id: `q-${index + 1}`,
    kind: 'true-false',
    prompt: `Statement ${index + 1}`,
    points: 1,
    explanation: 'canaryexplanation',
    answer: true,
  }));
  const { rows } = await db.pool.query(
    `with made as (insert into courses (title, description, slug, thumbnail, subscription_level, published_at)
       values ('Truths', 'T', 'truths', '/t.svg', 'free', $2) returning id)
     insert into course_content (course_id, key, title, section_type, exam, sort_order)
     select id, 'final', 'Final', 'exam', $1::jsonb, 1 from made returning id, course_id`,
    [
      JSON.stringify({
        intro: '',
        passMark: 60,
        questions,
        settings: { ...DEFAULT_SETTINGS, wait: 0, ...settings },
      }),
      services.clock.now(),
    ],
  );
  const { course_id: courseId, id: sectionId } = rows[0];
  await enrol(services, caller, { courseId });
  let seq = 0;
  return {
    ...verbs,
    caller,
    courseId,
    sectionId,
    start: () => startAttempt(services, caller, { sectionId }),
    save: (id: string, question: string, answer: Answer, from: { writer?: string; waited?: number } = {}) => {
      seq += 1;
      return saveAnswer(services, caller, { id, seq, question, answer, writer: WRITER, ...from });
    },
    saveAs: (id: string, given: { seq: number; writer: string; answer: string; waited: number }) =>
      saveAnswer(services, caller, { id, question: 'q-1', ...given }),
    submit: (id: string, seen?: Readonly<Record<string, string>>) =>
      submitAttempt(services, caller, { id, seen }),
    read: (id: string) => getAttempt(services, caller, { id }),
    overview: () => getExam(services, caller, { slug: 'truths', key: 'final' }),
  };
}
const WRITER = randomUUID();
