import type { Draw } from '../draw.ts';
import { kindOf, type Question } from '../kinds/kinds.ts';

/** How many questions a practice round asks at most. */
const MAX_QUESTIONS = 10;

/** What a practice round draws of each topic; more than it asks, because some may be such that people mark. */
export function practiceDraws(bank: string, topics: readonly string[]): Draw[] {
  return topics.map((topic, at) => ({
    id: `practice-${at + 1}`,
    bank,
    tags: [topic],
    count: MAX_QUESTIONS,
    points: null,
  }));
}

/** The questions of a practice round, of each topic in turn; none that a person would have to mark. */
export function practiceQuestions(draws: readonly Draw[], drawn: readonly Question[]): Question[] {
  const gradable = drawn.filter((question) => !kindOf(question).isMarkedByHand);
  const byTopic = draws.map(({ id }) => gradable.filter((question) => question.id.startsWith(`${id}-`)));
  return Array.from({ length: MAX_QUESTIONS }, (_, at) => byTopic.flatMap((all) => all[at] ?? []))
    .flat()
    .slice(0, MAX_QUESTIONS);
}
