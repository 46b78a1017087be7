import type { LabFiles } from '../lab-spec.ts';
import type { Answer, Question, Replied } from '../question.ts';

/** What a probe works with. */
export interface Asked {
  ask(question: Question): Promise<Answer>;
  readonly files: LabFiles;
}

/** What a probe found; `answer` is the one that decided. */
export interface Finding {
  readonly ok: boolean;
  readonly asked?: string;
  readonly expected?: string;
  readonly actual?: string;
  readonly where?: string;
  /** What the learner's server replied to a request. */
  readonly reply?: Replied;
  readonly answer: Answer;
}
