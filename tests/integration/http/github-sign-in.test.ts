import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { githubSignIn } from '#server/platform/sign-in-github';
import { test } from '#tests/kit/database';
import { withSignIns } from '#tests/kit/external-school';
import { type GitHubServer, startGitHub } from '#tests/kit/github-server';

const GRACE = {
  id: 4711,
  login: 'amazing-grace',
  name: 'Grace Hopper',
  emails: [
    { email: 'old@hopper.test', primary: false, verified: true },
    { email: 'grace@hopper.test', primary: true, verified: true },
  ],
};
let github: GitHubServer;
beforeAll(async () => {
  github = await startGitHub(GRACE);
});
afterAll(() => github.stop());
beforeEach(() => {
  github.person = GRACE;
});

const settings = {
  id: 'github' as const,
  name: 'GitHub',
  issuer: 'https://github.com',
  clientId: 'a-client',
  clientSecret: 'a-secret',
};
const signIns = () => new Map([['github', githubSignIn(settings, github)]]);

test('somebody signs in by GitHub with the first address that GitHub has verified', async ({ db }) => {
  const { browser } = await withSignIns(db, signIns);
  const person = browser();
  expect((await person.enter('', 'github')).reply).toMatchObject({
    status: 'signed-in',
    user: { name: 'Grace Hopper', email: 'grace@hopper.test' },
  });
  expect((await person.ask('GET', '/api/account/sign-ins')).reply.signIns).toMatchObject([
    { service: 'GitHub', label: 'amazing-grace' },
  ]);
  // The name and the addresses there may change: the number stays.
  github.person = { ...GRACE, login: 'grace', emails: [] };
  expect((await browser().enter('', 'github')).reply).toMatchObject({ user: { email: 'grace@hopper.test' } });
});

test('an address that GitHub has not verified opens nothing', async ({ db }) => {
  const { browser } = await withSignIns(db, signIns);
  github.person = { ...GRACE, emails: [{ email: 'admin@school.test', primary: true, verified: false }] };
  expect((await browser().enter('', 'github')).reply.code).toBe('ADDRESS_UNVERIFIED');
});

test('a code of somebody else is refused, as GitHub says it: with status 200', async ({ db }) => {
  const { browser } = await withSignIns(db, signIns);
  const victim = browser();
  const stolen = (await victim.visit(await victim.begin('github'), '')).searchParams.get('code') ?? '';
  const eve = browser();
  const returned = await eve.visit(await eve.begin('github'), '');
  returned.searchParams.set('code', stolen);
  expect((await eve.finish(returned, 'github')).reply.code).toBe('PROVIDER_REFUSED');
});

test('whoever presses Cancel is not signed in', async ({ db }) => {
  const { browser } = await withSignIns(db, signIns);
  const person = browser();
  const state = (await person.begin('github')).searchParams.get('state') ?? '';
  const returned = new URL(`http://localhost:3000/sign-in/github?error=access_denied&state=${state}`);
  expect((await person.finish(returned, 'github')).reply.code).toBe('PROVIDER_REFUSED');
});
