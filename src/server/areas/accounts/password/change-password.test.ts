import { expect } from 'vitest';
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
import { test } from '#tests/kit/database';
import { failureOf } from '#tests/kit/verbs';
import { findViewer } from '../sessions/find-viewer.ts';
import { verifyTwoFactor } from '../two-factor/verify-two-factor.ts';
import { changePassword } from './change-password.ts';
import { forgotPassword } from './forgot-password.ts';
import { resetPassword } from './reset-password.ts';

const NEXT = 'another quiet sentence';

const kindOf = async ({ services }: Account, reqHeaders: Headers) =>
  (await findViewer(services, reqHeaders.get('cookie') ?? '')).viewer.kind;

async function signedInWith(school: Account, password: string) {
  const { cookies } = await enter(school, password);
  const { viewer } = await findViewer(school.services, sent(cookies));
  return { caller: { ...school.as('visitor'), viewer } };
}

async function mailsTo({ services }: Account) {
  const rows = await services.db.kysely
    .selectFrom('mail_outbox')
    .select(['template', 'props'])
    .where('recipient', '=', EMAIL)
    .orderBy('created_at')
    .execute();
  return rows.map(({ props, template }) => ({ template, link: (props as { link: string }).link }));
}

async function resetTokens(school: Account): Promise<string[]> {
  return (await mailsTo(school))
    .filter(({ template }) => template === 'reset-password')
    .map(({ link }) => new URL(link).searchParams.get('token') ?? '');
}

/** Asks for a link; answers its token. Mails of one transaction have one time, so it is the one that was not there. */
async function resetToken(school: Account): Promise<string> {
  const before = await resetTokens(school);
  await forgotPassword(school.services, school.as('visitor'), { email: EMAIL });
  const token = (await resetTokens(school)).find((each) => !before.includes(each));
  if (!token) throw new Error('no mail with a link');
  return token;
}

test('the new password signs in, the old one does not; all other sessions end and the owner is told', async ({
  db,
}) => {
  const school = await withAccount(db);
  const [here, there] = [await signedInCaller(school), await signedInCaller(school)];
  expect(
    await changePassword(school.services, here.caller, { currentPassword: PASSWORD, password: NEXT }),
  ).toEqual({ done: true });
  expect(await kindOf(school, here.reqHeaders)).toBe('member');
  expect(await kindOf(school, there.reqHeaders)).toBe('visitor');
  expect(await failureOf(enter(school))).toBe('INVALID_CREDENTIALS');
  expect((await enter(school, NEXT)).outcome).toMatchObject({ status: 'signed-in' });
  expect((await mailsTo(school)).map(({ template }) => template)).toEqual(['password-changed']);
  const audit = await db.kysely
    .selectFrom('audit_log')
    .select(['before', 'after'])
    .where('action', '=', 'account.change-password')
    .execute();
  expect(audit).toEqual([{ before: null, after: null }]);
});

test('without the current password nothing changes, and five wrong ones lock', async ({ db }) => {
  const school = await withAccount(db);
  const { caller, reqHeaders } = await signedInCaller(school);
  const attempt = (currentPassword: string) =>
    failureOf(changePassword(school.services, caller, { currentPassword, password: NEXT }));
  for (let time = 1; time <= 5; time += 1) expect(await attempt('wrong')).toBe('WRONG_PASSWORD');
  expect(await attempt(PASSWORD)).toBe('ACCOUNT_LOCKED');
  expect(await kindOf(school, reqHeaders)).toBe('member');
  expect(await mailsTo(school)).toEqual([]);
});

test('a password that is easy to guess is refused', async ({ db }) => {
  const school = await withAccount(db);
  const { caller } = await signedInCaller(school);
  for (const password of ['password', 'aaaaaaaa', EMAIL, 'Ada'])
    expect(
      await failureOf(changePassword(school.services, caller, { currentPassword: PASSWORD, password })),
      password,
    ).toBe('PASSWORD_TOO_COMMON');
  expect((await enter(school)).outcome).toMatchObject({ status: 'signed-in' });
});

test('a link for a new password that is still on its way ends with the old password', async ({ db }) => {
  const school = await withAccount(db);
  const token = await resetToken(school);
  const { caller } = await signedInCaller(school);
  await changePassword(school.services, caller, { currentPassword: PASSWORD, password: NEXT });
  expect(
    await failureOf(
      resetPassword(school.services, school.as('visitor'), { token, password: 'of a stranger' }),
    ),
  ).toBe('LINK_EXPIRED');
});

test('of two links for a new password one works, once', async ({ db }) => {
  const school = await withAccount(db);
  const [first, second] = [await resetToken(school), await resetToken(school)];
  expect(first).not.toBe(second);
  const choose = (token: string) =>
    failureOf(resetPassword(school.services, school.as('visitor'), { token, password: NEXT }));
  expect(await choose(first)).toEqual({ done: true });
  expect(await choose(first)).toBe('LINK_EXPIRED');
  expect(await choose(second)).toBe('LINK_EXPIRED');
});

