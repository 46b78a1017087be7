import type { z } from 'zod';
import type { ExamForm } from '#contract/exams/exam-form';
import type { answer, ExamAttempt } from '#contract/exams/exams';
import { canAdminister } from '#domain/access/can-administer';
import { deadlineOf } from '#domain/exams/exam-settings';
import { gradeExam } from '#domain/exams/results/grade-exam';
import { topicResults } from '#domain/exams/results/topic-results';
import { wholePercent } from '#domain/exams/results/whole-percent';
import { authorise } from '#server/authorise';
import type { Caller, Services } from '#server/services';
import { reviewOf } from '../marking/review-of.ts';
import { drawExam } from './draw-exam.ts';
import { renderExam } from './render-exam.ts';
import { toPaper } from './to-paper.ts';

interface Draft {
  /** Decides every order and number, as the id of an attempt does. */
  readonly seed: string;
  readonly exam: ExamForm;
  /** Left out: nothing is handed in yet. */
  readonly answers?: Record<string, z.output<typeof answer>> | undefined;
}

/** A draft as a learner would meet it, and its result. Nothing is stored; who writes it sees every key. */
export async function tryExam(
  { clock, db, log }: Pick<Services, 'clock' | 'db' | 'log'>,
  { viewer }: Caller,
  { answers, exam: form, seed }: Draft,
): Promise<ExamAttempt> {
  authorise(canAdminister(viewer));
  const whole = { intro: '', ...form };
  const exam = await drawExam(db.kysely, { exam: whole, seed, log, otherwise: 'BAD_INPUT' });
  const html = await renderExam(exam);
  const now = clock.now();
  const result = answers && gradeExam(exam, new Map(Object.entries(answers)));
  return {
    id: seed,
    number: 1,
    now: now.toISOString(),
    startedAt: now.toISOString(),
    deadlineAt: deadlineOf(exam.settings, now)?.toISOString() ?? null,
    forward: null,
    questions: toPaper(exam, { id: seed, html }),
    answers: answers ?? {},
    result: result
      ? {
          percent: wholePercent(result.percent),
          passed: result.passed,
          passMark: exam.passMark,
          endedBy: 'candidate',
          submittedAt: now.toISOString(),
          marks: [],
          // Nobody marks what is not kept: what people would mark earns nothing here.
          waiting: false,
          checking: false,
          regraded: false,
          feedback: { rule: exam.settings.feedback, at: null },
          review: reviewOf(exam, result, html),
          topics: topicResults(exam.questions, result.questions, { showsAnswers: true }).map(
            // Lessons have titles once the course is saved.
            ({ lessons, missed, tag, ...rest }) => ({
              ...rest,
              name: tag ?? lessons[0] ?? '',
              missed: [...missed],
              lessons: lessons.map((key) => ({ key, title: key })),
            }),
          ),
          practice: false,
          late: [],
        }
      : null,
  };
}
