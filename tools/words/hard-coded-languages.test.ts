import { expect, test } from 'vitest';
import { readSource, sourceFiles } from '../source-files.ts';

/** What names a language itself where the one of the school or the reader is meant. */
const NAMED = /(?<![\w-])(['"])en(?:-[A-Z]{2})?\1/g;
/** Files that may, each with its reason. */
const MAY: Readonly<Record<string, string>> = {
  'src/domain/billing/money.ts': 'asks how many digits a currency has: the same in every language',
  'src/domain/language.ts': 'the first language, until somebody says where to read it',
  'src/server/cli/upgrade-check.ts': 'the command line stays English (decision 174)',
  'src/server/db/backup/catalogue.ts': 'the command line stays English (decision 174)',
  'src/server/db/backup/refuse-full-disk.ts': 'the command line stays English (decision 174)',
  'src/server/http/dev-outbox.ts': 'a page for developers, on their own machine only',
  'src/server/http/pages/serve-lab-runner.ts': 'frames without words of ours',
  'src/web/lib/site-info.ts': 'no page is drawn before the school is known',
};

const named = (file: string) => [...readSource(file).matchAll(NAMED)].map(([word]) => `${file}: ${word}`);

test('dates, numbers, and lists are written in the language of the school or the reader, not in one of ours', () => {
  const files = sourceFiles().filter((file) => file.startsWith('src/') && !/\.test\.tsx?$/.test(file));
  expect(files.length).toBeGreaterThan(1000);
  expect(files.filter((file) => !(file in MAY)).flatMap(named)).toEqual([]);
});

test('every exception is needed', () => {
  expect(Object.keys(MAY).filter((file) => named(file).length === 0)).toEqual([]);
});
