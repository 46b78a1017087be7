import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { connectToWorkerDatabase, test } from '#tests/kit/database';
import { describeColumns } from './describe-columns.ts';
import { fieldFaults, readStored } from './field-faults.ts';
import { typedStatements } from './typed-statements.ts';

/** Statements over any table there is: their text is known only when they run. */
const OVER_ANY_TABLE = [
  'src/server/db/backup/describe-use.ts',
  'src/server/db/embedded/carry-over/copy-school.ts',
];
/** Columns that may be null, in statements whose conditions leave those rows out. */
const WITHOUT_NULL = [
  'areas/admin/billing/reports/report-sql.ts user_id',
  'areas/admin/exports/exports-sql.ts finished_at',
  'areas/admin/health/health-sql.ts every_seconds',
  'areas/admin/mails/failed-mail-sql.ts failed_at',
  'areas/certificates/credentials/key-sql.ts sealed_key',
  'areas/certificates/reminder-sql.ts user_id',
  'areas/certificates/reminder-sql.ts expires_at',
  'areas/courses/catalogue/catalogue-sql.ts published_at',
  'areas/courses/trash/trash-sql.ts removed_at',
  'areas/exams/code/code-sql.ts question',
  'areas/exams/grades/grades-sql.ts submitted_at',
  'areas/exams/grades/grades-sql.ts passed',
  'areas/exams/grades/grades-sql.ts result',
  'areas/learning/sql.ts completed_at',
  'areas/media/renditions/renditions-sql.ts ending',
  'areas/posts/sql.ts published_at',
  'areas/site/rendering/rendered-sql.ts markdown',
  'cli/checks/check-store.ts name',
  'db/school-key/school-key-sql.ts sealed_key',
].map((field) => `src/server/${field}: never null, but its column may be`);

const DRIFTED = `
declare function prepared<Row>(text: string): Row;
interface Course { readonly id: number; readonly title: string; readonly gone: string; readonly publish_at: Date }
export const course = prepared<Course>('select id, title, publish_at, level from courses where id = $1');
export const other = prepared<Pick<Course, 'title'>>('select title from no_courses');
`;

test('every statement answers what the type of its rows says', async () => {
  const scratch = mkdtempSync(join(tmpdir(), 'lectern-rows-'));
  const drifted = join(scratch, 'drifted.ts');
  writeFileSync(drifted, DRIFTED);
  const { checker, statements } = typedStatements([drifted]);
  const client = await connectToWorkerDatabase();
  try {
    const stored = await readStored(client);
    const faults = new Set<string>();
    for (const { fields, path, texts } of statements)
      for (const text of texts) {
        const columns = await describeColumns(client, text).catch((error: Error) => error);
        if (columns instanceof Error) faults.add(`${path} ${columns.message}`);
        else
          for (const fault of fieldFaults({ checker, columns, fields, stored }))
            faults.add(`${path} ${fault}`);
      }
    expect([...faults].sort()).toEqual(
      [
        ...WITHOUT_NULL,
        `${drifted} gone: not answered`,
        `${drifted} id: number, but uuid is read as string`,
        `${drifted} level: answered, but not in the type`,
        `${drifted} publish_at: never null, but its column may be`,
        `${drifted} relation "no_courses" does not exist`,
      ].sort(),
    );
  } finally {
    client.release();
    rmSync(scratch, { recursive: true });
  }
  const unread = statements.filter(({ texts }) => texts.length === 0).map(({ path }) => path);
  expect(unread).toEqual(OVER_ANY_TABLE);
  expect(statements.length).toBeGreaterThan(350);
  // The compiler reads the whole server, which a busy machine takes minutes for.
}, 240_000);
