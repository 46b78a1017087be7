import type { z } from 'zod';
import type { answer as answerShape } from '#contract/exams/exams';
import type { LateReview } from '#contract/exams/marking';
import { canAdminister } from '#domain/access/can-administer';
import { byPlace } from '#domain/exams/kinds/choice-id';
import type { Answer } from '#domain/exams/kinds/kind';
import { attemptCode, shownFileName } from '#domain/exams/marking/blind';
import { authorise } from '#server/authorise';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { selectExamPlace } from '../marking/marking-sql.ts';
import { realAnswers } from '../paper/real-answers.ts';
import { toPaper } from '../paper/to-paper.ts';
import { selectAttempt, selectUserName } from '../sql.ts';
import { selectLate } from './late-sql.ts';

/**
 * The late answers to an attempt beside the answers that count, for who decides about them. Fails with ATTEMPT_NOT_FOUND, also
 * for an attempt without late answers.
 */
export async function getLateReview(
  { db: { kysely } }: Pick<Services, 'db'>,
  caller: Caller,
  { attemptId }: { attemptId: string },
): Promise<LateReview> {
  authorise(canAdminister(caller.viewer));
  const attempt = await selectAttempt(kysely, attemptId);
  const late = await selectLate(kysely, attemptId);
  const deadlineAt = attempt?.deadline_at;
  if (!attempt || !deadlineAt || late.length === 0) throw new Failure('ATTEMPT_NOT_FOUND');
  const { asked, exam } = attempt;
  const place = await selectExamPlace(kysely, attempt.section_id);
  const counting = await realAnswers(kysely, attemptId, exam);
  const paper = toPaper(asked, attempt);
  const { blind } = exam.settings;
  return {
    attemptId,
    exam: place?.exam_title ?? '',
    course: place?.course_title ?? '',
    candidate: blind ? null : await selectUserName(kysely, attempt.user_id),
    code: attemptCode(attemptId),
    deadlineAt: deadlineAt.toISOString(),
    waiting: attempt.waiting,
    unmarked: [...(attempt.waiting ? (attempt.result?.waiting ?? []) : [])],
    answers: late.flatMap((row) => {
      const at = paper.findIndex(({ id }) => id === row.question);
      const question = paper[at];
      const counts = counting.get(row.question);
      if (!question) return [];
      const shown = (answer: Answer) => toReply(blind && question.upload ? withoutFileName(answer) : answer);
      return [
        {
          id: row.id,
          number: at + 1,
          question,
          state: row.state,
          reason: row.reason,
          counting: counts === undefined ? null : shown(counts),
          late: shown(row.answer),
          typedAt: row.typed_at.toISOString(),
          receivedAt: row.received_at.toISOString(),
          decider: row.decider,
          decidedAt: row.decided_at?.toISOString() ?? null,
        },
      ];
    }),
  };
}

/** A file may be named after the one who handed it in. */
function withoutFileName(answer: Answer): Answer {
  const { file, name } = byPlace(answer);
  return { file: file ?? '', name: shownFileName(name ?? '', true) };
}

function toReply(answer: Answer): z.output<typeof answerShape> {
  return answer as z.output<typeof answerShape>;
}
