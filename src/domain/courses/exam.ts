import type { Draw, Drawn } from '../exams/draw.ts';
import type { ExamSettings } from '../exams/exam-settings.ts';
import type { Question } from '../exams/kinds/kinds.ts';

/** An exam as a course folder holds it. What is marked "key" never leaves the server before the exam's rules allow it. */
export interface Exam {
  readonly intro: string;
  /** Percent of the points that are needed. */
  readonly passMark: number;
  readonly settings: ExamSettings;
  readonly questions: readonly Question[];
  readonly draws: readonly Draw[];
  /** Of an exam that an attempt is at: where its questions came from, and their numbers. */
  readonly drawn?: readonly Drawn[] | undefined;
}
