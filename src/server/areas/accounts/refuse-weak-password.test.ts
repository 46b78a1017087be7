import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { test } from '#tests/kit/database';
import { failureOf, openVerbs } from '#tests/kit/verbs';
import { refuseWeakPassword } from './refuse-weak-password.ts';

const PERSON = { name: 'Ada Lovelace', email: 'ada@school.test' };
const listed = readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n');

test('well over 3,000 common passwords of eight or more characters are refused', async ({ db }) => {
  const site = await (await openVerbs(db)).services.settings.current();
  const settings = { current: async () => site, forget: () => undefined };
  const tried = listed.flatMap((word) => [word.toUpperCase(), `${word}!`]);
  const common = new Set(tried.filter((password) => password.length >= 8));
  expect(common.size).toBeGreaterThan(3000);
  const taken: string[] = [];
  for (const password of common) {
    const outcome = await failureOf(refuseWeakPassword({ settings }, password, PERSON));
    if (outcome !== 'PASSWORD_TOO_COMMON') taken.push(password);
  }
  expect(taken).toEqual([]);
});

test('signs in place of letters do not hide a common password, and a sentence with a number is none', async ({
  db,
}) => {
  const { services } = await openVerbs(db);
  const choose = (password: string) => refuseWeakPassword(services, password, PERSON);
  for (const password of ['p@$$w0rd', 'Dr4g0n!!', 'M0nkey2031'])
    expect(await failureOf(choose(password)), password).toBe('PASSWORD_TOO_COMMON');
  for (const password of ['a quiet sentence 12', 'vkq-jw-8841'])
    expect(await choose(password), password).toBeUndefined();
});
