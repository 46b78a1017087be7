import type { z } from 'zod';
import type { answer, PracticeRound } from '#contract/exams/exams';
import { canTakeExam } from '#domain/access/content/can-take-exam';
import { gradeExam } from '#domain/exams/results/grade-exam';
import { practiceDraws, practiceQuestions } from '#domain/exams/results/practice';
import { missedTopics } from '#domain/exams/results/topic-results';
import { signedIn } from '#server/areas/accounts/sessions/signed-in';
import { factsOf } from '#server/areas/courses/catalogue/facts-of';
import { authorise } from '#server/authorise';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { loadOwnAttempt } from '../attempts/load-own-attempt.ts';
import { reviewOf } from '../marking/review-of.ts';
import { drawExam } from '../paper/draw-exam.ts';
import { renderExam } from '../paper/render-exam.ts';
import { toPaper } from '../paper/to-paper.ts';
import { feedbackOf } from './feedback-of.ts';
import { findPracticeBank, topicsOf } from './load-topics.ts';

interface Input {
  readonly id: string;
  readonly seed: string;
  readonly answers: Record<string, z.output<typeof answer>>;
}

/**
 * A practice round of what was missed in an attempt, drawn from the bank that its exam names; what is answered comes with what
 * is right. Nothing is stored and nothing counts. Fails with ATTEMPT_NOT_FOUND, TIER_REQUIRED and NO_PRACTICE.
 */
export async function practiceMissed(
  { clock, db, log }: Services,
  caller: Caller,
  { answers, id, seed }: Input,
): Promise<PracticeRound> {
  const { userId } = signedIn(caller);
  const now = clock.now();
  const row = await loadOwnAttempt(db, caller, { id, userId, now });
  const { exam, result } = row;
  if (!result) throw new Failure('NO_PRACTICE');
  const { rule, shows } = await feedbackOf(db.kysely, row, { exam, now });
  const topics = topicsOf(row, { result, rule, shows });
  const bank = await findPracticeBank(db.kysely, row, { shows, topics });
  if (!bank) throw new Failure('NO_PRACTICE');
  authorise(canTakeExam(caller.viewer, factsOf({ ...bank, enrolled: true })), 'ATTEMPT_NOT_FOUND');
  const missed = missedTopics(topics);
  const draws = practiceDraws(bank.slug, missed);
  const whole = { ...exam, questions: [], draws };
  const drawn = await drawExam(db.kysely, { exam: whole, seed, log, otherwise: 'NO_PRACTICE' });
  const round = { ...drawn, questions: practiceQuestions(draws, drawn.questions) };
  const html = await renderExam(round);
  const given = new Map(Object.entries(answers));
  const graded = gradeExam(round, given);
  return {
    topics: missed,
    questions: toPaper(round, { id: seed, html }),
    review: reviewOf(
      round,
      { ...graded, questions: graded.questions.filter((each) => given.has(each.id)) },
      html,
    ),
  };
}
