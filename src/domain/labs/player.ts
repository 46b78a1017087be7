import type { LabFiles, LabSpec } from './lab-spec.ts';
import type { Answer, TimedQuestion } from './question.ts';
import type { Diagnostic } from './verdict.ts';

/** Holds the learner's code and answers questions; a worker in the page, a process on the server. */
export interface Player {
  /**
   * Never rejects: a player that died or was stopped answers a fault. `onPrinted` hears what a program prints while it runs,
   * where the player tells that.
   */
  ask(question: TimedQuestion, onPrinted?: (text: string) => void): Promise<Answer>;
  close(): Promise<void>;
}

/** Files as a runtime takes them, and what is wrong with their types. */
export interface Compiled {
  readonly files: LabFiles;
  readonly diagnostics: readonly Diagnostic[];
}

/** What the referee works with: players one after the other, and a compiler for labs that are compiled. */
export interface Instruments {
  open(): Promise<Player>;
  compile?(files: LabFiles, typecheck: LabSpec['typecheck']): Promise<Compiled>;
}
