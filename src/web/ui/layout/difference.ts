import type { Difference } from './difference-table.tsx';

/** What each field is called, and its value in words; without words it is shown as it is. */
export type Fields<Values> = {
  readonly [Name in keyof Values]-?: readonly [
    label: () => string,
    words?: (value: Exclude<Values[Name], undefined>) => string,
  ];
};

const SHOWN = 400;

/** The fields in which two versions differ. A field that one of them does not hold at all is no difference. */
export function differenceOf<Values extends object>(
  fields: Fields<Values>,
  mine: Values,
  theirs: Values,
): Difference[] {
  return (Object.keys(fields) as (keyof Values & string)[]).flatMap((name) => {
    const [label, words = asText] = fields[name];
    const [own, other] = [mine[name], theirs[name]];
    if (own === undefined || other === undefined) return [];
    const [before, after] = [
      words(own as Exclude<Values[typeof name], undefined>),
      words(other as Exclude<Values[typeof name], undefined>),
    ];
    return before === after ? [] : [{ key: name, field: label(), ...excerpt(before, after) }];
  });
}

function asText(value: unknown): string {
  return String(value ?? '');
}

/** What is stored, a line for each value, as a course folder writes it. */
export function linesOf(value: object, indent = ''): string[] {
  return Object.entries(value).flatMap(([name, each]) => {
    if (each === undefined || each === null) return [];
    if (typeof each !== 'object') return [`${indent}${name}: ${each}`];
    return [`${indent}${name}:`, ...linesOf(each, `${indent}  `)];
  });
}

/** Around the first place where the two differ. */
export function excerpt(mine: string, theirs: string): { mine: string; theirs: string } {
  let at = 0;
  while (at < mine.length && mine[at] === theirs[at]) at += 1;
  const from = at > SHOWN / 2 ? at - 80 : 0;
  const cut = (whole: string) => (from > 0 ? '…' : '') + whole.slice(from, from + SHOWN);
  return { mine: cut(mine), theirs: cut(theirs) };
}
