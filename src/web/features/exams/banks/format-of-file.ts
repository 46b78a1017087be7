import type { ImportFormat } from '#contract/questions/import-form';

/** The format that the name of a file means; a text may be GIFT or Aiken, so what was chosen for it stays. */
export function formatOfFile(name: string, chosen: ImportFormat): ImportFormat {
  if (/\.xml$/i.test(name)) return 'moodle-xml';
  if (/\.csv$/i.test(name)) return 'csv';
  if (/\.txt$/i.test(name) && chosen === 'aiken') return 'aiken';
  return /\.(?:gift|txt|zip)$/i.test(name) ? 'gift' : chosen;
}
