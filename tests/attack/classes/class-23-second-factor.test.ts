import { sql } from 'kysely';
import type { TOTP } from 'otpauth';
import { expect } from 'vitest';
import { addPasskey } from '#server/areas/accounts/passkeys/add-passkey';
import { startPasskey } from '#server/areas/accounts/passkeys/start-passkey';
import { forgotPassword } from '#server/areas/accounts/password/forgot-password';
import { resetPassword } from '#server/areas/accounts/password/reset-password';
import { signInByPasskey } from '#server/areas/accounts/sign-in/sign-in-by-passkey';
import { startPasskeySignIn } from '#server/areas/accounts/sign-in/start-passkey-sign-in';
import { confirmTwoFactor } from '#server/areas/accounts/two-factor/confirm-two-factor';
import { startTwoFactor } from '#server/areas/accounts/two-factor/start-two-factor';
import { verifyTwoFactor } from '#server/areas/accounts/two-factor/verify-two-factor';
import {
  type Account,
  EMAIL,
  enrol,
  enter,
  PASSWORD,
  sent,
  signedInCaller,
  withAccount,
} from '#tests/kit/accounts';
import { makeAuthenticator } from '#tests/kit/authenticator';
import { test } from '#tests/kit/database';
import { failureOf } from '#tests/kit/verbs';

type Method = 'totp' | 'backup-code';

/** Somebody who knows the password: begins a sign-in from an address and tries a code after it. */
async function openDoor(school: Account, address: string) {
  const { cookies, outcome } = await enter(school, PASSWORD, EMAIL, address);
  expect(outcome).toEqual({ status: 'two-factor-required' });
  return (code: string, method: Method = 'totp', moreCookies = '') => {
    const reqHeaders = new Headers({ cookie: [sent(cookies), moreCookies].filter(Boolean).join('; ') });
    const caller = { ...school.as('visitor'), ipAddress: address };
    const resHeaders = new Headers();
    return failureOf(verifyTwoFactor(school.services, caller, { method, code }, { reqHeaders, resHeaders }));
  };
}

/** A code that is wrong now and a minute around. */
function wrongCode(totp: TOTP, turn: number): string {
  const right = [-60, -30, 0, 30, 60].map((shift) => totp.generate({ timestamp: Date.now() + shift * 1000 }));
  const candidates = Array.from({ length: 20 }, (_, index) => String(100_000 + turn * 37 + index));
  return candidates.find((code) => !right.includes(code)) ?? '';
}

/** A code that is right and was not used at the enrolment. */
const nextCode = (totp: TOTP) => totp.generate({ timestamp: Date.now() + 30_000 });

test('ten wrong codes lock a factor that was never used to sign in, whatever sign-in and address they come by', async ({
  db,
}) => {
  const school = await withAccount(db);
  const { backupCodes, totp } = await enrol(school);
  const outcomes: unknown[] = [];
  for (let turn = 0; turn < 12; turn += 1) {
    const attempt = await openDoor(school, `203.0.113.${turn}`);
    outcomes.push(
      turn % 3 === 2
        ? await attempt(`wrong-${turn}`, 'backup-code')
        : await attempt(wrongCode(totp, turn), 'totp'),
    );
  }
  expect(outcomes).toEqual([...Array(10).fill('INVALID_CODE'), 'ACCOUNT_LOCKED', 'ACCOUNT_LOCKED']);
  const attempt = await openDoor(school, '198.51.100.1');
  expect(await attempt(nextCode(totp))).toBe('ACCOUNT_LOCKED');
  expect(await attempt(backupCodes[0] ?? '', 'backup-code')).toBe('ACCOUNT_LOCKED');
});

test('a new password does not lift the lock of the codes', async ({ db }) => {
  const school = await withAccount(db);
  const { totp } = await enrol(school);
  await sql`update two_factor set failed_verification_count = 9 where user_id = ${school.id}`.execute(
    db.kysely,
  );
  expect(await (await openDoor(school, '203.0.113.1'))(wrongCode(totp, 1))).toBe('INVALID_CODE');
  await forgotPassword(school.services, school.as('visitor'), { email: EMAIL });
  const { props } = await db.kysely
    .selectFrom('mail_outbox')
    .select('props')
    .where('template', '=', 'reset-password')
    .executeTakeFirstOrThrow();
  const token = new URL((props as { link: string }).link).searchParams.get('token') ?? '';
  await resetPassword(school.services, school.as('visitor'), { token, password: PASSWORD });
  expect(await (await openDoor(school, '203.0.113.1'))(nextCode(totp))).toBe('ACCOUNT_LOCKED');
});

test('of forty codes at one moment no more than ten are checked', async ({ ownDb }) => {
  const school = await withAccount(ownDb);
  const { totp } = await enrol(school);
  const doors = await Promise.all(
    Array.from({ length: 40 }, (_, turn) => openDoor(school, `203.0.113.${turn}`)),
  );
  const outcomes = await Promise.all(doors.map((attempt, turn) => attempt(wrongCode(totp, turn))));
  expect(outcomes.filter((outcome) => outcome === 'INVALID_CODE')).toHaveLength(10);
  expect(outcomes.filter((outcome) => outcome === 'ACCOUNT_LOCKED')).toHaveLength(30);
});

