import type { LabFiles, LabSpec } from '../../../labs/lab-spec.ts';
import type { Runner } from '../../../labs/runners.ts';
import { visibleChecks } from '../../../labs/visible-checks.ts';
import { toLabCheck, type WrittenCheck } from '../../../labs/written-check.ts';
import { byPlace } from '../choice-id.ts';
import { type Answer, type Asked, type Kind, NO_PARTS } from '../kind.ts';

/** A file; they stand in a list, since the order is that of the tabs. */
interface CodeFile {
  readonly path: string;
  readonly text: string;
}

/** What a lab says in its folder, in one place. */
export interface CodeSpec {
  readonly runner: Runner;
  readonly typecheck?: 'strict' | 'loose' | undefined;
  /** Paths of what is given, run before anything else. */
  readonly setup?: readonly string[] | undefined;
  /** Of one question to the code. */
  readonly seconds: number;
  /** What one starts with, and edits. */
  readonly files: readonly CodeFile[];
  /** Readable, not editable. */
  readonly given: readonly CodeFile[];
  /** Key. */
  readonly solution: readonly CodeFile[];
  /** As they are written in a lab; key, but for those that are visible. */
  readonly checks: readonly WrittenCheck[];
}

export interface CodeQuestion extends Asked {
  readonly kind: 'code';
  readonly code: CodeSpec;
}

/** Code that checks judge on the server; markers may give other points. The answer holds the files, by path. */
export const code: Kind<CodeQuestion> = {
  empty: (head) => ({
    ...head,
    kind: 'code',
    code: {
      runner: 'javascript',
      seconds: 2,
      files: [{ path: 'main.js', text: '' }],
      given: [],
      solution: [{ path: 'main.js', text: '' }],
      checks: [],
    },
  }),
  isMarkedByHand: true,
  grade: () => 0,
  toPaper: (question) => ({
    ...NO_PARTS,
    code: { spec: visibleChecks(labOf(question)), files: filesOf(question.code.files) },
  }),
  toKey: ({ code: { solution } }) => filesOf(solution),
};

/** The lab that a question is: the points of its checks say which part of its own an answer earns. */
export function labOf({ code: { checks, given, runner, seconds, setup, typecheck } }: CodeQuestion): LabSpec {
  return {
    runner,
    given: filesOf(given),
    ...(setup && { setup }),
    ...(typecheck && { typecheck }),
    limits: { seconds, runsPerHour: 60 },
    pass: 'all',
    checks: checks.map(toLabCheck),
    hints: [],
  };
}

/** What is judged: the files of the question as they were answered, and no others. */
export function answeredFiles({ code: { files } }: CodeQuestion, answer: Answer): LabFiles {
  const given = byPlace(answer);
  return Object.fromEntries(
    files.map(({ path, text }) => [path, Object.hasOwn(given, path) ? (given[path] ?? text) : text]),
  );
}

/** By path, in their order. */
export function filesOf(files: readonly CodeFile[]): LabFiles {
  return Object.fromEntries(files.map(({ path, text }) => [path, text]));
}
