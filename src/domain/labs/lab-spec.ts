import type { LabValue } from './lab-value.ts';
import type { Runner } from './runners.ts';

/** Text by path: `src/invoice.ts`, `1.sql`; the order is that of the tabs. */
export type LabFiles = Readonly<Record<string, string>>;

/** What `lab.yaml` says, with the text of `given/`. Starting files and solution are kept apart from it. */
export interface LabSpec {
  readonly runner: Runner;
  /** Readable, not editable; by path as the learner's code reads it. */
  readonly given: LabFiles;
  /** Paths of `given` that are run before anything else: Python, SQL or shell. */
  readonly setup?: readonly string[];
  /** JavaScript, HTTP and DOM: whether types are checked, and how strictly. Unset: they are only taken away. */
  readonly typecheck?: 'strict' | 'loose';
  /** Whether learners may add files of their own, rename and delete them. */
  readonly newFiles?: boolean;
  readonly limits: LabLimits;
  /** All checks, or how many points are enough. */
  readonly pass: 'all' | number;
  readonly checks: readonly LabCheck[];
  readonly hints: readonly string[];
}

export interface LabLimits {
  /** Of one question, by the clock of the wall. */
  readonly seconds: number;
  readonly runsPerHour: number;
}

export interface LabCheck {
  readonly id: string;
  readonly name: string;
  /** Decided by the server only; the page gets id, name and points. */
  readonly hidden?: boolean;
  /** Asked in a player that has answered nothing before. */
  readonly fresh?: boolean;
  /** 1 unless it is said. */
  readonly points?: number;
  /** Shown when the check fails. */
  readonly hint?: string;
  /** Python, SQL or shell that is run before the question, in a fresh player. */
  readonly setup?: string;
  readonly probe: Probe;
}

/** What is asked, and what is expected. A check of `lab.yaml` has exactly one of the words `kind` as its key. */
export type Probe =
  | CallProbe
  | EvalProbe
  | RunProbe
  | AnswerProbe
  | SqlProbe
  | ShellProbe
  | HttpProbe
  | DomProbe;
export type ProbeKind = Probe['kind'];

/** Calls an exported function: `equals` or `throws`, one of the two. */
export interface CallProbe {
  readonly kind: 'call';
  readonly module: string;
  /** A path of names: `lineTotal`, `Cart.from`. */
  readonly call: string;
  readonly args: readonly LabValue[];
  readonly equals?: LabValue;
  readonly throws?: string;
  /** How far a number may be off. */
  readonly tolerance?: number;
}

/** Evaluates code of the author: `equals` is compared with its text (Python: `repr`) or value; or `raises`. */
export interface EvalProbe {
  readonly kind: 'eval';
  readonly code: string;
  readonly equals?: LabValue;
  readonly raises?: string;
}

/** Runs a file as a program. */
export interface RunProbe {
  readonly kind: 'run';
  readonly file: string;
  readonly stdin?: string;
  readonly argv?: readonly string[];
  readonly stdout?: string;
  readonly exit?: number;
  /** Files that it must have written. */
  readonly files?: LabFiles;
}

interface ExpectedRows {
  readonly ordered?: boolean;
  readonly columns?: readonly string[];
  readonly rows: readonly (readonly (string | number | boolean | null)[])[];
}

/** The rows that a file of the learner selects. */
export interface AnswerProbe extends ExpectedRows {
  readonly kind: 'answer';
  readonly file: string;
}

/** Runs a file of the learner if one is named, then asks a query of the author. */
export interface SqlProbe extends ExpectedRows {
  readonly kind: 'sql';
  readonly file?: string;
  readonly sql: string;
}

/** Runs a file of the learner if one is named, then a command of the author. */
export interface ShellProbe {
  readonly kind: 'sh';
  readonly file?: string;
  readonly command: string;
  readonly stdout?: string;
  readonly exit?: number;
  /** Files that are there afterwards. */
  readonly files?: LabFiles;
}

/** Sends a request to the server that the module starts. */
export interface HttpProbe {
  readonly kind: 'http';
  readonly module: string;
  /** Requests that are sent before, whose replies are not looked at. */
  readonly before?: readonly HttpRequest[];
  readonly request: HttpRequest;
  readonly status?: number;
  /** By name in lower case; null: must not be there. */
  readonly headers?: Readonly<Record<string, string | TextParts | null>>;
  readonly body?: string | TextParts;
}

/** A text of which only parts are expected, in any order. Headers are compared without regard to case. */
export interface TextParts {
  readonly contains?: readonly string[];
  readonly lacks?: readonly string[];
}

export interface HttpRequest {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Opens a page, does steps in it, and reads what a selector finds. */
export interface DomProbe {
  readonly kind: 'dom';
  readonly page: string;
  readonly steps?: readonly DomStep[];
  readonly select: string;
  readonly read: DomRead;
  readonly equals: string | number | readonly string[] | null;
}

export type DomStep =
  | { readonly click: string }
  | { readonly type: string; readonly text: string }
  | { readonly submit: string }
  /** Lets so many ms of the page's own time pass. */
  | { readonly wait: number };

/** `count` elements; the others of the first, null if there is none; `texts` of all. */
export type DomRead = 'count' | 'text' | 'texts' | 'html' | 'value' | `attribute:${string}`;

export const LAB_LIMITS = {
  files: 20,
  bytes: 256 * 1024,
  checks: 60,
  seconds: { least: 1, most: 10, unlessSaid: 2 },
  runsPerHour: { least: 1, most: 600, unlessSaid: 60 },
} as const;

/** Of all files together, in characters. */
export function lengthOf(files: LabFiles): number {
  return Object.values(files).reduce((sum, text) => sum + text.length, 0);
}

export function pointsOf(check: Pick<LabCheck, 'points'>): number {
  return check.points ?? 1;
}
