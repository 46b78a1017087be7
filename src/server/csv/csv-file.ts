import type { AuditEntry } from '#server/db/audit';
import type { CsvRow } from './csv-lines.ts';

export type CsvPages = AsyncGenerator<Iterable<CsvRow>, void, undefined>;

/** A CSV file that can be written now: sent at once, or kept in the store. */
export interface CsvFile {
  /** What it is called, before its date. */
  readonly name: string;
  readonly columns: readonly string[];
  /** How many rows it will have about; with a limit no more are counted. */
  readonly count: (limit?: number) => Promise<number>;
  readonly pages: () => CsvPages;
  /** What the audit log says of the download. */
  readonly audit: AuditEntry;
}
