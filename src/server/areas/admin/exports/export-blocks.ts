import { PIECE_BYTES } from '#domain/media/limits';
import type { CsvFile, CsvPages } from '#server/csv/csv-file';
import { streamCsv } from '#server/csv/stream-csv';

/** How many rows are written between two reports of progress. */
const REPORTED_ROWS = 2000;

interface Step {
  /** The next piece of the file; left out where only the count has grown. */
  readonly bytes?: Buffer;
  /** Rows written so far. */
  readonly written: number;
}

/** A CSV file in pieces of the size of a block, one of which is in memory at a time. */
export async function* exportBlocks(
  { columns, pages }: Pick<CsvFile, 'columns' | 'pages'>,
  size = PIECE_BYTES,
): AsyncGenerator<Step, void, undefined> {
  const counted = { rows: 0 };
  let parts: Uint8Array[] = [];
  let held = 0;
  let reported = 0;
  for await (const part of streamCsv(columns, counting(pages(), counted))) {
    parts.push(part);
    held += part.length;
    const { rows: written } = counted;
    if (held >= size) {
      yield { bytes: Buffer.concat(parts), written };
      [parts, held, reported] = [[], 0, written];
    } else if (written - reported >= REPORTED_ROWS) {
      yield { written };
      reported = written;
    }
  }
  if (held > 0) yield { bytes: Buffer.concat(parts), written: counted.rows };
}

async function* counting(pages: CsvPages, counted: { rows: number }): CsvPages {
  for await (const page of pages) yield countRows(page, counted);
}

function* countRows<Row>(rows: Iterable<Row>, counted: { rows: number }): Generator<Row> {
  for (const row of rows) {
    counted.rows += 1;
    yield row;
  }
}
