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

interface Files {
  readonly files: { path: string; text: string }[];
  readonly solution: { path: string; text: string }[];
}

/** The file of a question in which nothing is written yet, named for another language; others keep their names. */
export function namedFor(
  runner: Runner,
  { files, solution, runner: before }: Files & { readonly runner: Runner },
): Files {
  const written = [...files, ...solution];
  const first = FIRST_FILE.get(before);
  const isNew = files.length === 1 && written.every(({ path, text }) => path === first && text === '');
  const own = () => [{ path: FIRST_FILE.get(runner) ?? '', text: '' }];
  return isNew ? { files: own(), solution: own() } : { files, solution };
}
