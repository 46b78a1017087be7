import { expect, test } from 'vitest';
import { isSectionDone, type SectionFacts } from './section-state.ts';

const untouched = { reached: 0, watchedSeconds: 0, duration: 0, marked: false };
const lesson: SectionFacts = { sectionType: 'lesson', isOwnVideo: false };

test('a lesson is done when it was read to its end, or marked', () => {
  expect(isSectionDone(lesson, untouched)).toBe(false);
  expect(isSectionDone(lesson, { ...untouched, reached: 0.99 })).toBe(false);
  expect(isSectionDone(lesson, { ...untouched, reached: 1 })).toBe(true);
  expect(isSectionDone(lesson, { ...untouched, marked: true })).toBe(true);
});

test('a film is done when nine tenths of it were watched, not when it is marked or was scrolled past', () => {
  const video: SectionFacts = { sectionType: 'lesson', isOwnVideo: true };
  const watched = (watchedSeconds: number) => ({ ...untouched, watchedSeconds, duration: 600 });
  expect(isSectionDone(video, { ...untouched, marked: true, reached: 1 })).toBe(false);
  expect(isSectionDone(video, watched(539))).toBe(false);
  expect(isSectionDone(video, watched(540))).toBe(true);
});

test('a lab is done when it is marked, not when it was read', () => {
  const lab: SectionFacts = { sectionType: 'lab', isOwnVideo: false };
  expect(isSectionDone(lab, { ...untouched, reached: 1 })).toBe(false);
  expect(isSectionDone(lab, { ...untouched, marked: true })).toBe(true);
});

test('an exam is never marked as done', () => {
  const exam: SectionFacts = { sectionType: 'exam', isOwnVideo: false };
  expect(isSectionDone(exam, { reached: 1, watchedSeconds: 9, duration: 9, marked: true })).toBe(false);
});
