import type { Queried } from '#domain/labs/question';

const MAX_RESULTS = 20;
const MAX_ROWS = 500;
const LONGEST_CELL = 10_000;
/** Of all cells together, in characters: an answer must get through the pipe. */
const MAX_TEXT = 200_000;

/** A statement's result as the database gives it, each value as text. */
export interface Result {
  readonly fields: readonly { readonly name: string }[];
  readonly rows: readonly (readonly (string | null)[])[];
  readonly command?: string;
  readonly rowCount?: number;
}

/** The last results, cut to what can be shown. */
export function resultsOf(results: readonly Result[]): Queried[] {
  let left = MAX_TEXT;
  const take = (cell: string | null) => {
    if (cell === null) return null;
    const text = cell.length > LONGEST_CELL ? `${cell.slice(0, LONGEST_CELL)}…` : cell;
    left -= text.length;
    return text;
  };
  return results.slice(-MAX_RESULTS).map(({ command = '', fields, rowCount = 0, rows }) => {
    const shown: (string | null)[][] = [];
    for (const row of rows.slice(0, MAX_ROWS)) {
      if (left <= 0) break;
      shown.push(row.map(take));
    }
    return {
      columns: fields.map(({ name }) => name),
      rows: shown,
      total: rows.length,
      command,
      count: rowCount,
    };
  });
}
