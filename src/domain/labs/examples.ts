import type { Runner } from './runners.ts';

/** What an example can be written in: the ending of its file. */
export const EXAMPLE_LANGUAGES = ['js', 'ts', 'py', 'sql', 'sh', 'html'] as const;
export type ExampleLanguage = (typeof EXAMPLE_LANGUAGES)[number];

const STANDS_ALONE: ReadonlySet<ExampleLanguage> = new Set(['js', 'ts', 'html']);

/** How authors write the languages at the head of a code block. */
const WRITTEN: Readonly<Record<string, ExampleLanguage>> = {
  js: 'js',
  javascript: 'js',
  mjs: 'js',
  ts: 'ts',
  typescript: 'ts',
  py: 'py',
  python: 'py',
  sql: 'sql',
  sh: 'sh',
  bash: 'sh',
  html: 'html',
};

/** `sql run`, `python setup`: what follows the language of a code block. */
export interface ExampleMark {
  readonly language: ExampleLanguage;
  /** `run`: readers can edit and run it. `setup`: it's run before each example of its language in the text. */
  readonly kind: 'run' | 'setup';
}

export const EXAMPLE_RUNNER: Readonly<Record<ExampleLanguage, Runner>> = {
  js: 'javascript',
  ts: 'javascript',
  py: 'python',
  sql: 'sql',
  sh: 'shell',
  html: 'dom',
};

/** What the words after the three backticks say, unless it is a plain block of code. */
export function exampleMark(language: string, words: string): ExampleMark | undefined {
  const name = language.toLowerCase();
  const known = Object.hasOwn(WRITTEN, name) ? WRITTEN[name] : undefined;
  const marks = words.split(/\s+/);
  if (known === undefined) return undefined;
  // What a program in JavaScript or a page leaves behind is gone when the next one begins.
  if (marks.includes('setup') && !STANDS_ALONE.has(known)) return { language: known, kind: 'setup' };
  return marks.includes('run') ? { language: known, kind: 'run' } : undefined;
}
