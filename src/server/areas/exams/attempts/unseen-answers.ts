import { answerFingerprint, differingAnswers } from '#domain/exams/attempts/answer-fingerprint';
import type { Answer } from '#domain/exams/kinds/kind';
import type { AttemptRow } from '../sql.ts';

interface Compared {
  readonly answers: ReadonlyMap<string, Answer>;
  /** What the learner sees, by fingerprint. */
  readonly seen: Readonly<Record<string, string>>;
}

/** The questions of which the learner sees another answer than counts; where one goes forward only, the open one alone is seen. */
export function unseenAnswers(
  { asked, current_question: open }: Pick<AttemptRow, 'asked' | 'current_question'>,
  { answers, seen }: Compared,
): string[] {
  const counting = Object.fromEntries([...answers].map(([id, answer]) => [id, answerFingerprint(answer)]));
  const kinds = new Map(asked.questions.map(({ id, kind }) => [id, kind]));
  return differingAnswers(seen, counting).filter((id) => {
    // An answer that names a file which is not there is seen, and never counts.
    const isLostFile = kinds.get(id) === 'file' && !answers.has(id);
    return kinds.has(id) && !isLostFile && (open === null || id === open);
  });
}
