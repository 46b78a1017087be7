import { stringify } from 'csv-stringify/sync';

export type Row = Record<string, unknown>;

/** Without the brackets around. */
export const jsonOf = (rows: readonly Row[]) => `\n${JSON.stringify(rows, null, 2).slice(2, -2)}`;

export function headOf(columns: string[]): string {
  return stringify([columns], { bom: true, record_delimiter: 'windows' });
}

/** Values within values as JSON, and nothing that is a formula to a spreadsheet. */
export function toCsv(rows: readonly Row[]): string {
  const flat = rows.map((row) => Object.values(row).map(cell));
  return stringify(flat, { escape_formulas: true, record_delimiter: 'windows' });
}

function cell(value: unknown): string | number | null {
  if (value === null || typeof value === 'number' || typeof value === 'string') return value;
  return value instanceof Date ? value.toISOString() : JSON.stringify(value);
}
