import { twoReadings } from '#domain/exams/kinds/number/read-number';

/** A number where it is one as it stands; else an expression. */
export function toAnswer(text: string): number | string {
  if (twoReadings(text)) return text;
  const plain = text.replace('\u2212', '-').replace(/^(-?\d+),(\d+)$/, '$1.$2');
  return plain !== '' && String(Number(plain)) === plain ? Number(plain) : plain;
}

/** An answer as its field shows it. */
export function shown(answer: number | string): number | string {
  return typeof answer === 'number' && Number.isNaN(answer) ? '' : answer;
}
