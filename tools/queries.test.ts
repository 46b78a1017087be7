import { expect, test } from 'vitest';
import { readSource, sourceFiles } from './source-files.ts';

const served = sourceFiles().filter((path) => path.startsWith('src/server/') && !/\.test\.ts$/.test(path));
/** What a file runs, without what it says about it. */
const code = (path: string) => readSource(path).replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
const ROWS = /\bselect\b[\s\S]*\b(?:from|exists)\b|\b(?:from|exists)\b[\s\S]*\bselect\b/i;

function reads(path: string): boolean {
  const text = code(path);
  const statements = [...text.matchAll(/(['"`])((?:(?!\1)[^\\]|\\.)*)\1/g)].map(
    ([, , statement = '']) => statement,
  );
  return text.includes('.selectFrom(') || statements.some((statement) => ROWS.test(statement));
}

test('every read of the database stands in a file of queries', () => {
  const isQueries = /(?:^|[/-])sql\.ts$/;
  // The layer below: migrations, backups, the log of changes, the mail outbox.
  const isLayer = /^src\/server\/db\//;
  const faulty = served.filter((path) => !isQueries.test(path) && !isLayer.test(path) && reads(path));
  expect(faulty).toEqual([]);
});

test('audit rows and notices are written in one place each', () => {
  const writers = (table: string) =>
    served.filter((path) =>
      new RegExp(`insert into ${table}\\b|insertInto\\('${table}'\\)`).test(code(path)),
    );
  expect(writers('audit_log')).toEqual(['src/server/db/audit.ts']);
  expect(writers('notice_events')).toEqual(['src/server/db/announce.ts']);
});

test('what a session holds is asked for in files that have a connection of their own, never in the pool', () => {
  const session =
    /pg_(?:try_)?advisory_lock(?:_shared)?\b|['"`]\s*listen\b|['"`]set\s+(?!local\b)\w+\s*=|\bcreate temp|\bwith hold\b/i;
  const own = [
    'src/server/db/embedded/owner.ts',
    'src/server/db/migrating/migrate.ts',
    'src/server/db/migrating/take-turn.ts',
    'src/server/db/notifications.ts',
    'src/server/db/presence.ts',
  ];
  expect(served.filter((path) => session.test(code(path))).sort()).toEqual(own);
});
