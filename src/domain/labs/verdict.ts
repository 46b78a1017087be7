import type { Replied } from './question.ts';

/** Faults that come from the limits, not from the learner's language; each has words of its own on the screen. */
export const ENGINE_FAULTS = [
  'Timeout',
  'Died',
  'OutOfMemory',
  'TooDeep',
  'Endless',
  'TooMuch',
  'Garbled',
] as const;
export type EngineFault = (typeof ENGINE_FAULTS)[number];

export interface CheckResult {
  readonly id: string;
  readonly name: string;
  readonly hidden: boolean;
  readonly ok: boolean;
  readonly points: number;
  /** The rest is left out of what is hidden, but for `hint` and `fault`. */
  readonly asked?: string;
  readonly expected?: string;
  readonly actual?: string;
  /** What of the answer is compared: `output`, `columns`, `exit`, the name of a header, the path of a file. */
  readonly where?: string;
  readonly out?: string;
  /** What the learner's server replied to a request. */
  readonly reply?: Replied;
  readonly hint?: string;
  readonly fault?: EngineFault;
  /** The line that threw, where the language says it. */
  readonly file?: string;
  readonly line?: number;
}

/** A fault of types or syntax, in a file of the learner. */
export interface Diagnostic {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  readonly message: string;
  readonly code: number;
}

export interface Verdict {
  readonly passed: boolean;
  readonly points: number;
  readonly most: number;
  readonly results: readonly CheckResult[];
  /** Faults of types; with one of them nothing passes. */
  readonly diagnostics: readonly Diagnostic[];
}
