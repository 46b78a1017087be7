import { expect, test } from 'vitest';
import { losesMore, lostSections } from './lost-sections.ts';

const LESSON = { id: 'a', sectionType: 'lesson' } as const;
const EXAM = { id: 'b', sectionType: 'exam' } as const;

test('a section that is left out is lost, one that moves is not', () => {
  expect(lostSections([LESSON, EXAM], [EXAM])).toEqual([{ section: LESSON, becomes: null }]);
  expect(lostSections([LESSON, EXAM], [EXAM, LESSON])).toEqual([]);
});

test('an exam that becomes a lesson or a lab is lost, a lesson that becomes an exam is not', () => {
  for (const becomes of ['lesson', 'lab'] as const)
    expect(lostSections([EXAM], [{ id: 'b', sectionType: becomes }])).toEqual([{ section: EXAM, becomes }]);
  expect(lostSections([LESSON], [{ id: 'a', sectionType: 'exam' }])).toEqual([]);
});

test('a section that was never saved is not lost', () => {
  expect(lostSections([{ sectionType: 'exam' }], [])).toEqual([]);
});

test('a change takes more than was agreed to where it takes another section, or makes it something else', () => {
  const agreed = { from: [LESSON, EXAM], to: [EXAM] };
  expect(losesMore(agreed, null)).toBe(true);
  expect(losesMore(agreed, agreed)).toBe(false);
  expect(losesMore({ from: [EXAM], to: [EXAM] }, null)).toBe(false);
  expect(losesMore({ from: [LESSON, EXAM], to: [] }, agreed)).toBe(true);
  const becoming = { from: [EXAM], to: [{ id: 'b', sectionType: 'lab' }] } as const;
  expect(losesMore(becoming, { from: [EXAM], to: [] })).toBe(true);
});
