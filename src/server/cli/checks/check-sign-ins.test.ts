import { expect, test } from 'vitest';
import { parseConfig } from '#server/config';
import { CLIENT, startIdentityProvider } from '#tests/kit/identity-provider';
import { checkSignIns } from './check-sign-ins.ts';

const look = (issuer: string) =>
  checkSignIns(
    parseConfig({
      PUBLIC_URL: 'https://school.example',
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: CLIENT.secret,
      OIDC_NAME: 'School ID',
      GITHUB_CLIENT_ID: 'a',
      GITHUB_CLIENT_SECRET: 'b',
    }),
  );
const GITHUB = {
  ok: true,
  what: 'sign-in: GitHub is set up; add https://school.example/sign-in/github to its allowed redirect URLs',
};

test('a service to sign in by must answer under the address that it names itself', async () => {
  const redirectUri = 'https://school.example/sign-in/oidc';
  const { issuer, stop } = await startIdentityProvider({ redirectUri });
  expect(await look(issuer)).toEqual([
    { ok: true, what: `sign-in: School ID is set up; add ${redirectUri} to its allowed redirect URLs` },
    GITHUB,
  ]);
  // The same service under a name that is not its own.
  expect(await look(issuer.replace('127.0.0.1', 'localhost'))).toMatchObject([{ ok: false }, GITHUB]);
  await stop();
  expect(await look(issuer)).toMatchObject([
    {
      ok: false,
      what: expect.stringContaining(`sign-in: School ID at ${issuer}: `),
      remedy: expect.stringContaining('check OIDC_ISSUER'),
    },
    GITHUB,
  ]);
});

test('without services there is nothing to look at', async () => {
  expect(await checkSignIns(parseConfig({}))).toEqual([]);
});
