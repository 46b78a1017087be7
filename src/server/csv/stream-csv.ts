import { setImmediate as afterOthers } from 'node:timers/promises';
import type { CsvPages } from './csv-file.ts';
import { type CsvRow, csvLine, csvLines } from './csv-lines.ts';

/** Says that a file is UTF-8, so that spreadsheets read it as such. */
const MARK = '\ufeff';
/** So many lines are written at a time: others have their turn between them. */
const PIECE = 500;

/** A CSV file that is read from the database as fast as it is taken, one page ahead. Lazy pages are computed meanwhile. */
export function streamCsv(columns: readonly string[], pages: CsvPages): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const chunks = chunksOf(columns, pages);
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      },
      async cancel() {
        await chunks.return();
      },
    },
    // Nothing is read before somebody takes it.
    { highWaterMark: 0 },
  );
}

async function* chunksOf(
  columns: readonly string[],
  pages: CsvPages,
): AsyncGenerator<string, void, undefined> {
  yield MARK + csvLine(columns);
  try {
    for (let page = await pages.next(); !page.done; ) {
      const ahead = pages.next();
      // The error reaches the reader of the page.
      ahead.catch(() => undefined);
      // The question for the next page leaves first: the database answers it while this one is written.
      for (const piece of piecesOf(page.value)) {
        await afterOthers();
        yield csvLines(columns, piece);
      }
      page = await ahead;
    }
  } finally {
    await pages.return();
  }
}

function* piecesOf(rows: Iterable<CsvRow>) {
  let piece: CsvRow[] = [];
  for (const row of rows) {
    piece.push(row);
    if (piece.length < PIECE) continue;
    yield piece;
    piece = [];
  }
  if (piece.length > 0) yield piece;
}

/** The headers that make a browser keep a reply as a file of this name. */
export function setCsvHeaders(headers: Headers, name: string, now: Date): void {
  headers.set('content-type', 'text/csv; charset=utf-8');
  headers.set('content-disposition', `attachment; filename="${name}-${now.toISOString().slice(0, 10)}.csv"`);
}
