import { sql } from 'kysely';
import { expect } from 'vitest';
import { EMAIL, enter, PASSWORD, withAccount } from '#tests/kit/accounts';
import { test } from '#tests/kit/database';
import { failureOf } from '#tests/kit/verbs';
import { countFailure, refuseIfLocked } from './lockout.ts';

test('five wrong passwords from one address lock the account for that address only', async ({ db }) => {
  const school = await withAccount(db);
  for (let time = 1; time <= 5; time += 1)
    expect(await failureOf(enter(school, 'wrong', EMAIL, '10.0.0.1'))).toBe('INVALID_CREDENTIALS');
  expect(await failureOf(enter(school, PASSWORD, EMAIL, '10.0.0.1'))).toBe('ACCOUNT_LOCKED');
  expect(await failureOf(enter(school, PASSWORD, EMAIL, '10.0.0.2'))).toMatchObject({
    outcome: { status: 'signed-in' },
  });
});

test('twenty wrong passwords from everywhere lock the account for everybody', async ({ db }) => {
  const school = await withAccount(db);
  for (let host = 1; host <= 20; host += 1)
    expect(await failureOf(enter(school, 'wrong', EMAIL, `10.0.1.${host}`))).toBe('INVALID_CREDENTIALS');
  expect(await failureOf(enter(school, PASSWORD, EMAIL, '10.0.2.1'))).toBe('ACCOUNT_LOCKED');
});

test('each wrong password locks for twice as long as the one before, for an hour at most', async ({ db }) => {
  const { services } = await withAccount(db);
  const attempt = { email: EMAIL, ipAddress: '10.0.0.1' };
  const waits: number[] = [];
  for (let time = 1; time <= 13; time += 1) {
    await countFailure(services, attempt);
    const refused = await refuseIfLocked(services, attempt).catch((error: unknown) => error);
    waits.push((refused as { data?: { retryAfter: number } }).data?.retryAfter ?? 0);
    await db.kysely.updateTable('sign_in_failures').set({ locked_until: sql`now()` }).execute();
  }
  expect(waits).toEqual([0, 0, 0, 0, 60, 120, 240, 480, 960, 1920, 3600, 3600, 3600]);
});

test('a right password forgets the wrong ones', async ({ db }) => {
  const school = await withAccount(db);
  for (let round = 1; round <= 3; round += 1) {
    for (let time = 1; time <= 4; time += 1)
      expect(await failureOf(enter(school, 'wrong'))).toBe('INVALID_CREDENTIALS');
    expect((await enter(school)).outcome.status).toBe('signed-in');
  }
});

test('of forty guesses at the same moment five are told to be wrong, and the lock is counted once', async ({
  ownDb,
}) => {
  const school = await withAccount(ownDb);
  const guesses = Array.from({ length: 40 }, (_, guess) => failureOf(enter(school, `wrong ${guess}`)));
  const outcomes = await Promise.all(guesses);
  expect(outcomes.filter((outcome) => outcome === 'INVALID_CREDENTIALS')).toHaveLength(5);
  expect(outcomes.filter((outcome) => outcome === 'ACCOUNT_LOCKED')).toHaveLength(35);
  const failures = await ownDb.kysely.selectFrom('sign_in_failures').select('failures').execute();
  expect(failures).toEqual([{ failures: 5 }, { failures: 5 }]);
});

test('a password is checked for an unknown address as often as for a known one', async ({ db }) => {
  const school = await withAccount(db);
  const checks = async (email: string) => {
    let count = 0;
    // Every check normalises the password once: seen without a fake hash function.
    const normalize = () => {
      count += 1;
      return 'wrong';
    };
    const password = { normalize } as unknown as string;
    expect(await failureOf(enter(school, password, email))).toBe('INVALID_CREDENTIALS');
    return count;
  };
  expect([await checks(EMAIL), await checks('nobody@lovelace.test')]).toEqual([1, 1]);
});

test('the right password among guesses that locked the account meanwhile opens nothing', async ({
  ownDb,
}) => {
  const school = await withAccount(ownDb);
  // The lock falls between the first look at it and the end of the check.
  const attempt = { email: EMAIL, ipAddress: '127.0.0.1' };
  const late = {
    ...school.services,
    db: {
      ...ownDb,
      kysely: ownDb.kysely.withPlugin({
        transformQuery: ({ node }) => node,
        transformResult: async ({ result }) => {
          if (result.rows.some((row) => 'password' in row))
            for (let time = 1; time <= 5; time += 1) await countFailure(school.services, attempt);
          return result;
        },
      }),
    },
  };
  expect(await failureOf(enter({ ...school, services: late }))).toBe('ACCOUNT_LOCKED');
});
