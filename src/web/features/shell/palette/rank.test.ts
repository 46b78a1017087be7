import { expect, test } from 'vitest';
import { rank, ranked } from './rank.ts';

test('what begins with the typed text comes before words in it, parts of words, and further text', () => {
  expect(rank('set', 'Settings')).toBe(3);
  expect(rank('pol', 'Privacy Policy')).toBe(2);
  expect(rank('po pri', 'Privacy Policy')).toBe(2);
  expect(rank('icy', 'Privacy Policy')).toBe(1);
  expect(rank('gdpr', 'Privacy Policy', 'What the GDPR asks for')).toBe(0);
  expect(rank('privacy gdpr', 'Privacy Policy', 'What the GDPR asks for')).toBe(0);
});

test('every typed word must be found', () => {
  expect(rank('privacy xyz', 'Privacy Policy', 'What the GDPR asks for')).toBeNull();
});

test('case and accents are not looked at, in any script', () => {
  expect(rank('ANDRÉ', 'Andre')).toBe(3);
  expect(rank('andre', 'Müller, André')).toBe(2);
  expect(rank('мария', 'МАРИЯ Иванова')).toBe(3);
});

test('nothing typed, or only spaces, fits everything in its order', () => {
  const items = [{ label: 'Users' }, { label: 'Categories' }];
  expect(ranked('  ', items)).toEqual(items);
});

test('the best come first, and equally good ones keep their order', () => {
  const items = [
    { label: 'Discourse' },
    { label: 'New course' },
    { label: 'Courses' },
    { label: 'My Courses' },
    { label: 'Users', further: 'Who takes which course' },
    { label: 'Plans' },
  ];
  expect(ranked('course', items).map(({ label }) => label)).toEqual([
    'Courses',
    'New course',
    'My Courses',
    'Discourse',
  ]);
});

test('what only its further text fits is found when nothing else is', () => {
  const items = [{ label: 'Users', further: 'Who takes which course' }, { label: 'Plans' }];
  expect(ranked('takes', items).map(({ label }) => label)).toEqual(['Users']);
  expect(ranked('pl', items).map(({ label }) => label)).toEqual(['Plans']);
});
