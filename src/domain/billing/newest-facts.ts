import type { Fact } from './facts.ts';

/** Of each subject what was learned last. */
export function newestFacts(facts: readonly Fact[]): Fact[] {
  const newest = new Map<string, Fact>();
  for (const fact of facts) {
    const subject = `${fact.kind}:${fact.id}`;
    const known = newest.get(subject);
    if (!known || isNewer(fact, known)) newest.set(subject, fact);
  }
  return [...newest.values()];
}

/** The text of a fact without its number; its keys in one order, because the database keeps none. */
export function factText(fact: Omit<Fact, 'v'>): string {
  const entries = Object.entries({ ...fact, v: 0 }).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify(entries);
}

/** Were there two of one number, their text decides, never their order. */
function isNewer(fact: Fact, known: Fact): boolean {
  return fact.v > known.v || (fact.v === known.v && factText(fact) > factText(known));
}
