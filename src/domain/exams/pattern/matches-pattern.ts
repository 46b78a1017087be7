import { type Fits, type PatternNode, parsePattern } from './parse-pattern.ts';

/** Longer answers fit no pattern. */
const LONGEST = 1000;

interface State {
  /** Null: goes on to all of `next` without a letter. */
  fits: Fits | null;
  next: number[];
}

/**
 * Whether all of a text fits a pattern. Every letter is looked at once, with all the places the pattern can be at: the
 * time grows with the length of both and never faster, whatever is written.
 */
export function matchesPattern(text: string, source: string, caseSensitive: boolean): boolean {
  const letters = [...text];
  if (letters.length > LONGEST) return false;
  const states: State[] = [];
  const begin = build(parsePattern(source), addState(states, null, []), states);
  const end = 0;
  let places = spread(states, [begin]);
  for (const letter of letters) {
    const forms = caseSensitive ? [letter] : [letter, letter.toLowerCase(), letter.toUpperCase()];
    const reached = [...places].flatMap((place) => {
      const { fits, next } = states[place] ?? { fits: null, next: [] };
      return fits?.(forms) ? next : [];
    });
    places = spread(states, reached);
    if (places.size === 0) return false;
  }
  return places.has(end);
}

function addState(states: State[], fits: State['fits'], next: number[]): number {
  states.push({ fits, next });
  return states.length - 1;
}

/** Adds the states of a node that lead on to `then`; answers where it begins. */
function build(node: PatternNode, then: number, states: State[]): number {
  switch (node.type) {
    case 'one':
      return addState(states, node.fits, [then]);
    case 'row':
      return node.parts.reduceRight((next, part) => build(part, next, states), then);
    case 'either':
      return addState(
        states,
        null,
        node.parts.map((part) => build(part, then, states)),
      );
    case 'repeat': {
      const again = addState(states, null, [then]);
      const begin = build(node.part, node.many ? again : then, states);
      if (node.many || node.least === 0) states[again]?.next.push(begin);
      return node.least === 1 ? begin : again;
    }
  }
}

/** These places and every one that is reached from them without a letter. */
function spread(states: readonly State[], from: readonly number[]): Set<number> {
  const places = new Set<number>();
  const open = [...from];
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    if (places.has(place)) continue;
    places.add(place);
    const state = states[place];
    if (state?.fits === null) open.push(...state.next);
  }
  return places;
}
