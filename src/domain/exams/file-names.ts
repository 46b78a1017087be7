import type { Draw } from './draw.ts';

/** A question of a file under the names of the program: files write case_sensitive, all else has one name. */
export function fromFileNames(question: unknown): unknown {
  if (typeof question !== 'object' || question === null || !('case_sensitive' in question)) return question;
  const { case_sensitive, ...rest } = question;
  return { ...rest, caseSensitive: case_sensitive };
}

/** A question under the names of a file. */
export function toFileNames(question: object): object {
  if (!('caseSensitive' in question)) return question;
  const { caseSensitive, ...rest } = question;
  return { ...rest, case_sensitive: caseSensitive };
}

/** A draw as a file writes it: only what is not said by default. */
export function toFileDraw({ bank, count, id, points, tags }: Draw): object {
  return { id, bank, ...(tags.length > 0 && { tags }), count, ...(points !== null && { points }) };
}
