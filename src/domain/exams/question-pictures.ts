import type { Exam } from '../courses/exam.ts';

/** The pictures that the questions of an exam ask about, by their addresses or the names of their files. */
export function picturesOf(exam: Exam | null): string[] {
  return (exam?.questions ?? []).flatMap((question) =>
    question.kind === 'hotspot' ? [question.picture.src] : [],
  );
}

/** The same exam with its pictures elsewhere. */
export function withPictures(exam: Exam, addressOf: (src: string) => string): Exam {
  const questions = exam.questions.map((question) =>
    question.kind === 'hotspot'
      ? { ...question, picture: { ...question.picture, src: addressOf(question.picture.src) } }
      : question,
  );
  return { ...exam, questions };
}
