import { expect, test } from 'vitest';
import { hashPassword, hashPasswordOfStart, verifyPassword } from './passwords.ts';

test('the hash that a start makes without the library is one of the library', async () => {
  const password = 'Café, a quiet sentence';
  const [made, usual] = [await hashPasswordOfStart(password), await hashPassword(password)];
  expect(await verifyPassword(made, password)).toBe(true);
  expect(await verifyPassword(made, password.normalize('NFD'))).toBe(true);
  expect(await verifyPassword(made, `${password}.`)).toBe(false);
  expect(await hashPasswordOfStart(password)).not.toBe(made);
  const shape = (hash: string) => hash.split('$').map((part, index) => (index < 4 ? part : part.length));
  expect(shape(made)).toEqual(shape(usual));
});
