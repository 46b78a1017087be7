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
  return JSON.stringify({ ...fact, v: 0 }, (_key, value: unknown) =>
    isRecord(value) ? sorted(value) : value,
  );
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function sorted(record: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Were there two of one number, their text decides, never their order. */
function isNewer(fact: Fact, known: Fact): boolean {
  return fact.v > known.v || (fact.v === known.v && factText(fact) > factText(known));
}
