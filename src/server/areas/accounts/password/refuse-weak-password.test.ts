import { readFileSync } from 'node:fs';
import { dictionary } from '@zxcvbn-ts/language-common';
import { expect, test as plain } from 'vitest';
import { meetsPolicy, type PasswordPolicy } from '#domain/accounts/password-policy';
import type { Services } from '#server/services';
import { test } from '#tests/kit/database';
import { failureOf, openVerbs } from '#tests/kit/verbs';
import { refuseWeakPassword } from './refuse-weak-password.ts';

const PERSON = { name: 'Ada Lovelace', email: 'ada@school.test' };
const frequent = dictionary['passwords-common'];
const listed = readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n');

/** Those of the given passwords that a school with this policy takes. */
async function takenOf(passwords: Iterable<string>, passwordPolicy: PasswordPolicy | null) {
  const security = passwordPolicy && { passwordPolicy };
  const settings = { current: async () => ({ security }) } as unknown as Services['settings'];
  const taken: string[] = [];
  for (const password of passwords) {
    const outcome = await failureOf(refuseWeakPassword({ settings }, password, PERSON));
    if (outcome !== 'PASSWORD_TOO_COMMON') taken.push(password);
  }
  return taken;
}

plain.for([null, 'low', 'medium'] as const)(
  'the 3,000 most frequent passwords that the policy %s allows are refused, also in capital letters',
  async (policy) => {
    const allowed = frequent.filter((password) => meetsPolicy(policy, password)).slice(0, 3000);
    expect(allowed).toHaveLength(3000);
    expect(await takenOf([...allowed, ...allowed.map((password) => password.toUpperCase())], policy)).toEqual(
      [],
    );
  },
);

plain(
  'the strictest policy allows none of the list as it is, and none of the first with what it asks for',
  async () => {
    expect(frequent.filter((password) => meetsPolicy('high', password))).toEqual([]);
    const dressed = frequent
      .slice(0, 3000)
      .flatMap((word) => [`${word.charAt(0).toUpperCase()}${word.slice(1)}12!?`, `${word.toUpperCase()}x`])
      .filter((password) => meetsPolicy('high', password));
    expect(dressed.length).toBeGreaterThan(100);
    expect(await takenOf(dressed, 'high')).toEqual([]);
  },
);

plain('what the list by frequency leaves out is refused as well', async () => {
  expect(frequent).not.toContain('987654321');
  const tried = listed.flatMap((word) => [word.toUpperCase(), `${word}!`]);
  expect(await takenOf(new Set(tried.filter((password) => password.length >= 8)), null)).toEqual([]);
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
