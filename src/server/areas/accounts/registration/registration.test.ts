import { sql } from 'kysely';
import { expect } from 'vitest';
import { test } from '#tests/kit/database';
import { failureOf, openVerbs, type Verbs } from '#tests/kit/verbs';
import { eraseUnconfirmed } from '../erasure/erase-unconfirmed.ts';
import { forgotPassword } from '../password/forgot-password.ts';
import { verifyPassword } from '../password/passwords.ts';
import { resetPassword } from '../password/reset-password.ts';
import { register } from './register.ts';
import { resendVerification } from './resend-verification.ts';
import { verifyEmail } from './verify-email.ts';

const EMAIL = 'new@school.test';
const form = (password = 'a quiet sentence', name = 'New Person') => ({
  name,
  email: EMAIL,
  password,
  confirmPassword: password,
});

async function mails({ services }: Verbs, recipient = EMAIL) {
  const rows = await services.db.kysely
    .selectFrom('mail_outbox')
    .selectAll()
    .where('recipient', '=', recipient)
    // All of one moment: in the order of the savepoints that wrote them, wherever they found room in the table.
    .orderBy(sql`xmin::text::bigint`)
    .orderBy(sql`cmin::text::bigint`)
    .execute();
  return rows.map(({ props, template }) => ({ template, ...(props as { link: string; name: string }) }));
}
const tokenOf = (link: string | undefined) =>
  new URL(link ?? 'x:').searchParams.get('verify') ?? new URL(link ?? 'x:').searchParams.get('token') ?? '';
const account = ({ services }: Verbs) =>
  services.db.kysely
    .selectFrom('users')
    .innerJoin('profiles', 'profiles.id', 'users.id')
    .innerJoin('accounts', 'accounts.user_id', 'users.id')
    .select(['users.id', 'users.name', 'email_verified', 'password', 'subscription_tier'])
    .where('users.email', '=', EMAIL)
    .executeTakeFirstOrThrow();

