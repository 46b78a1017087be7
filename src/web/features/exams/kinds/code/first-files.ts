import type { CodeSpec } from '#domain/exams/kinds/code/code';
import type { Runner } from '#domain/labs/runners';

/** What the one file of a new question is called. */
const FIRST_FILE: ReadonlyMap<Runner, string> = new Map([
  ['javascript', 'main.js'],
  ['http', 'server.js'],
  ['dom', 'index.html'],
  ['python', 'main.py'],
  ['sql', 'answer.sql'],
  ['shell', 'main.sh'],
]);

/** The file of a question in which nothing is written yet, named for another language; others keep their names. */
export function namedFor(
  runner: Runner,
  { files, solution, runner: before }: CodeSpec,
): Pick<CodeSpec, 'files' | 'solution'> {
  const written = [...files, ...solution];
  const isNew =
    files.length === 1 && written.every(({ path, text }) => path === FIRST_FILE.get(before) && text === '');
  const first = [{ path: FIRST_FILE.get(runner) ?? '', text: '' }];
  return isNew ? { files: first, solution: first } : { files, solution };
}