test('after the lock one wrong code locks again, for twice as long; a right one forgets them all', async ({
  db,
}) => {
  const school = await withAccount(db);
  const { totp } = await enrol(school);
  const lock = async () => {
    const { rows } = await sql<{ minutes: number }>`
      select round(extract(epoch from locked_until - now()) / 60)::int as minutes from two_factor
      where user_id = ${school.id}`.execute(db.kysely);
    await sql`update two_factor set locked_until = now() where user_id = ${school.id}`.execute(db.kysely);
    return rows[0]?.minutes;
  };
  await sql`update two_factor set failed_verification_count = 9 where user_id = ${school.id}`.execute(
    db.kysely,
  );
  for (const minutes of [15, 30, 60]) {
    const attempt = await openDoor(school, '203.0.113.1');
    expect(await attempt(wrongCode(totp, minutes))).toBe('INVALID_CODE');
    expect(await lock()).toBe(minutes);
  }
  await sql`update two_factor set failed_verification_count = 40 where user_id = ${school.id}`.execute(
    db.kysely,
  );
  expect(await (await openDoor(school, '203.0.113.1'))(wrongCode(totp, 40))).toBe('INVALID_CODE');
  expect(await lock()).toBe(24 * 60);
  const attempt = await openDoor(school, '203.0.113.1');
  expect(await attempt(nextCode(totp))).toMatchObject({ user: { id: school.id } });
  const kept = await db.kysely
    .selectFrom('two_factor')
    .select(['failed_verification_count', 'locked_until'])
    .where('user_id', '=', school.id)
    .execute();
  expect(kept).toEqual([{ failed_verification_count: 0, locked_until: null }]);
});

test('an account that always signs in with its passkey is locked against codes as well, and its passkey still works', async ({
  db,
}) => {
  const school = await withAccount(db);
  const { caller } = await signedInCaller(school);
  const device = makeAuthenticator();
  const credential = device.register(await startPasskey(school.services, caller), {});
  await addPasskey(school.services, caller, { name: 'My key', credential });
  const { totp } = await enrol(school);
  const byPasskey = async (step: 'first' | 'second', cookies: readonly string[]) => {
    const reqHeaders = new Headers({ cookie: sent(cookies) });
    const question = await startPasskeySignIn(school.services, { step }, reqHeaders);
    const exchange = { reqHeaders, resHeaders: new Headers() };
    const answer = { credential: device.answer(question, {}) };
    return signInByPasskey(school.services, school.as('visitor'), answer, exchange);
  };
  expect(await byPasskey('first', [])).toMatchObject({ status: 'signed-in' });
  const outcomes: unknown[] = [];
  for (let turn = 0; turn < 11; turn += 1)
    outcomes.push(await (await openDoor(school, `203.0.113.${turn}`))(wrongCode(totp, turn)));
  expect(outcomes).toEqual([...Array(10).fill('INVALID_CODE'), 'ACCOUNT_LOCKED']);
  expect(await byPasskey('first', [])).toMatchObject({ status: 'signed-in' });
  expect(await byPasskey('second', (await enter(school)).cookies)).toMatchObject({ status: 'signed-in' });
});

test('the confirmation of a new factor is counted as well, and beginning anew buys no more tries', async ({
  db,
}) => {
  const school = await withAccount(db);
  const { caller, reqHeaders } = await signedInCaller(school);
  const start = () => startTwoFactor(school.services, caller, { password: PASSWORD });
  const confirm = (code: string) =>
    failureOf(confirmTwoFactor(school.services, caller, { code }, { reqHeaders, resHeaders: new Headers() }));
  await start();
  for (let turn = 0; turn < 5; turn += 1) expect(await confirm(`wrong${turn}`)).toBe('INVALID_CODE');
  await start();
  for (let turn = 5; turn < 10; turn += 1) expect(await confirm(`wrong${turn}`)).toBe('INVALID_CODE');
  expect(await confirm('wrong10')).toBe('ACCOUNT_LOCKED');
});

test('a session beside the first step is no way to try codes: the one of the first step is asked', async ({
  db,
}) => {
  const school = await withAccount(db);
  const { cookies, totp } = await enrol(school);
  const attempt = await openDoor(school, '203.0.113.1');
  expect(await attempt(wrongCode(totp, 1), 'totp', sent(cookies))).toBe('INVALID_CODE');
  const [row] = await db.kysely.selectFrom('two_factor').select('failed_verification_count').execute();
  expect(row).toEqual({ failed_verification_count: 1 });
  const alone = { reqHeaders: new Headers({ cookie: sent(cookies) }), resHeaders: new Headers() };
  const guess = { method: 'totp', code: wrongCode(totp, 2) } as const;
  expect(await failureOf(verifyTwoFactor(school.services, school.as('visitor'), guess, alone))).toBe(
    'LINK_EXPIRED',
  );
});

test('after five codes a sign-in has to begin anew, and that is not called a lock', async ({ db }) => {
  const school = await withAccount(db);
  const { totp } = await enrol(school);
  const attempt = await openDoor(school, '203.0.113.1');
  for (let turn = 0; turn < 5; turn += 1) expect(await attempt(wrongCode(totp, turn))).toBe('INVALID_CODE');
  expect(await attempt(wrongCode(totp, 5))).toBe('LINK_EXPIRED');
});
