import type { Log } from '#server/platform/log';

interface Work<Row extends { readonly id: string }> {
  readonly log: Log;
  /** What is logged of a row that fails, with its id. */
  readonly failure: string;
  /** Rows of one page. */
  readonly limit: number;
  /** The rows that come after this one, in one order; at most `limit`. */
  readonly select: (after: Row | undefined, limit: number) => Promise<readonly Row[]>;
  /** Answers how much was done. */
  readonly run: (row: Row) => Promise<number>;
}

/**
 * Does something with every row that is due, a page at a time, and answers how much was done. A row that fails is logged and
 * left for the next time; those behind it, on later pages too, are done meanwhile.
 */
export async function forEachDue<Row extends { readonly id: string }>({
  failure,
  limit,
  log,
  run,
  select,
}: Work<Row>): Promise<number> {
  let done = 0;
  let last: Row | undefined;
  do {
    const rows = await select(last, limit);
    for (const row of rows)
      try {
        done += await run(row);
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        log.error({ id: row.id, message }, failure);
      }
    last = rows.length < limit ? undefined : rows.at(-1);
  } while (last);
  return done;
}