test('registering makes user, profile, password, mail and audit row, and nobody is confirmed yet', async ({
  db,
}) => {
  const verbs = await openVerbs(db);
  expect(await register(verbs.services, verbs.as('visitor'), form())).toEqual({ done: true });
  const made = await account(verbs);
  expect(made).toMatchObject({ name: 'New Person', email_verified: false, subscription_tier: 'free' });
  expect(made.password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect((await mails(verbs)).map(({ template }) => template)).toEqual(['confirm-email']);
  const audit = await db.kysely
    .selectFrom('audit_log')
    .select(['action', 'before', 'after'])
    .where('entity_id', '=', made.id)
    .execute();
  expect(audit).toEqual([{ action: 'account.register', before: null, after: null }]);
});

test('a known address gets the same answer and another mail, at most one an hour', async ({ db }) => {
  const verbs = await openVerbs(db);
  const { email } = verbs.as('free').viewer as { email: string };
  for (let time = 1; time <= 3; time += 1) {
    expect(await register(verbs.services, verbs.as('visitor'), { ...form(), email })).toEqual({ done: true });
  }
  expect((await mails(verbs, email)).map(({ template }) => template)).toEqual(['already-registered']);
});

test('the mail to a known address leads to the page that the account was wanted for', async ({ db }) => {
  const verbs = await openVerbs(db);
  const { email } = verbs.as('free').viewer as { email: string };
  await register(verbs.services, verbs.as('visitor'), {
    ...form(),
    email,
    redirect: '/pricing?plan=premium',
  });
  const { props } = await db.kysely
    .selectFrom('mail_outbox')
    .select('props')
    .where('recipient', '=', email)
    .executeTakeFirstOrThrow();
  const { searchParams, pathname } = new URL((props as { link: string }).link);
  expect([pathname, searchParams.get('redirect')]).toEqual(['/login', '/pricing?plan=premium']);
});

test('the link of the mail confirms once, and the token is nowhere to be read', async ({ db }) => {
  const verbs = await openVerbs(db);
  await register(verbs.services, verbs.as('visitor'), form());
  const token = tokenOf((await mails(verbs))[0]?.link);
  const { rows } =
    await sql`select 1 from verifications where identifier like ${`%${token}%`} or value like ${`%${token}%`}`.execute(
      db.kysely,
    );
  expect(rows).toEqual([]);
  await verifyEmail(verbs.services, verbs.as('visitor'), { token, password: 'a quiet sentence' });
  expect((await account(verbs)).email_verified).toBe(true);
  expect(
    await failureOf(
      verifyEmail(verbs.services, verbs.as('visitor'), { token, password: 'a quiet sentence' }),
    ),
  ).toBe('LINK_EXPIRED');
});

test('an old link confirms nothing', async ({ db }) => {
  const verbs = await openVerbs(db);
  await register(verbs.services, verbs.as('visitor'), form());
  verbs.wait(24 * 3600);
  expect(
    await failureOf(
      verifyEmail(verbs.services, verbs.as('visitor'), {
        token: tokenOf((await mails(verbs))[0]?.link),
        password: 'a quiet sentence',
      }),
    ),
  ).toBe('LINK_EXPIRED');
});

test('whoever registers an unconfirmed address beforehand does not choose its password', async ({ db }) => {
  const verbs = await openVerbs(db);
  await register(verbs.services, verbs.as('visitor'), form('password of a stranger', 'Stranger'));
  await register(verbs.services, verbs.as('visitor'), form('password of the owner', 'Owner'));
  await verifyEmail(verbs.services, verbs.as('visitor'), {
    token: tokenOf((await mails(verbs)).at(-1)?.link),
    password: 'password of the owner',
  });
  const { name, password } = await account(verbs);
  expect(name).toBe('Owner');
  expect(await verifyPassword(password ?? '', 'password of the owner')).toBe(true);
});

test('passwords that everybody tries first are refused, and the own name and address', async ({ db }) => {
  const verbs = await openVerbs(db);
  for (const password of [
    'password',
    'Qwerty123',
    '111111',
    'aaaaaaaaaa',
    'new@school.test',
    'New Person',
    'NewPerson',
  ]) {
    expect(await failureOf(register(verbs.services, verbs.as('visitor'), form(password))), password).toBe(
      'PASSWORD_TOO_COMMON',
    );
  }
  expect(await mails(verbs)).toEqual([]);
});

test('the confirmation is sent again to an address that waits for it, and to no other', async ({ db }) => {
  const verbs = await openVerbs(db);
  await register(verbs.services, verbs.as('visitor'), form());
  const { email } = verbs.as('free').viewer as { email: string };
  for (const address of [EMAIL, email, 'nobody@school.test']) {
    expect(await resendVerification(verbs.services, verbs.as('visitor'), { email: address })).toEqual({
      done: true,
    });
  }
  expect(await mails(verbs)).toHaveLength(2);
  expect(await mails(verbs, email)).toEqual([]);
  await verifyEmail(verbs.services, verbs.as('visitor'), {
    token: tokenOf((await mails(verbs))[1]?.link),
    password: 'a quiet sentence',
  });
  expect(await verifyPassword((await account(verbs)).password ?? '', 'a quiet sentence')).toBe(true);
});

test('the link leads to the page that the account is wanted for, also when it is sent again, and to no other site', async ({
  db,
}) => {
  const verbs = await openVerbs(db);
  const redirect = '/pricing?from=%2Fcourses%2Fsql&plan=7d9c1d5e-6f0a-4b8e-9d57-0d3a6f2b1c4e';
  await register(verbs.services, verbs.as('visitor'), { ...form(), redirect });
  await resendVerification(verbs.services, verbs.as('visitor'), { email: EMAIL });
  const wanted = async () =>
    (await mails(verbs)).map(({ link }) => {
      const { searchParams } = new URL(link);
      return [searchParams.get('email'), searchParams.get('redirect')];
    });
  expect(await wanted()).toEqual([
    [EMAIL, redirect],
    [EMAIL, redirect],
  ]);
  const elsewhere = { ...form(), redirect: '//evil.example/courses' };
  await register(verbs.services, verbs.as('visitor'), elsewhere);
  expect((await wanted()).at(-1)).toEqual([EMAIL, null]);
});

test('a forgotten password is replaced once; every session ends, and the mailbox counts as confirmed', async ({
  db,
}) => {
  const verbs = await openVerbs(db);
  await register(verbs.services, verbs.as('visitor'), form());
  const { id } = await account(verbs);
  await db.kysely
    .insertInto('sessions')
    .values({ user_id: id, token: 'a'.repeat(64), expires_at: new Date('2100-01-01') })
    .execute();
  expect(await forgotPassword(verbs.services, verbs.as('visitor'), { email: EMAIL })).toEqual({ done: true });
  expect(await forgotPassword(verbs.services, verbs.as('visitor'), { email: 'nobody@school.test' })).toEqual({
    done: true,
  });
  const reset = (await mails(verbs)).find(({ template }) => template === 'reset-password');
  // The name is whoever's who registered the address.
  expect(reset?.name).toBe(EMAIL);
  const token = tokenOf(reset?.link);
  const choose = (password: string) =>
    resetPassword(verbs.services, verbs.as('visitor'), { password, token });
  expect(await failureOf(choose('password'))).toBe('PASSWORD_TOO_COMMON');
  expect(await choose('a new quiet sentence')).toEqual({ done: true });
  expect(await failureOf(choose('and another one'))).toBe('LINK_EXPIRED');
  expect((await account(verbs)).email_verified).toBe(true);
  expect(await db.kysely.selectFrom('sessions').selectAll().where('user_id', '=', id).execute()).toEqual([]);
  const templates = (await mails(verbs)).map(({ template }) => template);
  expect(templates.sort()).toEqual(['confirm-email', 'password-changed', 'reset-password']);
  expect(await mails(verbs, 'nobody@school.test')).toEqual([]);
});

const DAY = 24 * 3600;
/** The clock of the tests stands elsewhere than that of the database. */
const registeredNow = ({ services }: Verbs) =>
  services.db.pool.query('update users set created_at = $1 where email = $2', [services.clock.now(), EMAIL]);
const there = ({ services }: Verbs) =>
  services.db.kysely.selectFrom('users').select('id').where('email', '=', EMAIL).executeTakeFirst();

test('an account that nobody confirms is erased after a week, with its mail, and its address can register again', async ({
  ownDb,
}) => {
  const verbs = await openVerbs(ownDb);
  const { as, services, wait } = verbs;
  await register(services, as('visitor'), form());
  await register(services, as('visitor'), form('another quiet sentence', 'Other Name'));
  await registeredNow(verbs);
  const { rows: people } = await ownDb.pool.query('select id from users where email_verified');
  wait(6 * DAY);
  expect(await eraseUnconfirmed(services)).toBe(0);
  wait(2 * DAY);
  expect(await eraseUnconfirmed(services)).toBe(1);
  expect(await there(verbs)).toBeUndefined();
  expect(await mails(verbs)).toEqual([]);
  const { rows } = await ownDb.pool.query(
    "select actor_kind, before, after from audit_log where action = 'account.drop-unconfirmed'",
  );
  expect(rows).toEqual([{ actor_kind: 'system', before: null, after: null }]);
  expect((await ownDb.pool.query('select id from users')).rows).toEqual(people);
  await register(services, as('visitor'), form());
  await verifyEmail(services, as('visitor'), {
    token: tokenOf((await mails(verbs))[0]?.link),
    password: 'a quiet sentence',
  });
  expect((await account(verbs)).email_verified).toBe(true);
});

test('an unconfirmed account stays while a link to confirm it works, and when somebody gave it something', async ({
  ownDb,
}) => {
  const verbs = await openVerbs(ownDb);
  const { as, services, wait } = verbs;
  await register(services, as('visitor'), form());
  await registeredNow(verbs);
  wait(8 * DAY);
  await resendVerification(services, as('visitor'), { email: EMAIL });
  expect(await eraseUnconfirmed(services)).toBe(0);
  wait(2 * DAY);
  const { id } = await account(verbs);
  const kept = [
    [
      "update profiles set subscription_tier = 'basic' where id = $1",
      "update profiles set subscription_tier = 'free' where id = $1",
    ],
    [
      "insert into user_roles (user_id, role) values ($1, 'admin')",
      'delete from user_roles where user_id = $1',
    ],
    [
      'update users set disabled_at = now() where id = $1',
      'update users set disabled_at = null where id = $1',
    ],
  ];
  for (const [give = '', take = ''] of kept) {
    await ownDb.pool.query(give, [id]);
    expect(await eraseUnconfirmed(services), give).toBe(0);
    await ownDb.pool.query(take, [id]);
  }
  expect(await eraseUnconfirmed(services)).toBe(1);
});

test('an unconfirmed account stays while a link for a new password works, which confirms it as well', async ({
  ownDb,
}) => {
  const verbs = await openVerbs(ownDb);
  const { as, services, wait } = verbs;
  await register(services, as('visitor'), form());
  await registeredNow(verbs);
  wait(8 * DAY);
  await forgotPassword(services, as('visitor'), { email: EMAIL });
  expect(await eraseUnconfirmed(services)).toBe(0);
  wait(2 * DAY);
  expect(await eraseUnconfirmed(services)).toBe(1);
});
