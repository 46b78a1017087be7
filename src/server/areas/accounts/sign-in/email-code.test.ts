import { expect } from 'vitest';
import { type Account, EMAIL, enrol, enter, sent, signedInCaller, withAccount } from '#tests/kit/accounts';
import { test } from '#tests/kit/database';
import { failureOf } from '#tests/kit/verbs';
import { confirmAddress } from '../address/confirm-address.ts';
import { requestAddress } from '../address/request-address.ts';
import { demandFreshProof } from '../proof/demand-fresh-proof.ts';
import { proveByCode } from '../proof/prove-by-code.ts';
import { requestProofCode } from '../proof/request-proof-code.ts';
import { findViewer } from '../sessions/find-viewer.ts';
import { requestSignInCode } from './request-sign-in-code.ts';
import { signInByCode } from './sign-in-by-code.ts';

const NOBODY = 'nobody@lovelace.test';

const from = ({ as }: Account, ipAddress = '127.0.0.1') => ({ ...as('visitor'), ipAddress });
const ask = (school: Account, email = EMAIL, ipAddress?: string) =>
  requestSignInCode(school.services, from(school, ipAddress), { email });

/** The mail with the code that belongs to this challenge. */
async function mailOf({ services }: Account, challenge: string): Promise<{ template: string; code: string }> {
  const { props, template } = await services.db.kysely
    .selectFrom('mail_outbox')
    .select(['template', 'props'])
    .where('event_key', 'like', `%-code:${challenge.slice(0, 16)}`)
    .executeTakeFirstOrThrow();
  return { template, code: (props as { code: string }).code };
}
/** Another code than this one. */
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

async function come(school: Account, challenge: string, code: string) {
  const resHeaders = new Headers();
  const outcome = await failureOf(
    signInByCode(school.services, from(school), { challenge, code }, { resHeaders }),
  );
  return { outcome, cookies: resHeaders.getSetCookie() };
}

test('a code of six digits signs in once, with a session of its own', async ({ db }) => {
  const school = await withAccount(db);
  const { challenge } = await ask(school);
  const { code, template } = await mailOf(school, challenge);
  expect(template).toBe('sign-in-code');
  expect(code).toMatch(/^\d{6}$/);
  const { cookies, outcome } = await come(school, challenge, code);
  expect(outcome).toMatchObject({ status: 'signed-in', user: { email: EMAIL } });
  const { viewer } = await findViewer(school.services, sent(cookies));
  expect(viewer).toMatchObject({ kind: 'member', userId: school.id });
  expect((await come(school, challenge, code)).outcome).toBe('CODE_EXPIRED');
  const { rows } = await db.pool.query("select after from audit_log where action = 'account.sign-in'");
  expect(rows).toEqual([{ after: { firstFactor: 'email-code' } }]);
});

test('neither the code nor what the browser holds is in the database', async ({ db }) => {
  const school = await withAccount(db);
  const { challenge } = await ask(school);
  const { code } = await mailOf(school, challenge);
  expect(Buffer.from(challenge, 'base64url')).toHaveLength(32);
  const { rows } = await db.pool.query('select * from email_codes');
  expect(rows).toHaveLength(1);
  for (const secret of [challenge, `"${code}"`, EMAIL, '127.0.0.1'])
    expect(JSON.stringify(rows)).not.toContain(secret);
});

test('three wrong codes end it, for a known and for an unknown address in the same words', async ({ db }) => {
  const school = await withAccount(db);
  const reported = async (email: string) => {
    const { challenge } = await ask(school, email);
    const code = email === EMAIL ? (await mailOf(school, challenge)).code : '000000';
    const outcomes: unknown[] = [];
    for (let time = 1; time <= 3; time += 1)
      outcomes.push((await come(school, challenge, wrong(code))).outcome);
    outcomes.push((await come(school, challenge, code)).outcome);
    return outcomes;
  };
  const known = await reported(EMAIL);
  expect(known).toEqual(['INVALID_CODE', 'INVALID_CODE', 'INVALID_CODE', 'CODE_EXPIRED']);
  expect(await reported(NOBODY)).toEqual(known);
  const mails = await db.kysely.selectFrom('mail_outbox').select('recipient').execute();
  expect(mails).toEqual([{ recipient: EMAIL }]);
});

