import { expect, test } from 'vitest';
import { EMPTY_LINE, keysOf, type Line, press } from './line-editor.ts';

const LEFT = '\u001b[D';
const UP = '\u001b[A';
const DOWN = '\u001b[B';

function type(keys: readonly string[], from: Line = EMPTY_LINE): Line {
  return keys.reduce((line, key) => press(line, key).line, from);
}

test.each([
  [['l', 's'], 'ls', 2],
  [['ls', LEFT, 'x'], 'lxs', 2],
  [['ls', '\u0001', 'a'], 'als', 1],
  [['ls', LEFT, '\u0005', 'a'], 'lsa', 3],
  [['ls', '\u007f'], 'l', 1],
  [['ls', LEFT, LEFT, '\u001b[3~'], 's', 0],
  [['echo two words', '\u0017'], 'echo two ', 9],
  [['echo a', LEFT, '\u000b'], 'echo ', 5],
  [['echo a', LEFT, '\u0015'], 'a', 0],
  [['a\u0007b\tc\u001b'], 'ab c', 4],
  [['\u001b[5~'], '', 0],
])('%j types %j', (keys, text, at) => {
  expect(type(keys)).toMatchObject({ text, at });
});

test('what was typed comes back, the last first, and an empty line after it', () => {
  const after = type(['ls', '\r', 'pwd', '\r', 'pwd', '\r', ' ', '\r']);
  expect(after.history).toEqual(['ls', 'pwd']);
  expect(type([UP], after).text).toBe('pwd');
  expect(type([UP, UP, UP], after).text).toBe('ls');
  expect(type([UP, UP, DOWN], after).text).toBe('pwd');
  expect(type([UP, DOWN], after).text).toBe('');
});

test('Ctrl+C takes the line away and keeps it out of the history', () => {
  const { asks, line } = press(type(['rm -rf']), '\u0003');
  expect(asks).toBe('cancel');
  expect(line).toMatchObject({ text: '', history: [] });
});

test('pasted lines are entered one after the other', () => {
  expect(keysOf('cd radio\r\nls\n')).toEqual(['cd radio', '\r', 'ls', '\r']);
  expect(keysOf('\u001b[A')).toEqual(['\u001b[A']);
  expect(keysOf('\r')).toEqual(['\r']);
});
