interface Pair {
  readonly left: string;
  readonly right: string;
}

/** A question to match; a right side without a left one is offered besides. */
export function toPairs(found: readonly Pair[]): object {
  const pairs = found.filter(({ left }) => left !== '');
  const right = new Set(pairs.map((pair) => pair.right));
  const others = found.filter(({ left }) => left === '').map((pair) => pair.right);
  const wrong = [...new Set(others)].filter((each) => each !== '' && !right.has(each));
  return { kind: 'match', pairs, ...(wrong.length > 0 && { wrong }) };
}
