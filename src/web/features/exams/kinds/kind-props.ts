import type { PaperQuestion } from '#contract/exams/exams';
import type { Answer } from '#domain/exams/kinds/kind';

/** What the component of a kind of question is given. */
export interface KindProps {
  question: PaperQuestion;
  value: Answer | undefined;
  /** Id of the element that holds the prompt. */
  labelledBy: string;
  disabled: boolean;
  /** The attempt that files are uploaded for; left out where nothing is kept. */
  attemptId?: string | undefined;
  onAnswer: (answer: Answer) => void;
  /** What is answered by an upload says when one begins, and when it ends. */
  onUpload?: ((isRunning: boolean) => void) | undefined;
}
