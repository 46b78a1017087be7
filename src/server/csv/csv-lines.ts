type Value = string | number | null;
/** One line of a file: by the names of its columns, or in their order. */
export type CsvRow = Readonly<Record<string, Value>> | readonly Value[];

const NEEDS_QUOTES = /[",\r\n]/;
/** What a spreadsheet takes for the beginning of a formula, also in its wide forms. */
const BEGINS_FORMULA = /^[=+\-@\t\r＝＋－＠]/;

/** Lines of a CSV file (RFC 4180) in which nothing is a formula to a spreadsheet. Missing values are empty. */
export function csvLines(columns: readonly string[], rows: Iterable<CsvRow>): string {
  let text = '';
  for (const row of rows)
    text += csvLine(isInOrder(row) ? row : columns.map((column) => row[column] ?? null));
  return text;
}

const isInOrder = (row: CsvRow): row is readonly Value[] => Array.isArray(row);

/** One line, with its end. */
export function csvLine(values: readonly Value[]): string {
  return `${values.map(cell).join(',')}\r\n`;
}

function cell(value: Value): string {
  if (typeof value !== 'string') return value === null ? '' : String(value);
  const safe = BEGINS_FORMULA.test(value) ? `'${value}` : value;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
