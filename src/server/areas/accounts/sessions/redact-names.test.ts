import { expect, test } from 'vitest';
import { redactNames } from './redact-names.ts';

test('names leave texts at any depth, in any case, and only as whole words', () => {
  const value = {
    reason: 'ADA LOVELACE asked;\nAda Lovelace',
    list: [{ name: 'Ada Lovelace' }],
    n: 7,
    no: null,
  };
  expect(redactNames(value, ['Ada Lovelace'])).toEqual({
    reason: 'Deleted user asked;\nDeleted user',
    list: [{ name: 'Deleted user' }],
    n: 7,
    no: null,
  });
  expect(redactNames('Adams, Nada, ada_1 and Ada', ['Ada'])).toBe('Adams, Nada, ada_1 and Deleted user');
});

test('names that look like something else break nothing', () => {
  const value = { name: 'name', true: true, seven: 7, text: 'a.b (c) a1b' };
  expect(redactNames(value, ['name', 'true', '7', 'a.b', '(c)', ' '])).toEqual({
    name: 'Deleted user',
    true: true,
    seven: 7,
    text: 'Deleted user Deleted user a1b',
  });
  expect(redactNames('李明的手机', ['李明'])).toBe('Deleted user的手机');
});

test('a name within an email address is a part of the address, and a name may be one', () => {
  const text = 'Al wrote to x.al@school.test, al@al.test and "Al"';
  expect(redactNames(text, ['Al'])).toBe(
    'Deleted user wrote to x.al@school.test, al@al.test and "Deleted user"',
  );
  expect(redactNames('From ada@school.test: hi', ['ada@school.test'])).toBe('From Deleted user: hi');
});

test('a long text without a space is no work', () => {
  const text = 'a'.repeat(500_000);
  expect(redactNames(text, ['Al'])).toBe(text);
});
