import type { z } from 'zod';
import type { answer as answerShape, ExamAttempt, ExamResultReply } from '#contract/exams';
import type { Exam } from '#domain/courses/exam';
import type { Answer, Choice } from '#domain/exams/kinds/kind';
import { kindOf } from '#domain/exams/kinds/kinds';
import { showsFeedback } from '#domain/exams/shows-feedback';
import { storedExam } from '#server/areas/courses/stored-exam';
import { Failure } from '#server/failure';
import { type AttemptRow, type Reader, selectAnswers } from './sql.ts';

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
    questions: exam.questions.map((question) => {
      const { choices, places, unit } = kindOf(question).toPaper(question, row.id);
      const drawn = ({ id, text }: Choice) => ({ id, html: row.html[text] ?? '' });
      return {
        ...{ id: question.id, kind: question.kind, html: row.html[question.prompt] ?? '', unit },
        choices: choices.map(drawn),
        places: places.map((place) => ({ ...drawn(place), choices: place.choices.map(drawn) })),
      };
    }),
    answers: Object.fromEntries([...answers].map(([id, answer]) => [id, toReply(answer)])),
    result: toResult(row, exam, now),
  };
}

function toResult(row: AttemptRow, exam: Exam, now: Date): ExamResultReply | null {
  const { ended_by: endedBy, result, submitted_at } = row;
  if (!result || !endedBy || !submitted_at) return null;
  const shows = showsFeedback(exam.settings, { hasPassed: row.has_passed, now });
  const byId = new Map(exam.questions.map((question) => [question.id, question]));
  const review = result.questions.flatMap((graded) => {
    const question = byId.get(graded.id);
    if (!question) return [];
    const key = toReply(kindOf(question).toKey(question));
    return [{ ...graded, key, explanationHtml: row.html[question.explanation] ?? '' }];
  });
  return {
    ...{ percent: result.percent, passed: result.passed, passMark: exam.passMark, endedBy },
    submittedAt: submitted_at.toISOString(),
    review: shows ? review : null,
  };
}

function toReply(answer: Answer): AnswerReply {
  return answer as AnswerReply;
}
