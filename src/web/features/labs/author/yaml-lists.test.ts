import { expect, test } from 'vitest';
import { appendItem, freeId, readTabs, writeTabs } from './yaml-lists.ts';

test.each([
  ['runner: sql\n', []],
  ['tabs: [a.js, "src/b.js"] # order\nrunner: sql\n', ['a.js', 'src/b.js']],
  ['runner: sql\ntabs:\n  - a.js # first\n  - b.js\nchecks: []\n', ['a.js', 'b.js']],
  ['tabs:\n- a.js\n- b.js\nrunner: sql\n', ['a.js', 'b.js']],
])('tabs are read from %j', (yaml, tabs) => {
  expect(readTabs(yaml)).toEqual(tabs);
});

test('another order of tabs takes the place of the present one, and nothing else changes', () => {
  expect(writeTabs('# Why.\nrunner: sql # 18\nchecks: []\n', ['b', 'a'])).toBe(
    '# Why.\nrunner: sql # 18\ntabs: [b, a]\nchecks: []\n',
  );
  expect(writeTabs('tabs:\n  - a\n  - b\n\n# Checks.\nchecks: []\n', ['b', 'a'])).toBe(
    'tabs: [b, a]\n\n# Checks.\nchecks: []\n',
  );
});

test.each([
  ['runner: sql\n', 'runner: sql\nchecks:\n  - id: x\n    name: X\n', 3],
  ['checks: []\nhints: [a]\n', 'checks:\n  - id: x\n    name: X\nhints: [a]\n', 2],
  [
    'checks:\n- id: a\n  name: A\n\n- id: b\n  name: B\n\nhints: [a]\n',
    'checks:\n- id: a\n  name: A\n\n- id: b\n  name: B\n- id: x\n  name: X\n\nhints: [a]\n',
    7,
  ],
  [
    'checks:\n    - { id: a }\n# Hints.\nhints: [a]',
    'checks:\n    - { id: a }\n    - id: x\n      name: X\n# Hints.\nhints: [a]',
    3,
  ],
])('a check is put behind the others of %j', (yaml, text, line) => {
  expect(appendItem(yaml, 'checks', ['id: x', 'name: X'])).toEqual({ text, line });
});

test('a list in brackets stays one', () => {
  const { text } = appendItem('hints: [a, "b"] # two\nchecks: []\n', 'hints', ['c']);
  expect(text).toBe('hints: [a, "b", c]\nchecks: []\n');
});

test('a new check has an id of its own', () => {
  expect(freeId('checks:\n  - id: check-1\n  - { id: "check-2" }\n')).toBe('check-3');
});
