import { sql } from 'kysely';
import { expect } from 'vitest';
import { forgotPassword } from '#server/areas/accounts/password/forgot-password';
import { resetPassword } from '#server/areas/accounts/password/reset-password';
import { register } from '#server/areas/accounts/registration/register';
import { resendVerification } from '#server/areas/accounts/registration/resend-verification';
import { verifyEmail } from '#server/areas/accounts/registration/verify-email';
import { FREE_BY_ORIGIN } from '#server/areas/accounts/sign-in/lockout-sql';
import { enter } from '#tests/kit/accounts';
import { test } from '#tests/kit/database';
import { failureOf, openVerbs, type Verbs } from '#tests/kit/verbs';

const VICTIM = 'victim@school.test';
const THEIRS = 'password of a stranger';
const OWN = 'password of the owner';

/** Somebody registers the address; answers the token of the link that its owner gets. */
async function registered({ as, services }: Verbs, name: string, password: string): Promise<string> {
  const form = { name, email: VICTIM, password, confirmPassword: password };
  await register(services, as('visitor'), form);
  return newestToken(services);
}
async function newestToken(services: Verbs['services'], parameter = 'verify'): Promise<string> {
  const { props } = await services.db.kysely
    .selectFrom('mail_outbox')
    .select('props')
    .where('recipient', '=', VICTIM)
    // All of one moment: in the order of the savepoints that wrote them.
    .orderBy(sql`xmin::text::bigint`, 'desc')
    .orderBy(sql`cmin::text::bigint`, 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return new URL((props as { link: string }).link).searchParams.get(parameter) ?? '';
}
const open = ({ as, services }: Verbs, token: string, password: string) =>
  failureOf(verifyEmail(services, as('visitor'), { token, password }));
const account = ({ services }: Verbs) =>
  services.db.kysely
    .selectFrom('users')
    .select(['name', 'email_verified'])
    .where('email', '=', VICTIM)
    .executeTakeFirstOrThrow();

test('a registration of a stranger, clicked by the owner of the mailbox, gives the stranger nothing', async ({
  db,
}) => {
  const verbs = await openVerbs(db);
  const strangers = await registered(verbs, 'Mallory', THEIRS);
  expect(await open(verbs, strangers, OWN)).toBe('INVALID_CREDENTIALS');
  expect((await account(verbs)).email_verified).toBe(false);
  expect(await failureOf(enter(verbs, THEIRS, VICTIM))).toBe('EMAIL_NOT_VERIFIED');

  const own = await registered(verbs, 'Victoria', OWN);
  await registered(verbs, 'Mallory', THEIRS);
  expect(await open(verbs, own, OWN)).toEqual({ done: true });
  expect(await account(verbs)).toEqual({ name: 'Victoria', email_verified: true });
  expect(await open(verbs, strangers, THEIRS)).toEqual({ done: true });
  expect(await account(verbs)).toEqual({ name: 'Victoria', email_verified: true });
  expect(await failureOf(enter(verbs, THEIRS, VICTIM))).toBe('INVALID_CREDENTIALS');
  expect((await enter(verbs, OWN, VICTIM)).outcome).toMatchObject({ status: 'signed-in' });
});

test('wrong passwords for a link count like those of a sign-in, and use up no link', async ({ ownDb }) => {
  const verbs = await openVerbs(ownDb);
  const token = await registered(verbs, 'Victoria', OWN);
  for (let time = 1; time <= FREE_BY_ORIGIN; time += 1)
    expect(await open(verbs, token, `guess ${time}`)).toBe('INVALID_CREDENTIALS');
  expect(await open(verbs, token, OWN)).toBe('ACCOUNT_LOCKED');
  expect(await failureOf(enter(verbs, OWN, VICTIM))).toBe('ACCOUNT_LOCKED');
  await ownDb.pool.query("update sign_in_failures set locked_until = now() - interval '1 second'");
  expect(await open(verbs, token, OWN)).toEqual({ done: true });
});

test('a registration of a stranger after that of the owner takes no link from the owner', async ({ db }) => {
  const verbs = await openVerbs(db);
  await registered(verbs, 'Victoria', OWN);
  await registered(verbs, 'Mallory', THEIRS);
  await resendVerification(verbs.services, verbs.as('visitor'), { email: VICTIM });
  const again = await newestToken(verbs.services);
  expect(await open(verbs, again, 'neither of them')).toBe('INVALID_CREDENTIALS');
  expect(await open(verbs, again, OWN)).toEqual({ done: true });
  expect(await account(verbs)).toEqual({ name: 'Victoria', email_verified: true });
  expect(await failureOf(enter(verbs, THEIRS, VICTIM))).toBe('INVALID_CREDENTIALS');
  expect((await enter(verbs, OWN, VICTIM)).outcome).toMatchObject({ status: 'signed-in' });
});

test('the first registration is confirmed by a later link also when its own has expired', async ({ db }) => {
  const verbs = await openVerbs(db);
  await registered(verbs, 'Victoria', OWN);
  await db.pool.query("delete from verifications where identifier like 'verify-email:%'");
  const strangers = await registered(verbs, 'Mallory', THEIRS);
  expect(await open(verbs, strangers, OWN)).toEqual({ done: true });
  expect(await account(verbs)).toEqual({ name: 'Victoria', email_verified: true });
});

test('a stranger who used up the mails of an address keeps its owner from nothing', async ({ db }) => {
  const verbs = await openVerbs(db);
  let strangers = '';
  for (let time = 1; time <= 5; time += 1)
    strangers = await registered(verbs, 'Mallory', `${THEIRS} ${time}`);
  expect(await registered(verbs, 'Victoria', OWN)).toBe(strangers);
  expect(await open(verbs, strangers, OWN)).toEqual({ done: true });
  expect(await account(verbs)).toEqual({ name: 'Victoria', email_verified: true });
  expect((await enter(verbs, OWN, VICTIM)).outcome).toMatchObject({ status: 'signed-in' });
});

test.for(['the link of its own mail', 'a new password'])(
  'a registration that a stranger buries under others is confirmed by %s',
  async (how, { ownDb }) => {
    const verbs = await openVerbs(ownDb);
    const { as, services } = verbs;
    await registered(verbs, 'Mallory', THEIRS);
    const own = await registered(verbs, 'Victoria', OWN);
    let strangers = '';
    for (let time = 1; time <= 9; time += 1)
      strangers = await registered(verbs, 'Mallory', `${THEIRS} ${time}`);
    expect(await open(verbs, strangers, OWN)).toBe('INVALID_CREDENTIALS');
    if (how === 'a new password') {
      await forgotPassword(services, as('visitor'), { email: VICTIM });
      const token = await newestToken(services, 'token');
      await resetPassword(services, as('visitor'), { token, password: OWN });
    } else expect(await open(verbs, own, OWN)).toEqual({ done: true });
    expect((await enter(verbs, OWN, VICTIM)).outcome).toMatchObject({ status: 'signed-in' });
    for (const password of [THEIRS, `${THEIRS} 9`])
      expect(await failureOf(enter(verbs, password, VICTIM))).toBe('INVALID_CREDENTIALS');
  },
);
