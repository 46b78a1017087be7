import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { EMAIL, enrol, PASSWORD } from '#tests/kit/accounts';
import { test } from '#tests/kit/database';
import { type Browser, oidcAt, startProvider, withSignIns } from '#tests/kit/external-school';
import type { IdentityProvider } from '#tests/kit/identity-provider';

let outside: IdentityProvider;
beforeAll(async () => {
  outside = await startProvider();
});
afterAll(() => outside.stop());
beforeEach(() => {
  outside.people.clear();
  outside.people.set('ada', { email: EMAIL, email_verified: true, name: 'Ada Lovelace' });
  outside.people.set('grace', { email: 'Grace@Hopper.test', email_verified: true, name: 'Grace Hopper' });
});

const signInHere = (browser: Browser, email = EMAIL) =>
  browser.ask('POST', '/api/sign-in', { email, password: PASSWORD });
const who = async (browser: Browser) => (await browser.ask('GET', '/api/session')).reply.user;

test('somebody new signs in by a service and has an account with a confirmed address and no password', async ({
  db,
}) => {
  const { browser, services } = await withSignIns(db, oidcAt(outside));
  const person = browser();
  expect(await person.enter('grace')).toMatchObject({
    status: 200,
    reply: { status: 'signed-in', redirect: '/dashboard', user: { name: 'Grace Hopper' } },
  });
  expect(await who(person)).toMatchObject({ email: 'grace@hopper.test', subscriptionTier: 'free' });
  const { reply } = await person.ask('GET', '/api/account/sign-ins');
  expect(reply).toMatchObject({
    hasPassword: false,
    signIns: [{ service: 'School ID', provider: 'oidc', label: 'Grace@Hopper.test' }],
  });
  const again = browser();
  await again.enter('grace');
  expect(await who(again)).toEqual(await who(person));
  const { rows } = await services.db.pool.query<{ action: string }>(
    "select action from audit_log where action like 'account.%' order by id",
  );
  expect(rows.map(({ action }) => action)).toEqual([
    'account.register',
    'account.sign-in',
    'account.sign-in',
  ]);
});

test('the address of the return is kept only when it is a path of this site', async ({ db }) => {
  const { browser } = await withSignIns(db, oidcAt(outside));
  for (const [wanted, kept] of [
    ['/courses/sql?section=a#b', '/courses/sql?section=a#b'],
    ['https://evil.test', '/dashboard'],
    ['//evil.test', '/dashboard'],
    ['/\\evil.test', '/dashboard'],
    ['/\t/evil.test', '/dashboard'],
    ['javascript:alert(1)', '/dashboard'],
  ] as const) {
    const person = browser();
    const address = await person.begin('oidc', undefined, { redirect: wanted });
    const { reply } = await person.finish(await person.visit(address, 'grace'));
    expect(reply.redirect, wanted).toBe(kept);
  }
});

test('a service is linked to an account with its confirmed address, and the owner is told', async ({
  db,
}) => {
  const { browser, id } = await withSignIns(db, oidcAt(outside));
  const person = browser();
  expect((await person.enter('ada')).reply).toMatchObject({ status: 'signed-in', user: { id, name: 'Ada' } });
  const { rows } = await db.pool.query<{ template: string }>(
    'select template from mail_outbox where recipient = $1',
    [EMAIL],
  );
  expect(rows.map(({ template }) => template)).toContain('sign-in-linked');
  expect((await signInHere(browser())).status).toBe(200);
});

test('the second factor of an account is still asked for', async ({ db }) => {
  const school = await withSignIns(db, oidcAt(outside));
  await school.browser().enter('ada');
  const { totp } = await enrol(school);
  const person = school.browser();
  expect((await person.enter('ada')).reply).toEqual({
    status: 'two-factor-required',
    redirect: '/dashboard',
  });
  expect(await who(person)).toBeNull();
  const digits = totp.generate({ timestamp: Date.now() + 30_000 });
  // As apps show it.
  const code = `${digits.slice(0, 3)} ${digits.slice(3)}`;
  const { reply } = await person.ask('POST', '/api/sign-in/two-factor', { method: 'totp', code });
  expect(reply).toMatchObject({ user: { id: school.id } });
  expect(await who(person)).toMatchObject({ id: school.id });
});

test('a disabled account is not opened', async ({ db }) => {
  const { browser, id } = await withSignIns(db, oidcAt(outside));
  await browser().enter('ada');
  await db.pool.query('update users set disabled_at = now() where id = $1', [id]);
  const person = browser();
  expect(await person.enter('ada')).toMatchObject({ status: 403, reply: { code: 'ACCOUNT_DISABLED' } });
  expect(await who(person)).toBeNull();
});