test('of thirty guesses at the same moment three count', async ({ ownDb }) => {
  const school = await withAccount(ownDb);
  const { challenge } = await ask(school);
  const { code } = await mailOf(school, challenge);
  const outcomes = await Promise.all(
    Array.from({ length: 30 }, async () => (await come(school, challenge, wrong(code))).outcome),
  );
  expect(outcomes.filter((outcome) => outcome === 'INVALID_CODE')).toHaveLength(3);
});

test('the right code sent eight times at once opens one session', async ({ ownDb }) => {
  const school = await withAccount(ownDb);
  const { challenge } = await ask(school);
  const { code } = await mailOf(school, challenge);
  await Promise.all(Array.from({ length: 8 }, () => come(school, challenge, code)));
  const sessions = await ownDb.kysely
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', school.id)
    .execute();
  expect(sessions).toHaveLength(1);
});

test('a code belongs to the browser that asked, and is over after ten minutes', async ({ db }) => {
  const school = await withAccount(db);
  const [mine, foreign] = [await ask(school), await ask(school)];
  const [one, two] = [await mailOf(school, mine.challenge), await mailOf(school, foreign.challenge)];
  if (one.code !== two.code)
    expect((await come(school, mine.challenge, two.code)).outcome).toBe('INVALID_CODE');
  school.wait(599);
  expect((await come(school, mine.challenge, wrong(one.code))).outcome).toBe('INVALID_CODE');
  school.wait(1);
  expect((await come(school, foreign.challenge, two.code)).outcome).toBe('CODE_EXPIRED');
  expect((await come(school, 'invented', one.code)).outcome).toBe('CODE_EXPIRED');
});

test('five codes an hour from one network and twenty a day in all, for known and unknown addresses', async ({
  db,
}) => {
  const school = await withAccount(db);
  for (const email of [EMAIL, NOBODY]) {
    for (let time = 1; time <= 5; time += 1) await ask(school, email);
    expect(await failureOf(ask(school, email))).toBe('RATE_LIMITED');
    for (let time = 1; time <= 15; time += 1) await ask(school, email, `10.${time}.0.1`);
    expect(await failureOf(ask(school, email, '10.99.0.1'))).toBe('RATE_LIMITED');
  }
});

/** Seconds until the next try is worth it, as the refusal says. */
const waitOf = (call: Promise<unknown>): Promise<number> =>
  call.then(
    () => 0,
    (error: { data: { retryAfter: number } }) => error.data.retryAfter,
  );

test('a refused code says when the next one comes, after an hour or a day', async ({ db }) => {
  const school = await withAccount(db);
  await ask(school);
  school.wait(600);
  for (let time = 1; time <= 4; time += 1) await ask(school);
  school.wait(600);
  expect(await waitOf(ask(school))).toBe(2400);
  school.wait(2400);
  expect(await waitOf(ask(school))).toBe(0);
  for (let time = 1; time <= 14; time += 1) await ask(school, EMAIL, `10.${time}.0.1`);
  expect(await waitOf(ask(school, EMAIL, '10.99.0.1'))).toBe(24 * 3600 - 3600);
});

test('codes that strangers ask for take none from the owner, who proves identity in a session', async ({
  db,
}) => {
  const school = await withAccount(db);
  const { caller } = await signedInCaller(school);
  for (let time = 1; time <= 20; time += 1) await ask(school, EMAIL, `10.${time}.0.1`);
  expect(await failureOf(ask(school))).toBe('RATE_LIMITED');
  for (let time = 1; time <= 5; time += 1) {
    const { challenge } = await requestProofCode(school.services, caller);
    const { code } = await mailOf(school, challenge);
    expect(await proveByCode(school.services, caller, { challenge, code })).toEqual({ done: true });
  }
  expect(await failureOf(requestProofCode(school.services, caller))).toBe('RATE_LIMITED');
});

