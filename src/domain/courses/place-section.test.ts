import { expect, test } from 'vitest';
import { placeSection } from './place-section.ts';

const SECTIONS = [
  { id: 'a', chapter: '' },
  { id: 'b', chapter: 'One' },
  { id: 'c', chapter: 'One' },
  { id: 'd', chapter: 'Two' },
];

test('a section goes behind another, or to the front, and into one of the chapters there', () => {
  expect(placeSection(SECTIONS, { after: null, chapter: '' })).toBe(0);
  expect(placeSection(SECTIONS, { after: 'a', chapter: 'One' })).toBe(1);
  expect(placeSection(SECTIONS, { after: 'b', chapter: 'One' })).toBe(2);
  expect(placeSection(SECTIONS, { after: 'c', chapter: 'Two' })).toBe(3);
  expect(placeSection(SECTIONS, { after: 'd', chapter: 'Two' })).toBe(4);
});

test('between two chapters, and at the ends, it may be in none', () => {
  expect(placeSection(SECTIONS, { after: 'c', chapter: '' })).toBe(3);
  expect(placeSection(SECTIONS, { after: 'd', chapter: '' })).toBe(4);
  expect(placeSection([], { after: null, chapter: '' })).toBe(0);
});

test('it splits no chapter, makes none, and stands behind nothing that is gone', () => {
  expect(placeSection(SECTIONS, { after: 'b', chapter: '' })).toBeNull();
  expect(placeSection(SECTIONS, { after: 'b', chapter: 'Two' })).toBeNull();
  expect(placeSection(SECTIONS, { after: 'd', chapter: 'One' })).toBeNull();
  expect(placeSection(SECTIONS, { after: 'x', chapter: '' })).toBeNull();
  expect(placeSection([], { after: null, chapter: 'One' })).toBeNull();
});
