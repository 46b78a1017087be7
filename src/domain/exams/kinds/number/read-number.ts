const NUMBER = /^[+-]?\d+(?:[.,]\d+)?(?:e[+-]?\d{1,3})?$/i;
const AMBIGUOUS = /^[+-]?[1-9]\d{0,2},\d{3}$/;

/** What somebody wrote as a number, with or without its unit; null for what is none, or could be two. */
export function readNumber(given: string, unit: string): number | null {
  const bare = withoutUnit(given, unit);
  return NUMBER.test(bare) && !AMBIGUOUS.test(bare) ? Number(bare.replace(',', '.')) : null;
}

/** Both readings of a number such as "1,200", where the comma may stand for thousands or for decimals; null for any other text. */
export function twoReadings(given: string, unit = ''): { whole: string; decimal: string } | null {
  const bare = withoutUnit(given, unit);
  return AMBIGUOUS.test(bare) ? { whole: bare.replace(',', ''), decimal: bare.replace(',', '.') } : null;
}

function withoutUnit(given: string, unit: string): string {
  const trimmed = given.trim().replace('\u2212', '-');
  return unit && trimmed.endsWith(unit) ? trimmed.slice(0, -unit.length).trim() : trimmed;
}
