import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';

const root = join(import.meta.dirname, '..', '..');
const data = join(root, 'tests', 'spec');

const statement = z.strictObject({
  /** Section of the specification and number: "2.14". */
  id: z.string().regex(/^\d\.\d+$/),
  says: z.string().min(5),
  /** What the files of the tests must hold: the words, addresses and numbers that are stated. */
  words: z.array(z.string()).default([]),
  /** "file › title"; a name without .ts is a browser test. */
  tests: z.array(z.string()).min(1),
});
export type Statement = z.infer<typeof statement>;

export interface NamedTest {
  /** Path in the repository. */
  readonly file: string;
  readonly title: string;
}

/** What the specification states, section by section. */
export function readStatements(): Statement[] {
  const files = readdirSync(data).filter((name) => name.endsWith('.yaml'));
  return files.sort().flatMap((name) =>
    // All scalars are text: 2.10 is not 2.1.
    z.array(statement).parse(parse(readFileSync(join(data, name), 'utf8'), { schema: 'failsafe' })),
  );
}

export function namedTest(reference: string): NamedTest {
  const [file = '', title = ''] = reference.split(' › ');
  return { file: file.endsWith('.ts') ? file : `tests/e2e/${file}.spec.ts`, title };
}

/** Why a statement is open; nothing when its tests are there and speak of what it says. */
export function openReason({ tests, words }: Statement): string | null {
  const named = tests.map(namedTest);
  for (const { file, title } of named) {
    if (!existsSync(join(root, file))) return `${file} does not exist`;
    if (title === '' || !source(file).includes(title)) return `${file} has no test "${title}"`;
  }
  const missing = words.find((word) => !named.some(({ file }) => sourceWithKit(file).includes(word)));
  return missing === undefined ? null : `no test named speaks of "${missing}"`;
}

function source(file: string): string {
  return readFileSync(join(root, file), 'utf8').replaceAll("\\'", "'");
}

function sourceWithKit(file: string): string {
  const text = source(file);
  const kits = [...text.matchAll(/from '((?:\.{1,2}\/)+kit\/[\w-]+\.ts)'/g)].map(([, path]) => path ?? '');
  return [text, ...kits.map((path) => source(join(dirname(file), path)))].join('\n');
}

/** The document of what is covered, as it stands in docs/. */
export function coverageDocument(statements: readonly Statement[]): string {
  const open = statements.filter((each) => openReason(each) !== null).length;
  const lines = [
    '# What of the specification is tested',
    '',
    `${statements.length} statements of sections 2, 4, 5, 6, 8 and 9 of the specification, each with the tests that assert it; ${open} open.`,
    'Written by `UPDATE_SPEC_COVERAGE=1 npx vitest run tests/spec`; a test keeps it true. The statements stand in `tests/spec/`.',
  ];
  for (const section of new Set(statements.map(({ id }) => id.split('.')[0]))) {
    lines.push('', `## Section ${section}`, '');
    for (const each of statements.filter(({ id }) => id.startsWith(`${section}.`))) {
      const tests = each.tests.map(namedTest).map(({ file, title }) => `  - ${title} (\`${file}\`)`);
      lines.push(`- **${each.id}** ${each.says}`, ...tests);
    }
  }
  return `${lines.join('\n')}\n`;
}
