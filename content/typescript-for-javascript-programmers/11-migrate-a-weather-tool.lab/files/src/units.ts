export function toFahrenheit(c) {
  return Math.round((c * 9) / 5 + 32);
}
