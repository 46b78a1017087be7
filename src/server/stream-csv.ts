import { stringify } from 'csv-stringify/sync';

type Row = Readonly<Record<string, string | number | null>>;

/**
 * A CSV file that is read from the database as fast as it is taken: UTF-8 with its mark, so that spreadsheets read it
 * as such, and nothing in it is a formula to them.
 */
export function streamCsv(
  columns: readonly string[],
  pages: AsyncGenerator<readonly Row[], void, undefined>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let isFirst = true;
  const encode = (rows: readonly Row[]) => {
    const text = stringify([...rows], {
      columns: [...columns],
      header: isFirst,
      bom: isFirst,
      escape_formulas: true,
      record_delimiter: 'windows',
    });
    isFirst = false;
    return encoder.encode(text);
  };
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await pages.next();
        if (!done || isFirst) controller.enqueue(encode(value ?? []));
        if (done) controller.close();
      },
      async cancel() {
        await pages.return();
      },
    },
    // Nothing is read before somebody takes it.
    { highWaterMark: 0 },
  );
}

/** The headers that make a browser keep a reply as a file of this name. */
export function setCsvHeaders(headers: Headers, name: string, now: Date): void {
  headers.set('content-type', 'text/csv; charset=utf-8');
  headers.set('content-disposition', `attachment; filename="${name}-${now.toISOString().slice(0, 10)}.csv"`);
}
