import { perLanguage } from '#domain/language';

const formatter = (unit: 'kilobyte' | 'megabyte' | 'gigabyte', maximumFractionDigits: number) =>
  perLanguage((of) => new Intl.NumberFormat(of, { style: 'unit', unit, maximumFractionDigits }));
const kilobytes = formatter('kilobyte', 0);
const megabytes = formatter('megabyte', 1);
const gigabytes = formatter('gigabyte', 1);
const STEP = 1024;

/** A size as people read it: "48 kB", "2.4 MB", "20 GB". */
export function sizeText(bytes: number): string {
  if (bytes < STEP ** 2) return kilobytes().format(Math.ceil(bytes / STEP));
  return bytes < STEP ** 3 ? megabytes().format(bytes / STEP ** 2) : gigabytes().format(bytes / STEP ** 3);
}
