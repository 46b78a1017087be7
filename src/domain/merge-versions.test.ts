import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keyOf, mergeVersions } from './merge-versions.ts';

interface Plan {
  name: string;
  price: number;
  isShown: boolean;
  features: string[];
  picture: { src: string; alt: string };
}

const word = fc.constantFrom('a', 'b', 'c');
const plan: fc.Arbitrary<Plan> = fc.record({
  name: word,
  price: fc.nat(2),
  isShown: fc.boolean(),
  features: fc.array(word, { maxLength: 3 }),
  picture: fc.record({ src: word, alt: word }),
});
const FIELDS = ['name', 'price', 'isShown', 'features', 'picture'] as const;
const side = fc.constantFrom('mine' as const, 'theirs' as const);
const isField = (path: readonly string[]) => path.length === 1;
const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

test('whoever changed nothing gets what the other made of it', () => {
  fc.assert(
    fc.property(plan, plan, (base, changed) => {
      expect(mergeVersions(base, base, changed)).toEqual({ merged: changed, conflicts: [] });
      expect(mergeVersions(base, changed, base)).toEqual({ merged: changed, conflicts: [] });
      expect(mergeVersions(base, changed, changed)).toEqual({ merged: changed, conflicts: [] });
    }),
  );
});

test('a field is in conflict only where both changed it, to different values', () => {
  fc.assert(
    fc.property(plan, plan, plan, (base, mine, theirs) => {
      const both = FIELDS.filter((name) => ![base, mine].some((other) => same(other[name], theirs[name])));
      const differ = both.filter((name) => !same(base[name], mine[name]));
      const { conflicts } = mergeVersions(base, mine, theirs, {}, isField);
      expect(conflicts.map(keyOf).toSorted()).toEqual(differ.toSorted());
    }),
  );
});

test('no change of either side is lost, and a conflict is settled as chosen', () => {
  fc.assert(
    fc.property(
      plan,
      plan,
      plan,
      fc.dictionary(fc.constantFrom(...FIELDS), side),
      (base, mine, theirs, choices) => {
        const { conflicts, merged } = mergeVersions(base, mine, theirs, choices, isField);
        const asked = conflicts.map(keyOf);
        for (const name of FIELDS) {
          if (asked.includes(name))
            expect(merged[name]).toEqual((choices[name] === 'theirs' ? theirs : mine)[name]);
          else if (!same(mine[name], base[name])) expect(merged[name]).toEqual(mine[name]);
          else expect(merged[name]).toEqual(theirs[name]);
        }
      },
    ),
  );
});

test('a field that is made up of several is never put together from two halves', () => {
  const base = { picture: { src: 'a', alt: 'of a' } };
  const mine = { picture: { src: 'b', alt: 'of a' } };
  const theirs = { picture: { src: 'a', alt: 'of an a' } };
  expect(mergeVersions(base, mine, theirs)).toEqual({
    merged: { picture: { src: 'b', alt: 'of an a' } },
    conflicts: [],
  });
  expect(mergeVersions(base, mine, theirs, {}, isField)).toEqual({ merged: mine, conflicts: [['picture']] });
});
