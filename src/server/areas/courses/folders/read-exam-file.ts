import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { sectionForm } from '#contract/courses/course-form';
import { drawForms } from '#contract/questions/draw-form';
import { examSettingsForm } from '#contract/questions/exam-settings-form';
import { questionForms } from '#contract/questions/question-form';
import type { Exam } from '#domain/courses/exam';
import { plainText } from '#domain/courses/plain-text';
import type { CONTENT_TYPES } from '#domain/courses/vocabulary';
import { DEFAULT_SETTINGS, type ExamSettings } from '#domain/exams/exam-settings';
import { fromFileNames, toFileDraw, toFileNames } from '#domain/exams/file-names';
import { rulesOf } from '../catalogue/rules-of.ts';
import { sectionHead } from '../catalogue/section-head.ts';
import { readYaml } from './read-yaml.ts';

const examFile = z.object({
  ...sectionHead.shape,
  pass_mark: z.number().min(0).max(100),
  settings: z.preprocess(fromFile, examSettingsForm).default(DEFAULT_SETTINGS),
  intro: sectionForm.shape.content.transform(plainText),
  draws: drawForms.default([]),
  questions: z.preprocess(
    (given) => (Array.isArray(given) ? given.map(fromFileNames) : given),
    questionForms,
  ),
});

/** The keys of the file itself; a key that a question or the settings do not know stays a fault, since it could change a score. */
export const EXAM_FIELDS = Object.keys(examFile.shape);

/** Settings with two words, as a file names them. */
const FILE_NAMES: Readonly<Record<string, keyof ExamSettings>> = {
  time_limit: 'timeLimit',
  opens_at: 'opensAt',
  closes_at: 'closesAt',
  practice_bank: 'practiceBank',
};

function fromFile(given: unknown): unknown {
  if (typeof given !== 'object' || given === null) return given;
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [FILE_NAMES[name] ?? name, value]));
}

/** Only what is not said by default. */
function toFile(settings: ExamSettings): Record<string, unknown> {
  const names = new Map(Object.entries(FILE_NAMES).map(([file, name]) => [name, file]));
  const said = (Object.keys(DEFAULT_SETTINGS) as (keyof ExamSettings)[]).filter(
    (name) => settings[name] !== DEFAULT_SETTINGS[name],
  );
  return Object.fromEntries(said.map((name) => [names.get(name) ?? name, settings[name]]));
}

/** Reads NN-name.exam.yaml. Throws what is wrong with it. */
export function readExamFile(text: string) {
  const {
    captions_url,
    draws,
    id,
    intro,
    opens_after_days,
    opens_at,
    pass_mark,
    questions,
    settings,
    video_url,
    ...rest
  } = readYaml(text, examFile);
  const isEmpty =
    questions.length + draws.length === 0 && pass_mark === 0 && isDeepStrictEqual(settings, DEFAULT_SETTINGS);
  return {
    ...rest,
    key: id,
    // An exam section that nobody filled yet is written without questions, and comes back as it was.
    exam: isEmpty ? null : { intro, passMark: pass_mark, settings, questions, draws },
    content: intro,
    sectionType: 'exam',
    videoUrl: video_url,
    captionsUrl: captions_url,
    opensAt: opens_at,
    opensAfterDays: opens_after_days,
  } as const;
}

interface Written {
  readonly key: string;
  readonly title: string;
  readonly chapter: string;
  readonly type: (typeof CONTENT_TYPES)[number];
  readonly video_url: string | null;
  readonly captions_url: string | null;
  readonly minutes: number;
  readonly required: boolean;
  readonly sample: boolean;
  readonly opens_at: Date | null;
  readonly opens_after_days: number | null;
  readonly content: string;
}

/** An exam as the file would write it. */
export function examFileOf(section: Written, exam: Exam): object {
  const settings = toFile(exam.settings);
  return {
    id: section.key,
    title: section.title,
    ...(section.chapter !== '' && { chapter: section.chapter }),
    ...(section.type !== 'text' && { type: section.type }),
    ...(section.video_url && { video_url: section.video_url }),
    ...(section.captions_url && { captions_url: section.captions_url }),
    minutes: section.minutes,
    ...rulesOf(section),
    pass_mark: exam.passMark,
    ...(Object.keys(settings).length > 0 && { settings }),
    intro: section.content,
    ...(exam.draws.length > 0 && { draws: exam.draws.map(toFileDraw) }),
    questions: exam.questions.map(toFileNames),
  };
}
