import type { Draw } from './draw.ts';

/** Names of two words, as files write them; everything else has one name in file and program. */
const NAMES: Readonly<Record<string, string>> = {
  all_or_nothing: 'allOrNothing',
  case_sensitive: 'caseSensitive',
  min_words: 'minWords',
  max_words: 'maxWords',
  max_megabytes: 'maxMegabytes',
};
const FILE_NAMES = new Map(Object.entries(NAMES).map(([file, name]) => [name, file]));

/** A question of a file under the names of the program. */
export function fromFileNames(question: unknown): unknown {
  if (typeof question !== 'object' || question === null) return question;
  return renamed(question, (name) => NAMES[name] ?? name);
}

/** A question under the names of a file. */
export function toFileNames(question: object): object {
  return renamed(question, (name) => FILE_NAMES.get(name) ?? name);
}

/** Its own fields, and those of its gaps, which can be questions themselves. */
function renamed(question: object, nameOf: (name: string) => string): object {
  const inner = (gap: unknown) => (typeof gap === 'object' && gap !== null ? renamed(gap, nameOf) : gap);
  return Object.fromEntries(
    Object.entries(question).map(([name, value]) => [
      nameOf(name),
      name === 'gaps' && Array.isArray(value) ? value.map(inner) : value,
    ]),
  );
}

/** A draw as a file writes it: only what is not said by default. */
export function toFileDraw({ bank, count, id, lesson, points, tags }: Draw): object {
  return {
    id,
    bank,
    ...(tags.length > 0 && { tags }),
    count,
    ...(points !== null && { points }),
    ...(lesson && { lesson }),
  };
}
