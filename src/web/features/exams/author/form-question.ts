import type { ExamForm } from '#contract/exams/exam-form';
import type { Fault } from './faults.ts';

/** A question while it is written. */
export type FormQuestion = ExamForm['questions'][number];
export type FormOf<Name extends FormQuestion['kind']> = Extract<FormQuestion, { kind: Name }>;

/** What the editor of a kind is given. */
export interface KindEditorProps<Name extends FormQuestion['kind']> {
  question: FormOf<Name>;
  onChange: (question: FormOf<Name>) => void;
  fault: Fault;
}

/** A name for a question that no other has. */
export function newQuestionId(): string {
  return `q-${crypto.randomUUID().slice(0, 8)}`;
}