test('the second factor is never skipped', async ({ ownDb }) => {
  const school = await withAccount(ownDb);
  await enrol(school);
  const { challenge } = await ask(school);
  const { cookies, outcome } = await come(school, challenge, (await mailOf(school, challenge)).code);
  expect(outcome).toEqual({ status: 'two-factor-required' });
  expect(cookies.join()).not.toContain('session_token');
});

test('a closed or unconfirmed account is told so with the right code only', async ({ db }) => {
  const school = await withAccount(db, false);
  const attempt = async () => {
    const { challenge } = await ask(school);
    const { code } = await mailOf(school, challenge);
    expect((await come(school, challenge, wrong(code))).outcome).toBe('INVALID_CODE');
    return (await come(school, challenge, code)).outcome;
  };
  expect(await attempt()).toBe('EMAIL_NOT_VERIFIED');
  await db.pool.query('update users set disabled_at = now() where id = $1', [school.id]);
  expect(await attempt()).toBe('ACCOUNT_DISABLED');
});

test('a locked password does not lock the way by mail', async ({ db }) => {
  const school = await withAccount(db);
  for (let time = 1; time <= 6; time += 1) await failureOf(enter(school, 'wrong'));
  expect(await failureOf(enter(school))).toBe('ACCOUNT_LOCKED');
  const { challenge } = await ask(school);
  const { outcome } = await come(school, challenge, (await mailOf(school, challenge)).code);
  expect(outcome).toMatchObject({ status: 'signed-in' });
});

test('a code that lies in the old mailbox ends when the address changes', async ({ db }) => {
  const school = await withAccount(db);
  const { caller } = await signedInCaller(school);
  await requestAddress(school.services, caller, { email: 'next@lovelace.test' });
  const mail = await db.kysely
    .selectFrom('mail_outbox')
    .select('props')
    .where('template', '=', 'address-confirm')
    .executeTakeFirstOrThrow();
  const token = new URL((mail.props as { link: string }).link).searchParams.get('token') ?? '';
  const { challenge } = await ask(school);
  const { code } = await mailOf(school, challenge);
  await confirmAddress(school.services, caller, { token });
  expect((await come(school, challenge, code)).outcome).toBe('CODE_EXPIRED');
});

test('a code proves identity in the session that asked for it, and signs nobody in', async ({ db }) => {
  const school = await withAccount(db);
  const [here, there] = [await signedInCaller(school), await signedInCaller(school)];
  const { challenge } = await requestProofCode(school.services, here.caller);
  const { code, template } = await mailOf(school, challenge);
  expect(template).toBe('proof-code');
  const longAgo = new Date(school.services.clock.now().getTime() - 11 * 60_000);
  await db.pool.query('update sessions set proved_at = $1', [longAgo]);
  const given = { challenge, code };
  expect((await come(school, challenge, code)).outcome).toBe('CODE_EXPIRED');
  expect(await failureOf(proveByCode(school.services, there.caller, given))).toBe('CODE_EXPIRED');
  expect(await failureOf(demandFreshProof(school.services, here.caller))).toBe('PROOF_REQUIRED');
  expect(await proveByCode(school.services, here.caller, given)).toEqual({ done: true });
  await demandFreshProof(school.services, here.caller);
  expect(await failureOf(demandFreshProof(school.services, there.caller))).toBe('PROOF_REQUIRED');
  expect(await failureOf(proveByCode(school.services, here.caller, given))).toBe('CODE_EXPIRED');
});

test('a code to sign in with proves nothing in a session', async ({ db }) => {
  const school = await withAccount(db);
  const { caller } = await signedInCaller(school);
  const { challenge } = await ask(school);
  const { code } = await mailOf(school, challenge);
  expect(await failureOf(proveByCode(school.services, caller, { challenge, code }))).toBe('CODE_EXPIRED');
});
