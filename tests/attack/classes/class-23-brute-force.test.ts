import { expect } from 'vitest';
import { DEFAULT_LIMITS } from '#server/http/gates/limits';
import { enter, withAccount } from '#tests/kit/accounts';
import { test } from '#tests/kit/database';
import { failureOf } from '#tests/kit/verbs';
import { ORIGIN, openSchool, type School } from '../kit/school.ts';

/** A wrong sign-in over HTTP, from an address of our choice; answers the code. */
async function guess(school: School, address: string, headers: Record<string, string> = {}, email?: string) {
  const response = await school.app.request(
    `${ORIGIN}/api/sign-in`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: ORIGIN, ...headers },
      body: JSON.stringify({ email: email ?? 'second@school.test', password: 'a wrong password' }),
    },
    { incoming: { socket: { remoteAddress: address } } },
  );
  return (await response.json()).code as string;
}

test('a forged X-Forwarded-For buys no more guesses', async ({ db }) => {
  const school = await openSchool(db, { limits: DEFAULT_LIMITS });
  const codes: string[] = [];
  for (let turn = 0; turn < 8; turn += 1)
    codes.push(
      await guess(school, '203.0.113.9', { 'x-forwarded-for': `198.51.100.${turn}`, 'x-real-ip': '1.1.1.1' }),
    );
  expect(codes.slice(0, 5)).toEqual(Array(5).fill('INVALID_CREDENTIALS'));
  expect(codes.slice(5)).toEqual(Array(3).fill('ACCOUNT_LOCKED'));
});

test('somebody who owns a whole IPv6 network is one guesser', async ({ db }) => {
  const school = await openSchool(db, { limits: { ...DEFAULT_LIMITS, visitorWritesPerMinute: 20 } });
  const codes: string[] = [];
  for (let turn = 0; turn < 25; turn += 1)
    codes.push(await guess(school, `2001:db8:1:2::${turn.toString(16)}`, {}, `nobody-${turn}@school.test`));
  expect(codes.filter((code) => code === 'RATE_LIMITED').length).toBe(5);
  expect(await guess(school, '2001:db8:1:3::1', {}, 'nobody@school.test')).toBe('INVALID_CREDENTIALS');
});

test('an account is locked also when every guess comes from another address', async ({ db }) => {
  const account = await withAccount(db);
  const codes: unknown[] = [];
  for (let turn = 0; turn < 22; turn += 1)
    codes.push(await failureOf(enter(account, 'a wrong password', undefined, `203.0.113.${turn}`)));
  expect(codes.slice(0, 20)).toEqual(Array(20).fill('INVALID_CREDENTIALS'));
  expect(codes.slice(20)).toEqual(Array(2).fill('ACCOUNT_LOCKED'));
});
