import type { Exam } from '../courses/exam.ts';

/** An exam, or anything else that has questions. */
type Asking = Pick<Exam, 'questions'>;

/** The pictures that the questions of an exam ask about, by their addresses or the names of their files. */
export function picturesOf(exam: Asking | null): string[] {
  return (exam?.questions ?? []).flatMap((question) =>
    question.kind === 'hotspot' ? [question.picture.src] : [],
  );
}

/** The same exam with its pictures elsewhere. */
export function withPictures<Kind extends Asking>(exam: Kind, addressOf: (src: string) => string): Kind {
  const questions = exam.questions.map((question) =>
    question.kind === 'hotspot'
      ? { ...question, picture: { ...question.picture, src: addressOf(question.picture.src) } }
      : question,
  );
  return { ...exam, questions };
}
