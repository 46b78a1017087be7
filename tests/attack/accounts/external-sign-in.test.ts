import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { EMAIL, enrol, PASSWORD } from '#tests/kit/accounts';
import { test } from '#tests/kit/database';
import { type Browser, oidcAt, startProvider, withSignIns } from '#tests/kit/external-school';
import type { IdentityProvider } from '#tests/kit/identity-provider';

let outside: IdentityProvider;
let hostile: IdentityProvider;
beforeAll(async () => {
  outside = await startProvider();
  hostile = await startProvider('google');
});
afterAll(() => Promise.all([outside.stop(), hostile.stop()]));
beforeEach(() => {
  outside.people.clear();
  outside.people.set('ada', { email: EMAIL, email_verified: true, name: 'Ada' });
  outside.people.set('eve', { email: 'eve@evil.test', email_verified: true, name: 'Eve' });
  hostile.people.set('eve', { email: EMAIL, email_verified: true, name: 'Eve' });
});

const who = async (browser: Browser) => (await browser.ask('GET', '/api/session')).reply.user;
const refused = (status: number, code: string) => ({ status, reply: { code } });
const EXPIRED = refused(410, 'SIGN_IN_EXPIRED');
const REFUSED = refused(403, 'PROVIDER_REFUSED');

test('a return with another state, or without one, signs nobody in', async ({ db }) => {
  const { browser } = await withSignIns(db, oidcAt(outside));
  for (const state of ['a-state-that-nobody-was-given', '']) {
    const person = browser();
    const returned = await person.visit(await person.begin(), 'ada');
    if (state) returned.searchParams.set('state', state);
    else returned.searchParams.delete('state');
    expect(await person.finish(returned)).toMatchObject(EXPIRED);
    expect(await who(person)).toBeNull();
  }
});

test('a return is taken once', async ({ db }) => {
  const { browser } = await withSignIns(db, oidcAt(outside));
  const person = browser();
  const returned = await person.visit(await person.begin(), 'ada');
  const cookies = new Map(person.jar);
  expect((await person.finish(returned)).status).toBe(200);
  const thief = browser();
  for (const [name, value] of cookies) thief.jar.set(name, value);
  expect(await thief.finish(returned)).toMatchObject(EXPIRED);
  expect(await who(thief)).toBeNull();
});

test('the return of a stranger does not sign a victim in as the stranger', async ({ db }) => {
  const { browser } = await withSignIns(db, oidcAt(outside));
  const eve = browser();
  const returned = await eve.visit(await eve.begin(), 'eve');
  const victim = browser();
  expect(await victim.finish(returned)).toMatchObject(EXPIRED);
  // Nor when the victim has begun something too: the cookie is that of another begin.
  const second = await eve.visit(await eve.begin(), 'eve');
  await victim.begin();
  expect(await victim.finish(second)).toMatchObject(EXPIRED);
  expect(await who(victim)).toBeNull();
});

test('a stolen code is of no use in another sign-in: the secret of PKCE is missing', async ({ db }) => {
  const { browser } = await withSignIns(db, oidcAt(outside));
  const ada = browser();
  const stolen = (await ada.visit(await ada.begin(), 'ada')).searchParams.get('code') ?? '';
  const eve = browser();
  const returned = await eve.visit(await eve.begin(), 'eve');
  returned.searchParams.set('code', stolen);
  expect(await eve.finish(returned)).toMatchObject(REFUSED);
  expect(await who(eve)).toBeNull();
});

test('a sign-in whose PKCE was taken out on the way ends in nothing', async ({ db }) => {
  const { browser } = await withSignIns(db, oidcAt(outside));
  const person = browser();
  const address = await person.begin();
  expect(address.searchParams.get('code_challenge_method')).toBe('S256');
  expect(address.searchParams.get('code_challenge')).toMatch(/^[\w-]{43}$/);
  address.searchParams.delete('code_challenge');
  address.searchParams.delete('code_challenge_method');
  const returned = await person.visit(address, 'ada');
  expect(await person.finish(returned)).toMatchObject(REFUSED);
  expect(await who(person)).toBeNull();
});

test('an answer with another nonce signs nobody in', async ({ db }) => {
  const { browser } = await withSignIns(db, oidcAt(outside));
  for (const nonce of ['the-nonce-of-another-sign-in', '']) {
    const person = browser();
    const address = await person.begin();
    if (nonce) address.searchParams.set('nonce', nonce);
    else address.searchParams.delete('nonce');
    expect(await person.finish(await person.visit(address, 'ada'))).toMatchObject(REFUSED);
    expect(await who(person)).toBeNull();
  }
});

test('a code of one service is not taken for that of another', async ({ db }) => {
  const { browser } = await withSignIns(
    db,
    (clock) => new Map([...oidcAt(outside)(clock), ...oidcAt(hostile, 'google')(clock)]),
  );
  // What was begun with one is finished as the other.
  const person = browser();
  const returned = await person.visit(await person.begin('google'), 'eve');
  expect(await person.finish(returned, 'oidc')).toMatchObject(EXPIRED);
  // The answer of the other is put into the return of the one.
  const mixed = browser();
  const foreign = await mixed.visit(await mixed.begin('google'), 'eve');
  const own = await mixed.visit(await mixed.begin('oidc'), 'eve');
  const code = foreign.searchParams.get('code') ?? '';
  for (const iss of [hostile.issuer, null]) {
    const answer = new URL(own);
    answer.searchParams.set('code', code);
    if (iss) answer.searchParams.set('iss', iss);
    else answer.searchParams.delete('iss');
    expect((await mixed.finish(answer)).status).toBeGreaterThanOrEqual(403);
  }
  expect(await who(mixed)).toBeNull();
});

