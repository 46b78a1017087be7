import { z } from 'zod';
import { sectionForm } from '#contract/course-form';
import type { Exam } from '#domain/courses/exam';
import { plainText } from '#domain/courses/plain-text';
import type { CONTENT_TYPES } from '#domain/courses/vocabulary';
import { readYaml } from './read-yaml.ts';
import { sectionHead } from './section-head.ts';
import { examQuestions } from './stored-exam.ts';

const examFile = z.strictObject({
  ...sectionHead.shape,
  pass_mark: z.number().min(0).max(100),
  intro: sectionForm.shape.content.transform(plainText),
  questions: z.preprocess((given) => (Array.isArray(given) ? given.map(withOwnNames) : given), examQuestions),
});

/** Files write case_sensitive; everything else has one name in file and program. */
function withOwnNames(question: unknown): unknown {
  if (typeof question !== 'object' || question === null || !('case_sensitive' in question)) return question;
  const { case_sensitive, ...rest } = question;
  return { ...rest, caseSensitive: case_sensitive };
}

/** Reads NN-name.exam.yaml. Throws what is wrong with it. */
export function readExamFile(text: string) {
  const { captions_url, id, intro, pass_mark, questions, video_url, ...rest } = readYaml(text, examFile);
  return {
    ...rest,
    key: id,
    exam: { intro, passMark: pass_mark, questions },
    content: intro,
    sectionType: 'exam',
    videoUrl: video_url,
    captionsUrl: captions_url,
  } as const;
}

interface Written {
  readonly key: string;
  readonly title: string;
  readonly type: (typeof CONTENT_TYPES)[number];
  readonly video_url: string | null;
  readonly captions_url: string | null;
  readonly minutes: number;
  readonly content: string;
}

/** An exam as the file would write it. */
export function examFileOf(section: Written, exam: Exam): object {
  return {
    id: section.key,
    title: section.title,
    ...(section.type !== 'text' && { type: section.type }),
    ...(section.video_url && { video_url: section.video_url }),
    ...(section.captions_url && { captions_url: section.captions_url }),
    minutes: section.minutes,
    pass_mark: exam.passMark,
    intro: section.content,
    questions: exam.questions.map((question) => {
      if (question.kind !== 'text') return question;
      const { caseSensitive, ...rest } = question;
      return { ...rest, case_sensitive: caseSensitive };
    }),
  };
}
