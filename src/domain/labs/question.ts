import type { DomRead, DomStep, HttpRequest, LabFiles } from './lab-spec.ts';
import type { Wire } from './lab-value.ts';

/** What a player is asked. It never holds an expected value, the name of a check or a verdict. */
export type Question =
  | { readonly op: 'load'; readonly files: LabFiles }
  | { readonly op: 'setup'; readonly code: string }
  | {
      readonly op: 'call';
      readonly module: string;
      readonly path: readonly string[];
      readonly args: readonly Wire[];
    }
  | { readonly op: 'eval'; readonly code: string }
  | {
      readonly op: 'run';
      readonly file: string;
      readonly stdin: string;
      readonly argv: readonly string[];
      /** Reports each line as it is printed, where a runtime can; it is in the answer, too. */
      readonly live?: boolean;
    }
  | { readonly op: 'read'; readonly path: string }
  | { readonly op: 'query'; readonly sql: string }
  /** Runs a file of the learner if one is named, then the command, on the files as they were set up. */
  | { readonly op: 'sh'; readonly file?: string; readonly command: string }
  /** What a learner types in a terminal; `files` are those of the editor. Never asked by the referee. */
  | { readonly op: 'type'; readonly command: string; readonly files: LabFiles }
  | { readonly op: 'http'; readonly module: string; readonly request: HttpRequest }
  | {
      readonly op: 'dom';
      readonly page: string;
      readonly steps: readonly DomStep[];
      readonly select: string;
      readonly read: DomRead;
    };

/** What a question about time is: after so many milliseconds the player is stopped. */
export type TimedQuestion = Question & { readonly ms: number };

/** No code of a learner runs while a runtime takes the files, and a new database takes seconds on a slow machine. */
const LOAD_SECONDS = 15;

/** Gives a question the time that its code may take; loading has a time of its own. */
export function limitTime(question: Question, seconds: number): TimedQuestion {
  return { ...question, ms: (question.op === 'load' ? LOAD_SECONDS : seconds) * 1000 };
}

/** What a player answers; anything may stand in it, so everybody who reads it looks first. */
export interface Answer {
  readonly value?: unknown;
  readonly error?: Fault;
  /** What the learner's code printed. */
  readonly out?: string;
}

/** `name` is the language's own (`TypeError`), a code of SQL, or one of `ENGINE_FAULTS`. */
export interface Fault {
  readonly name: string;
  readonly message: string;
  readonly file?: string;
  readonly line?: number;
}

/** What a run, a command and a request answer as their value. */
export interface Ran {
  readonly exit: number;
  readonly stderr: string;
  /** What nobody caught and the program ended by. */
  readonly fault?: Fault;
}
export interface Commanded {
  readonly stdout: string;
  readonly stderr: string;
  readonly exit: number;
}
export interface Replied {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}
export interface Queried {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number | boolean | null)[])[];
  /** More than `rows` holds, if it was cut. */
  readonly total: number;
  /** `SELECT`, `INSERT`, and how many rows it selected or changed. */
  readonly command?: string;
  readonly count?: number;
}
