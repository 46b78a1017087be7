import type { Exam } from '#domain/courses/exam';
import type { Answer } from '#domain/exams/kinds/kind';
import type { Question } from '#domain/exams/kinds/kinds';
import { renamedOptions } from '#domain/exams/results/renamed-options';

interface Asked {
  readonly taken: readonly { readonly id: string; readonly exam: Exam }[];
  /** The answers of each attempt, by question. */
  readonly given: ReadonlyMap<string, ReadonlyMap<string, Answer>>;
  /** The questions by id, with the options that choices are counted for. */
  readonly questions: ReadonlyMap<string, Question>;
}

interface Chosen {
  /** What was chosen in each attempt, by question: names of the options that choices are counted for. */
  readonly byAttempt: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;
  /** Questions that were asked with options of which nobody can tell which they are now. */
  readonly unclear: ReadonlySet<string>;
}

/** What was chosen in attempts that were asked with other numbers, or before a text was corrected. */
export function chosenOptions({ given, questions, taken }: Asked): Chosen {
  const unclear = new Set<string>();
  const known = new Map<Question, ReadonlyMap<string, string> | null>();
  const renamedIn = (asked: Question, now: Question, exam: Exam) => {
    const found = known.get(asked);
    if (found !== undefined) return found;
    const values = exam.drawn?.find(({ id }) => id === asked.id)?.values ?? {};
    const renamed = renamedOptions(asked, now, { hasNumbers: Object.keys(values).length > 0 });
    known.set(asked, renamed);
    return renamed;
  };
  const chosenIn = ({ exam, id }: Asked['taken'][number]) =>
    exam.questions.flatMap((asked): [string, string[]][] => {
      const [now, answer] = [questions.get(asked.id), given.get(id)?.get(asked.id)];
      if (!now || answer === undefined) return [];
      const renamed = renamedIn(asked, now, exam);
      if (renamed === null) unclear.add(asked.id);
      return [[asked.id, namesIn(answer).map((name) => renamed?.get(name) ?? name)]];
    });
  const byAttempt = new Map(taken.map((attempt) => [attempt.id, new Map(chosenIn(attempt))]));
  return { byAttempt, unclear };
}

/** The options that an answer names. */
export function namesIn(answer: Answer): readonly string[] {
  if (typeof answer === 'string') return [answer];
  return Array.isArray(answer) ? answer : [];
}
