import type { Answer, TimedQuestion } from '#domain/labs/question';

/** A language that runs: the same code in the worker of a page and in the process of a server. */
export interface Runtime {
  /** `onPrinted` hears a program that is asked to run live. */
  ask(question: TimedQuestion, onPrinted?: (text: string) => void): Promise<Answer>;
}
