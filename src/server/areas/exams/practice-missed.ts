import type { z } from 'zod';
import type { answer, PracticeRound } from '#contract/exams';
import { canTakeExam } from '#domain/access/can-take-exam';
import { gradeExam } from '#domain/exams/grade-exam';
import { practiceDraws, practiceQuestions } from '#domain/exams/practice';
import { missedTopics } from '#domain/exams/topic-results';
import { signedIn } from '#server/areas/accounts/signed-in';
import { authorise } from '#server/authorise';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { drawExam } from './draw-exam.ts';
import { feedbackOf } from './feedback-of.ts';
import { loadOwnAttempt } from './load-own-attempt.ts';
import { findPracticeBank, topicsOf } from './load-topics.ts';
import { renderExam } from './render-exam.ts';
import { reviewOf } from './review-of.ts';
import { toPaper } from './to-paper.ts';

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
  { clock, db }: Services,
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
  authorise(canTakeExam(caller.viewer, { subscriptionLevel: bank.subscription_level }));
  const missed = missedTopics(topics);
  const draws = practiceDraws(bank.slug, missed);
  const drawn = await drawExam(db.kysely, { ...exam, questions: [], draws }, seed);
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