test('a service is linked and unlinked by who proved lately to be the owner; the last way in stays', async ({
  db,
}) => {
  const school = await withSignIns(db, oidcAt(outside));
  const person = school.browser();
  await signInHere(person);
  school.wait(11 * 60);
  const begin = () => person.ask('POST', '/api/account/sign-ins/oidc', {});
  expect((await begin()).reply.code).toBe('PROOF_REQUIRED');
  await person.ask('POST', '/api/prove-identity', { password: PASSWORD });
  // Linked by the person there: the address is another one.
  const address = new URL(String((await begin()).reply.url));
  const linked = await person.finish(await person.visit(address, 'grace'));
  expect(linked.reply).toEqual({ status: 'linked', redirect: '/profile?tab=security' });
  const other = school.browser();
  await other.enter('grace');
  expect(await who(other)).toMatchObject({ id: school.id });

  const list = async () =>
    (await other.ask('GET', '/api/account/sign-ins')).reply.signIns as { id: string }[];
  const [link] = await list();
  await db.pool.query(
    "update accounts set password = null where provider_id = 'credential' and user_id = $1",
    [school.id],
  );
  const unlink = () => other.ask('DELETE', `/api/account/sign-ins/${link?.id}`);
  expect((await unlink()).reply.code).toBe('LAST_SIGN_IN');
  await db.pool.query(
    "update accounts set password = 'x' where provider_id = 'credential' and user_id = $1",
    [school.id],
  );
  expect((await unlink()).reply).toEqual({ done: true });
  expect(await list()).toEqual([]);
  // Whoever came in by it may still be there.
  expect(await who(person)).toBeNull();
  expect(await who(other)).toMatchObject({ id: school.id });
});

test('an account without a password proves itself by its service, which has to ask again', async ({ db }) => {
  const school = await withSignIns(db, oidcAt(outside));
  const person = school.browser();
  await person.enter('grace');
  school.wait(11 * 60);
  const link = () => person.ask('POST', '/api/account/sign-ins/oidc', {});
  expect((await link()).reply.code).toBe('PROOF_REQUIRED');
  const begin = () => person.begin('oidc', '/api/prove-identity/oidc', { redirect: '/profile?tab=security' });
  const address = await begin();
  expect(address.searchParams.get('prompt')).toBe('login');
  // Somebody else there is not the owner.
  expect((await person.finish(await person.visit(address, 'ada'))).reply.code).toBe('WRONG_IDENTITY');
  const proved = await person.finish(await person.visit(await begin(), 'grace'));
  expect(proved.reply).toEqual({ status: 'proved', redirect: '/profile?tab=security' });
  expect((await link()).status).toBe(200);
});

test('a service that is away is told at once, and is asked again when it may be back', async ({ db }) => {
  const place = await startProvider();
  const port = Number(new URL(place.issuer).port);
  await place.stop();
  const school = await withSignIns(db, oidcAt(place));
  const person = school.browser();
  const begin = () => person.ask('POST', '/api/sign-in/external/oidc', {});
  expect(await begin()).toMatchObject({ status: 424, reply: { code: 'PROVIDER_AWAY' } });
  const back = await startProvider('oidc', port);
  back.people.set('grace', { email: 'grace@hopper.test', email_verified: true });
  try {
    // Not asked for a second: whoever presses the button again and again waits for nothing.
    expect((await begin()).status).toBe(424);
    school.wait(1);
    expect((await person.enter('grace')).reply).toMatchObject({ status: 'signed-in' });
  } finally {
    await back.stop();
  }
  school.wait(13 * 3600);
  // What is known of it stays in use while it is away.
  expect((await begin()).status).toBe(200);
});

test('many first sign-ins of one person at one moment make one account with one link', async ({ ownDb }) => {
  const { browser } = await withSignIns(ownDb, oidcAt(outside));
  const people = [browser(), browser(), browser(), browser()];
  const returned = await Promise.all(
    people.map(async (person) => person.visit(await person.begin(), 'grace')),
  );
  const answers = await Promise.all(
    people.map((person, index) => person.finish(returned[index] ?? new URL('about:blank'))),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const { rows } = await ownDb.pool.query(
    "select 1 from users join accounts on user_id = users.id where email = 'grace@hopper.test'",
  );
  expect(rows).toHaveLength(1);
});

test('of two services that are unlinked at one moment the last one stays', async ({ ownDb }) => {
  const { browser, id, services } = await withSignIns(ownDb, oidcAt(outside));
  const person = browser();
  await signInHere(person);
  await ownDb.pool.query(`delete from accounts where user_id = $1`, [id]);
  const issuer = services.signIns.get('oidc')?.issuer;
  const { rows } = await ownDb.pool.query<{ id: string }>(
    `insert into accounts (user_id, provider_id, account_id) values ($1, $2, 'a'), ($1, $2, 'b') returning id`,
    [id, issuer],
  );
  const answers = await Promise.all(
    rows.map((row) => person.ask('DELETE', `/api/account/sign-ins/${row.id}`)),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('a school without services has no such addresses', async ({ db }) => {
  const { browser } = await withSignIns(db, () => new Map());
  const { reply } = await browser().ask('POST', '/api/sign-in/external/oidc', {});
  expect(reply.code).toBe('PROVIDER_NOT_FOUND');
});
