import type { z } from 'zod';
import type { answer as answerShape, ExamAttempt, ExamResultReply } from '#contract/exams';
import type { Exam } from '#domain/courses/exam';
import type { Answer } from '#domain/exams/kinds/kind';
import { showsFeedback } from '#domain/exams/shows-feedback';
import { storedExam } from '#server/areas/courses/stored-exam';
import { Failure } from '#server/failure';
import { reviewOf } from './review-of.ts';
import { type AttemptRow, type Reader, selectAnswers } from './sql.ts';
import { toPaper } from './to-paper.ts';

type AnswerReply = z.output<typeof answerShape>;

/** An attempt as its candidate may see it: without keys, points and explanations before the exam's rules allow them. */
export async function toAttempt(db: Reader, row: AttemptRow, now: Date): Promise<ExamAttempt> {
  const exam = storedExam(row.exam);
  if (!exam) throw new Failure('ATTEMPT_NOT_FOUND');
  const answers = await selectAnswers(db, row.id);
  return {
    id: row.id,
    number: row.number,
    startedAt: row.started_at.toISOString(),
    deadlineAt: row.deadline_at?.toISOString() ?? null,
    now: now.toISOString(),
    questions: toPaper(exam, row),
    answers: Object.fromEntries([...answers].map(([id, answer]) => [id, toReply(answer)])),
    result: toResult(row, exam, now),
  };
}

function toResult(row: AttemptRow, exam: Exam, now: Date): ExamResultReply | null {
  const { ended_by: endedBy, result, submitted_at } = row;
  if (!result || !endedBy || !submitted_at) return null;
  const shows = showsFeedback(exam.settings, { hasPassed: row.has_passed, now });
  return {
    ...{ percent: result.percent, passed: result.passed, passMark: exam.passMark, endedBy },
    submittedAt: submitted_at.toISOString(),
    review: shows ? reviewOf(exam, result, row.html) : null,
  };
}

function toReply(answer: Answer): AnswerReply {
  return answer as AnswerReply;
}
