import type { LabFiles } from '../../labs/lab-spec.ts';
import type { VisibleSpec } from '../../labs/visible-checks.ts';
import type { Values } from '../arithmetic/expression.ts';

/** What a candidate gives: one thing, several in an order, or one for each place. */
export type Answer = string | readonly string[] | Readonly<Record<string, string>>;

/** A number that each attempt draws for itself: {a} in the texts of a question is replaced by it, {= 2 * a } by what it comes to. */
export interface Parameter {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly step: number;
}

/** What every question has. The explanation is part of the key. */
export interface Asked {
  readonly id: string;
  /** Markdown. */
  readonly prompt: string;
  readonly points: number;
  /** Markdown; key. */
  readonly explanation: string;
  /** Topics. */
  readonly tags?: readonly string[] | undefined;
  /** Key of the lesson of the course that the answer can be read in. */
  readonly lesson?: string | undefined;
  /** Numbers that each attempt draws for itself. */
  readonly parameters?: readonly Parameter[] | undefined;
}

/** Something that can be chosen, or a place that wants an answer; its text is Markdown. */
export interface Choice {
  readonly id: string;
  readonly text: string;
}

/** What a candidate may see of a question beside its prompt: never a key, an accepted form or an explanation. */
export interface PaperParts {
  readonly choices: readonly Choice[];
  readonly places: readonly (Choice & {
    /** What this place offers; nothing when one writes, or chooses from the question's own choices. */
    readonly choices: readonly Choice[];
    /** Whether what is written is read as a number. */
    readonly isNumber?: boolean;
  })[];
  readonly unit: string | null;
  /** What is to be pointed at, and how often. */
  readonly picture: {
    readonly src: string;
    readonly alt: string;
    readonly width: number;
    readonly height: number;
    readonly points: number;
  } | null;
  /** How many words a text is to have. */
  readonly words: { readonly min: number | null; readonly max: number | null } | null;
  /** What file is asked for. */
  readonly upload: { readonly maxMegabytes: number; readonly endings: readonly string[] } | null;
  /** What code is asked for: what one starts with, and how it can be tried. */
  readonly code: { readonly spec: VisibleSpec; readonly files: LabFiles } | null;
}

/** A kind of question: everything that is particular to it, without a screen. */
export interface Kind<Question extends Asked> {
  /** A question that nobody has written yet: an editor begins with it, and its schema says what is missing. */
  readonly empty: (head: Asked) => Question;
  /** The answers are marked by people, or by checks that run; `grade` knows nothing of them. */
  readonly isMarkedByHand?: true;
  /** Its lists of texts in each of which no two may be alike: without it, all may. */
  readonly distinct?: (question: Question) => readonly (readonly string[])[];
  /** With its expressions worked out, for a kind that has them elsewhere than in its texts. */
  readonly withValues?: (question: Question, values: Values) => Question;
  /**
   * The part of the points that this answer earns, from 0 to 1, or below 0 where an option takes points away; 0 for
   * whatever is no answer to this question.
   */
  readonly grade: (question: Question, answer: Answer) => number;
  /** What may be seen. The seed decides the order of what must not come in the order of the key. */
  readonly toPaper: (question: Question, seed: string) => PaperParts;
  /** The answer that earns everything. */
  readonly toKey: (question: Question) => Answer;
}

export const NO_PARTS: PaperParts = {
  choices: [],
  places: [],
  unit: null,
  picture: null,
  words: null,
  upload: null,
  code: null,
};
