import type { Verdict } from '#domain/labs/verdict';

/**
 * A verdict that the database can read, whatever a learner's code answered: it refuses to look into JSON with NUL or half of a
 * pair of surrogates. Both become U+FFFD, in the names of headers, too.
 */
export function readableVerdict(verdict: Verdict): Verdict {
  return readable(verdict) as Verdict;
}

function readable(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\0', '\uFFFD').toWellFormed();
  if (Array.isArray(value)) return value.map(readable);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [readable(key), readable(part)]));
}
