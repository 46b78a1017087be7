/** One line of a file, by the names of its columns. */
export type CsvRow = Readonly<Record<string, string | number | null>>;

const NEEDS_QUOTES = /[",\r\n]/;
/** What a spreadsheet takes for the beginning of a formula, also in its wide forms. */
const BEGINS_FORMULA = /^[=+\-@\t\r＝＋－＠]/;

/** Lines of a CSV file (RFC 4180) in which nothing is a formula to a spreadsheet. Missing values are empty. */
export function csvLines(columns: readonly string[], rows: Iterable<CsvRow>): string {
  let text = '';
  for (const row of rows) text += `${columns.map((column) => cell(row[column] ?? null)).join(',')}\r\n`;
  return text;
}

/** One line, with its end. */
export function csvLine(values: readonly (string | number | null)[]): string {
  return `${values.map(cell).join(',')}\r\n`;
}

function cell(value: string | number | null): string {
  if (typeof value !== 'string') return value === null ? '' : String(value);
  const safe = BEGINS_FORMULA.test(value) ? `'${value}` : value;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
