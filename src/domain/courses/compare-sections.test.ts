import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareSections } from './compare-sections.ts';

test('a section that moved keeps its id and gets a new place', () => {
  const { added, kept, removed } = compareSections(['a', 'b'], [{ id: 'b' }, { id: 'a' }]);
  expect(kept.map(({ id, order }) => [id, order])).toEqual([
    ['b', 1],
    ['a', 2],
  ]);
  expect([...added, ...removed]).toEqual([]);
});

test('a section without an id is new, a stored one that is missing is removed', () => {
  const { added, kept, removed } = compareSections(['a', 'b'], [{ title: 'new' }, { id: 'b' }] as {
    id?: string;
  }[]);
  expect(added.map(({ order }) => order)).toEqual([1]);
  expect(kept.map(({ id, order }) => [id, order])).toEqual([['b', 2]]);
  expect(removed).toEqual(['a']);
});

test('a foreign id and an id given twice are refused', () => {
  expect(compareSections(['a'], [{ id: 'x' }]).unknown).toEqual(['x']);
  expect(compareSections(['a'], [{ id: 'a' }, { id: 'a' }]).unknown).toEqual(['a']);
});

test('every stored section is either kept or removed, every submitted one kept or added, and places have no gap', () => {
  const ids = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 3 }), { maxLength: 12 });
  const property = fc.property(ids, fc.infiniteStream(fc.boolean()), fc.nat(5), (stored, chosen, fresh) => {
    const survivors = stored.filter(() => chosen.next().value).reverse();
    const submitted: { id?: string }[] = [
      ...survivors.map((id) => ({ id })),
      ...Array.from({ length: fresh }, () => ({})),
    ];
    const { added, kept, removed, unknown } = compareSections(stored, submitted);
    expect(unknown).toEqual([]);
    expect(new Set([...kept.map(({ id }) => id), ...removed])).toEqual(new Set(stored));
    const places = [...kept, ...added].map(({ order }) => order).sort((a, b) => a - b);
    expect(places).toEqual(submitted.map((_, index) => index + 1));
  });
  fc.assert(property);
});
