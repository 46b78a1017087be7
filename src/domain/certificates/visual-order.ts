const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u;
const LETTER = /\p{L}/u;

interface Run {
  readonly text: string;
}
type Direction = 'left' | 'right' | 'none';

function directionOf({ text }: Run): Direction {
  if (RIGHT_TO_LEFT.test(text)) return 'right';
  return LETTER.test(text) ? 'left' : 'none';
}

/**
 * The pieces of one line from left to right. The first letter decides how the line is read; what is read the other way
 * inside it keeps its own order. Enough for names and titles; embedded quotations of quotations are not looked for.
 */
export function visualOrder<One extends Run>(runs: readonly One[]): One[] {
  const base = runs.map(directionOf).find((direction) => direction !== 'none') ?? 'left';
  const against: Direction = base === 'left' ? 'right' : 'left';
  const logical = [...runs];
  for (let from = 0; from < logical.length; from += 1) {
    const first = logical[from];
    if (!first || directionOf(first) !== against) continue;
    let to = from;
    for (let at = from + 1; at < logical.length; at += 1) {
      const run = logical[at];
      const direction = run ? directionOf(run) : base;
      if (direction === base) break;
      if (direction === against) to = at;
    }
    const group = logical.slice(from, to + 1).reverse();
    logical.splice(from, group.length, ...group);
    from = to;
  }
  return base === 'right' ? logical.reverse() : logical;
}
