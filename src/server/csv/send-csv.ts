import { recordAudit } from '#server/db/audit';
import type { Caller, Services } from '#server/services';
import type { CsvFile } from './csv-file.ts';
import { setCsvHeaders, streamCsv } from './stream-csv.ts';

/** The reply becomes this file, written as fast as it is taken. The audit log says who takes it before a line is read. */
export async function sendCsv(
  { clock, db }: Pick<Services, 'clock' | 'db'>,
  caller: Caller,
  { audit, columns, name, pages }: CsvFile,
  resHeaders: Headers,
): Promise<ReadableStream<Uint8Array>> {
  await db.transaction((trx) => recordAudit(trx, caller, audit));
  setCsvHeaders(resHeaders, name, clock.now());
  return streamCsv(columns, pages());
}
