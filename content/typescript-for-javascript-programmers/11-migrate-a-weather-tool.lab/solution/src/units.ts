export function toFahrenheit(c: number): number {
  return Math.round((c * 9) / 5 + 32);
}
