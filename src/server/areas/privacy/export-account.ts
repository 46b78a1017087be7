import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import type { ZipFile } from 'yazl';
import { demandFreshProof } from '#server/areas/accounts/demand-fresh-proof';
import { signedIn } from '#server/areas/accounts/signed-in';
import type { Caller, Services } from '#server/services';
import { EXPORT_TABLES } from './export-tables.ts';

type Row = Record<string, unknown>;

/**
 * Everything about the caller in one zip: each table as JSON and as CSV, the uploaded files, and a README that says what
 * is what. Read table by table while it is taken. Fails with PROOF_REQUIRED.
 */
export async function exportAccount(
  services: Services,
  caller: Caller,
  { resHeaders }: { resHeaders: Headers },
): Promise<ReadableStream<Uint8Array>> {
  const { userId } = signedIn(caller);
  await demandFreshProof(services, caller);
  const now = services.clock.now();
  const name = `lectern-my-data-${now.toISOString().slice(0, 10)}`;
  resHeaders.set('content-type', 'application/zip');
  resHeaders.set('content-disposition', `attachment; filename="${name}.zip"`);
  const { ZipFile: Zip } = await import('yazl');
  const zip = new Zip();
  const stream = Readable.toWeb(zip.outputStream as Readable) as ReadableStream<Uint8Array>;
  fill(services, userId, zip, now).then(
    () => zip.end(),
    (error: Error) => {
      services.log.error({ message: error.message }, 'the copy of an account broke off');
      (zip.outputStream as Readable).destroy(error);
    },
  );
  return stream;
}

async function fill({ db, storage }: Services, userId: string, zip: ZipFile, now: Date): Promise<void> {
  const add = (path: string, bytes: Uint8Array | string) =>
    zip.addBuffer(Buffer.from(bytes as string), path, { mtime: now });
  add('README.txt', readme(now));
  for (const { file, query } of Object.values(EXPORT_TABLES)) {
    const { rows } = await db.pool.query<Row>(query, [userId]);
    add(`json/${file}.json`, `${JSON.stringify(rows, null, 2)}\n`);
    add(`csv/${file}.csv`, toCsv(rows));
  }
  const { rows } = await db.pool.query<{ id: string; kind: string }>(
    "select id, kind from media where owner_id = $1 and mime = 'image/webp'",
    [userId],
  );
  for (const { id, kind } of rows) {
    const bytes = await storage.get(`${id}.webp`);
    if (bytes) zip.addBuffer(Buffer.from(bytes), `files/${kind}-${id}.webp`, { mtime: now });
  }
}

/** Values within values as JSON, and nothing that is a formula to a spreadsheet. */
function toCsv(rows: readonly Row[]): string {
  const flat = rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([column, value]) => [column, cell(value)])),
  );
  return stringify(flat, { header: true, bom: true, escape_formulas: true, record_delimiter: 'windows' });
}

function cell(value: unknown): string | number | null {
  if (value === null || typeof value === 'number' || typeof value === 'string') return value;
  return value instanceof Date ? value.toISOString() : JSON.stringify(value);
}

function readme(now: Date): string {
  const lines = Object.values(EXPORT_TABLES).map(({ about, file }) => `  ${file.padEnd(24)}${about}`);
  return [
    `Everything this school keeps about you, as of ${now.toISOString()}.`,
    '',
    'Each of these is in json/ and, with the same columns, in csv/. Times are in UTC.',
    '',
    ...lines,
    '',
    'files/ holds what you uploaded. Passwords, codes and keys are not in here: they are kept as fingerprints',
    'or sealed, and are of no use to anybody.',
    '',
  ].join('\n');
}
