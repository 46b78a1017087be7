import { expect, test } from 'vitest';
import { isEscape } from './is-escape.ts';

test('Escape that only ends the composition of a word is none', () => {
  const press = (key: string, isComposing: boolean) => isEscape({ key, nativeEvent: { isComposing } });
  expect(press('Escape', false)).toBe(true);
  expect(press('Escape', true)).toBe(false);
  expect(press('a', false)).toBe(false);
});