test('a link for a new password works for an hour, and for nothing else', async ({ db }) => {
  const school = await withAccount(db);
  const token = await resetToken(school);
  const { rows } = await db.pool.query<{ minutes: number }>(
    'select round(extract(epoch from expires_at - $1::timestamptz) / 60)::int as minutes from verifications',
    [school.services.clock.now()],
  );
  expect(rows).toEqual([{ minutes: 60 }]);
  school.wait(3600);
  const choose = (given: string) =>
    failureOf(resetPassword(school.services, school.as('visitor'), { token: given, password: NEXT }));
  expect(await choose(token)).toBe('LINK_EXPIRED');
  expect(await choose(`${token}x`)).toBe('LINK_EXPIRED');
  expect((await enter(school)).outcome).toMatchObject({ status: 'signed-in' });
});

test('a reset ends every session, and the second factor stays in force', async ({ ownDb }) => {
  const school = await withAccount(ownDb);
  await enrol(school);
  const sessions = () =>
    ownDb.kysely.selectFrom('sessions').select('id').where('user_id', '=', school.id).execute();
  expect(await sessions()).not.toEqual([]);
  const token = await resetToken(school);
  await resetPassword(school.services, school.as('visitor'), { token, password: NEXT });
  expect(await sessions()).toEqual([]);
  expect((await enter(school, NEXT)).outcome).toEqual({ status: 'two-factor-required' });
});

test('an address that is confirmed by a reset is announced once', async ({ db }) => {
  const school = await withAccount(db, false);
  const announced = async () => {
    const rows = await db.kysely.selectFrom('notice_events').select('kind').orderBy('kind').execute();
    return rows.map(({ kind }) => kind);
  };
  const audited = () =>
    db.kysely.selectFrom('audit_log').select('id').where('action', '=', 'account.confirm-email').execute();
  const before = await announced();
  const reset = async (password: string) =>
    resetPassword(school.services, school.as('visitor'), { token: await resetToken(school), password });
  await reset(NEXT);
  expect(await announced()).toEqual([...before, 'new-user', 'welcome'].sort());
  expect(await audited()).toHaveLength(1);
  await reset(PASSWORD);
  expect(await announced()).toHaveLength(before.length + 2);
  expect(await audited()).toHaveLength(1);
});

test('the name that a stranger chose for an address is not the one its owner gets by a reset', async ({
  db,
}) => {
  const school = await withAccount(db, false);
  await db.pool.query("update users set name = 'Chosen By A Stranger' where id = $1", [school.id]);
  await resetPassword(school.services, school.as('visitor'), {
    token: await resetToken(school),
    password: NEXT,
  });
  const local = EMAIL.split('@')[0];
  const { rows } = await db.pool.query(
    'select u.name, p.username from users u join profiles p on p.id = u.id where u.id = $1',
    [school.id],
  );
  expect(rows).toEqual([{ name: local, username: local }]);
  const events = await db.kysely
    .selectFrom('notice_events')
    .select('props')
    .where('kind', '=', 'new-user')
    .execute();
  expect(events).toContainEqual({ props: { person: local } });
  const mails = await db.kysely
    .selectFrom('mail_outbox')
    .select('props')
    .where('template', '=', 'password-changed')
    .execute();
  expect(mails).toEqual([{ props: expect.objectContaining({ name: local }) }]);
  // Once it is theirs, the name they chose stays.
  await db.pool.query("update users set name = 'Ada Lovelace' where id = $1", [school.id]);
  await resetPassword(school.services, school.as('visitor'), {
    token: await resetToken(school),
    password: PASSWORD,
  });
  expect(
    (await db.kysely.selectFrom('users').select('name').where('id', '=', school.id).execute())[0]?.name,
  ).toBe('Ada Lovelace');
});

test('whoever passed only the first step with the old password cannot finish the sign-in', async ({
  ownDb,
}) => {
  const school = await withAccount(ownDb);
  const { totp } = await enrol(school);
  const { cookies } = await enter(school);
  await resetPassword(school.services, school.as('visitor'), {
    token: await resetToken(school),
    password: NEXT,
  });
  const code = totp.generate({ timestamp: Date.now() + 30_000 });
  const reqHeaders = new Headers({ cookie: sent(cookies) });
  const finish = verifyTwoFactor(
    school.services,
    school.as('visitor'),
    { method: 'totp', code },
    { reqHeaders, resHeaders: new Headers() },
  );
  expect(await failureOf(finish)).toBe('LINK_EXPIRED');
});

test('asking for a link tells nobody whether the address is known, and mails known ones only', async ({
  db,
}) => {
  const school = await withAccount(db);
  for (const email of [EMAIL, 'nobody@lovelace.test'])
    expect(await forgotPassword(school.services, school.as('visitor'), { email })).toEqual({ done: true });
  const mails = await db.kysely.selectFrom('mail_outbox').select('recipient').execute();
  expect(mails).toEqual([{ recipient: EMAIL }]);
});

test('a sign-in with the old password at the very moment of the change opens nothing that stays', async ({
  ownDb,
}) => {
  const school = await withAccount(ownDb);
  for (let round = 0; round < 6; round += 1) {
    const [from, to] = round % 2 === 0 ? [PASSWORD, NEXT] : [NEXT, PASSWORD];
    const here = await signedInWith(school, from);
    const attempts = Array.from({ length: 6 }, () => failureOf(enter(school, from)));
    const change = changePassword(school.services, here.caller, { currentPassword: from, password: to });
    await Promise.all([change, ...attempts]);
    const left = await ownDb.kysely
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', school.id)
      .execute();
    expect(left).toHaveLength(1);
    await ownDb.kysely.deleteFrom('sign_in_failures').execute();
  }
});
