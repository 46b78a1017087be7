/** "19.99" in the smallest unit of a currency that has `digits` decimals; null for what is no amount of it. */
export function toSmallestUnit(text: string, digits: number): number | null {
  const match = /^(\d{1,7})(?:[.,](\d+))?$/.exec(text.trim());
  const [, whole = '', part = ''] = match ?? [];
  if (!match || part.length > digits) return null;
  return Number(whole + part.padEnd(digits, '0'));
}
