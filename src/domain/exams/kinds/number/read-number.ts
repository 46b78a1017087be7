const NUMBER = /^[+-]?\d+(?:[.,]\d+)?(?:e[+-]?\d{1,3})?$/i;

/** What somebody wrote as a number, with or without its unit; null for what is none. */
export function readNumber(given: string, unit: string): number | null {
  const trimmed = given.trim().replace('\u2212', '-');
  const bare = unit && trimmed.endsWith(unit) ? trimmed.slice(0, -unit.length).trim() : trimmed;
  return NUMBER.test(bare) ? Number(bare.replace(',', '.')) : null;
}