test('an address that the service has not verified opens no account and makes none', async ({ db }) => {
  const { browser } = await withSignIns(db, oidcAt(outside));
  const users = async () => (await db.kysely.selectFrom('users').select('id').execute()).length;
  const before = await users();
  for (const reported of [
    { email: EMAIL, email_verified: false },
    { email: EMAIL },
    { email: 'new@school.test', email_verified: false },
    { name: 'Nobody' },
  ]) {
    outside.people.set('mallory', reported);
    const person = browser();
    expect(await person.enter('mallory')).toMatchObject(refused(403, 'ADDRESS_UNVERIFIED'));
    expect(await who(person)).toBeNull();
  }
  expect(await users()).toBe(before);
  expect(
    await db.kysely.selectFrom('accounts').selectAll().where('provider_id', '<>', 'credential').execute(),
  ).toEqual([]);
});

test('whoever registered an address beforehand keeps nothing of it once its owner comes', async ({ db }) => {
  const { browser, id, services } = await withSignIns(db, oidcAt(outside), false);
  const eve = browser();
  const form = {
    name: 'Not Ada',
    email: EMAIL,
    password: 'password of eve 1',
    confirmPassword: 'password of eve 1',
  };
  await eve.ask('POST', '/api/register', form);
  const ada = browser();
  expect((await ada.enter('ada')).reply).toMatchObject({ status: 'signed-in', user: { id, name: 'Ada' } });
  for (const password of [PASSWORD, form.password]) {
    const answer = await eve.ask('POST', '/api/sign-in', { email: EMAIL, password });
    expect(answer).toMatchObject(refused(401, 'INVALID_CREDENTIALS'));
  }
  // Nor does a link of the old registration bring the old password back.
  const left = await services.db.kysely
    .selectFrom('verifications')
    .select('identifier')
    .where('identifier', 'like', 'verify-email:%')
    .execute();
  expect(left).toEqual([]);
  expect((await ada.ask('GET', '/api/account/sign-ins')).reply).toMatchObject({ hasPassword: false });
});

test('an address alone opens neither an administrator nor an account with a second factor', async ({
  db,
}) => {
  const school = await withSignIns(db, oidcAt(outside));
  outside.people.set('head', { email: 'admin@school.test', email_verified: true });
  expect(await school.browser().enter('head')).toMatchObject(refused(409, 'LINK_FIRST'));
  await enrol(school);
  expect(await school.browser().enter('ada')).toMatchObject(refused(409, 'LINK_FIRST'));
});

test('what was begun to link is not finished in another session, or after signing out', async ({ db }) => {
  const { browser } = await withSignIns(db, oidcAt(outside));
  const ada = browser();
  await ada.ask('POST', '/api/sign-in', { email: EMAIL, password: PASSWORD });
  const returned = await ada.visit(await ada.begin('oidc', '/api/account/sign-ins/oidc'), 'eve');
  await ada.ask('POST', '/api/sign-out', {});
  expect(await ada.finish(returned)).toMatchObject(EXPIRED);
  const again = await (async () => {
    await ada.ask('POST', '/api/sign-in', { email: EMAIL, password: PASSWORD });
    return ada.visit(await ada.begin('oidc', '/api/account/sign-ins/oidc'), 'eve');
  })();
  await ada.ask('POST', '/api/sign-in', { email: EMAIL, password: PASSWORD });
  expect(await ada.finish(again)).toMatchObject(EXPIRED);
});

test('a sign-in that is linked to one account is not taken over by another', async ({ db }) => {
  const { browser } = await withSignIns(db, oidcAt(outside));
  const eve = browser();
  await eve.enter('eve');
  const ada = browser();
  await ada.ask('POST', '/api/sign-in', { email: EMAIL, password: PASSWORD });
  const address = await ada.begin('oidc', '/api/account/sign-ins/oidc');
  expect(await ada.finish(await ada.visit(address, 'eve'))).toMatchObject(refused(409, 'SIGN_IN_TAKEN'));
  // And its owner still signs in as before.
  expect((await browser().enter('eve')).reply).toMatchObject({ user: { email: 'eve@evil.test' } });
});

test('a proof that the service gave without asking again is none', async ({ db }) => {
  const { browser, wait } = await withSignIns(db, oidcAt(outside));
  const person = browser();
  await person.enter('eve');
  wait(2 * 24 * 3600);
  const address = await person.begin('oidc', '/api/prove-identity/oidc');
  address.searchParams.delete('prompt');
  address.searchParams.delete('max_age');
  expect(await person.finish(await person.visit(address, 'eve'))).toMatchObject(REFUSED);
});

test('the page of the return changes nothing by itself and passes on to our own page alone', async ({
  db,
}) => {
  const { app } = await withSignIns(db, oidcAt(outside));
  const response = await app.request(
    'http://localhost:3000/sign-in/oidc?code=a%2Fb&state=c&iss=https://x.test',
  );
  expect(response.status).toBe(303);
  expect(response.headers.get('location')).toBe('/sign-in#oidc?code=a%2Fb&state=c&iss=https://x.test');
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.getSetCookie()).toEqual([]);
  const long = await app.request(`http://localhost:3000/sign-in/oidc?code=${'x'.repeat(9000)}`);
  expect(long.headers.get('location')).toBe('/sign-in#oidc');
  for (const name of ['Evil', 'a%2F%2Fevil.test', 'x'.repeat(30)])
    expect((await app.request(`http://localhost:3000/sign-in/${name}?code=a`)).status).toBe(404);
});
