import { perLanguage } from '#domain/language';

const rating = perLanguage(
  (of) => new Intl.NumberFormat(of, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
);

/** An average of stars: "4.0", "4.7". */
export function formatRating(average: number): string {
  return rating().format(average);
}
