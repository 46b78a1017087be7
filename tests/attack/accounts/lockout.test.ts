import { sql } from 'kysely';
import { expect } from 'vitest';
import { changePassword } from '#server/areas/accounts/password/change-password';
import { forgotPassword } from '#server/areas/accounts/password/forgot-password';
import { resetPassword } from '#server/areas/accounts/password/reset-password';
import { countFailure, refuseIfLocked } from '#server/areas/accounts/sign-in/lockout-sql';
import { type Account, EMAIL, enter, PASSWORD, sent, signedInCaller, withAccount } from '#tests/kit/accounts';
import { test } from '#tests/kit/database';
import { failureOf } from '#tests/kit/verbs';

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

/** A stranger locks the account for every address; answers the cookies of a device that Ada signed in on before. */
async function lockedFromOutside(school: Account): Promise<Headers> {
  const { cookies } = await enter(school);
  const device = cookies.filter((cookie) => cookie.startsWith('lectern_device='));
  expect(device).toHaveLength(1);
  for (let host = 1; host <= 20; host += 1) await failureOf(enter(school, 'wrong', EMAIL, `10.0.1.${host}`));
  return new Headers({ cookie: sent(device) });
}
const enterOn = (school: Account, device: Headers, password = PASSWORD) =>
  failureOf(enter(school, password, EMAIL, '10.0.1.1', 'Another browser', device));

test('whoever locks an account cannot keep its owner out on a device they signed in on, which counts for itself', async ({
  db,
}) => {
  const school = await withAccount(db);
  const device = await lockedFromOutside(school);
  expect(await enterOn(school, new Headers())).toBe('ACCOUNT_LOCKED');
  expect(await enterOn(school, device)).toMatchObject({ outcome: { status: 'signed-in' } });
  for (let time = 1; time <= 10; time += 1)
    expect(await enterOn(school, device, 'wrong')).toBe('INVALID_CREDENTIALS');
  expect(await enterOn(school, device)).toBe('ACCOUNT_LOCKED');
});

test('the device of another account, or one that is made up, is no known device', async ({ db }) => {
  const school = await withAccount(db);
  const device = await lockedFromOutside(school);
  const [, value = ''] = (device.get('cookie') ?? '').split('=');
  const [nonce = ''] = value.split('.');
  for (const forged of [`${nonce}.`, nonce, `${value}x`, `x${value}`, '', '.'])
    expect(await enterOn(school, new Headers({ cookie: `lectern_device=${forged}` }))).toBe('ACCOUNT_LOCKED');
  await db.pool.query(
    "insert into users (name, email, email_verified) values ('Eve', 'eve@evil.test', true)",
  );
  for (let host = 1; host <= 20; host += 1)
    await failureOf(enter(school, 'wrong', 'eve@evil.test', `10.0.1.${host}`));
  const asEve = enter(school, 'wrong', 'eve@evil.test', '10.0.9.9', 'Another browser', device);
  expect(await failureOf(asEve)).toBe('ACCOUNT_LOCKED');
});

test('a lock from outside does not stop the owner who is signed in from changing the password', async ({
  db,
}) => {
  const school = await withAccount(db);
  const { caller } = await signedInCaller(school);
  await lockedFromOutside(school);
  const change = { currentPassword: PASSWORD, password: 'another quiet sentence' };
  expect(await failureOf(changePassword(school.services, caller, change))).toEqual({ done: true });
});

test('a new password by a link lifts every lock of the account', async ({ db }) => {
  const school = await withAccount(db);
  await lockedFromOutside(school);
  for (let time = 1; time <= 5; time += 1) await failureOf(enter(school, 'wrong', EMAIL, '10.0.9.9'));
  await forgotPassword(school.services, school.as('visitor'), { email: EMAIL });
  const { props } = await db.kysely
    .selectFrom('mail_outbox')
    .select('props')
    .where('template', '=', 'reset-password')
    .executeTakeFirstOrThrow();
  const token = new URL((props as { link: string }).link).searchParams.get('token') ?? '';
  const password = 'another quiet sentence';
  await resetPassword(school.services, school.as('visitor'), { token, password });
  for (const address of ['10.0.9.9', '10.0.1.1', '10.0.5.5'])
    expect((await enter(school, password, EMAIL, address)).outcome.status).toBe('signed-in');
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
  const query = async (text: string, values: unknown[]) => {
    const result = await ownDb.pool.query(text, values);
    if (result.rows.some((row) => 'password' in row))
      for (let time = 1; time <= 5; time += 1) await countFailure(school.services, attempt);
    return result;
  };
  const pool: typeof ownDb.pool = Object.create(ownDb.pool, { query: { value: query } });
  const late = { ...school.services, db: { ...ownDb, pool } };
  expect(await failureOf(enter({ ...school, services: late }))).toBe('ACCOUNT_LOCKED');
});
