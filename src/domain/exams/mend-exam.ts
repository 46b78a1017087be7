import { kindOf, type Question } from './kinds/kinds.ts';

export interface MendedExam {
  readonly questions: readonly Question[];
  /** Ids of the questions that are graded anew. */
  readonly mended: readonly string[];
  /** Ids of changed questions that stay as they were asked, because the answers would not fit any more. */
  readonly unfit: readonly string[];
}

/**
 * The questions that somebody was asked, each with the key and the points it has now. A question of another kind, or one
 * that offers other choices than were seen, stays as it was asked.
 */
export function mendExam(asked: readonly Question[], present: readonly Question[]): MendedExam {
  const now = new Map(present.map((question) => [question.id, question]));
  const mended: string[] = [];
  const unfit: string[] = [];
  const questions = asked.map((question) => {
    const other = now.get(question.id);
    if (!other || JSON.stringify(other) === JSON.stringify(question)) return question;
    if (!fits(question, other)) {
      unfit.push(question.id);
      return question;
    }
    mended.push(question.id);
    return other;
  });
  return { questions, mended, unfit };
}

function fits(asked: Question, other: Question): boolean {
  if (asked.kind !== other.kind || asked.parameters?.length || other.parameters?.length) return false;
  const names = (question: Question): string => {
    const { choices, places } = kindOf(question).toPaper(question, '');
    const ids = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id).sort();
    return JSON.stringify([ids(choices), places.map((place) => [place.id, ids(place.choices)]).sort()]);
  };
  return names(asked) === names(other);
}
