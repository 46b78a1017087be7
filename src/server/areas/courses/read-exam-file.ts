import { parse } from 'yaml';
import { z } from 'zod';
import type { Exam } from '#domain/courses/exam';
import { examShape } from './stored-exam.ts';

const examFile = z.object({
  id: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be a name such as final-exam'),
  title: z.string().trim().min(1).max(200),
  minutes: z.int().min(0).max(6000).optional(),
  pass_mark: z.number(),
  intro: z.string().default(''),
  questions: z.array(z.looseObject({ case_sensitive: z.boolean().optional() })),
});

/** Reads NN-name.exam.yaml. Throws what is wrong with it. */
export function readExamFile(text: string) {
  const { id, intro, minutes, pass_mark, questions, title } = examFile.parse(parse(text));
  const content = intro.trim();
  const named = questions.map(({ case_sensitive: caseSensitive, ...question }) => ({
    ...question,
    caseSensitive,
  }));
  const exam: Exam = examShape.parse({ intro: content, passMark: pass_mark, questions: named });
  const plain = { type: 'text', sectionType: 'exam', videoUrl: '', captionsUrl: '' } as const;
  return { ...plain, key: id, title, minutes, exam, content };
}

/** An exam as the file would write it. */
export function examFileOf(
  section: { key: string; title: string; minutes: number; content: string },
  exam: Exam,
): object {
  return {
    id: section.key,
    title: section.title,
    minutes: section.minutes,
    pass_mark: exam.passMark,
    intro: `${section.content}\n`,
    questions: exam.questions.map((question) => {
      if (question.kind !== 'text') return question;
      const { caseSensitive, ...rest } = question;
      return { ...rest, case_sensitive: caseSensitive };
    }),
  };
}
