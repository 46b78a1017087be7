import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientSecretPost,
  Configuration,
  calculatePKCECodeChallenge,
  customFetch,
} from 'openid-client';
import { z } from 'zod';
import type { SignInSettings } from '#server/sign-in-settings';
import { limitedFetch } from './limited-fetch.ts';
import { toProviderError } from './sign-in-oidc.ts';
import { type Identity, ProviderRefusal, type Return, type SignInProvider } from './sign-in-provider.ts';

export interface GitHubAddresses {
  readonly authorize: string;
  readonly token: string;
  readonly api: string;
}
const GITHUB: GitHubAddresses = {
  authorize: 'https://github.com/login/oauth/authorize',
  token: 'https://github.com/login/oauth/access_token',
  api: 'https://api.github.com',
};

const person = z.object({ id: z.int(), login: z.string(), name: z.string().nullish() });
const addresses = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }));

/** Sign-in by GitHub: OAuth 2 with PKCE and state, then its API for who it is. Other addresses are for tests. */
export function githubSignIn(settings: SignInSettings, at: GitHubAddresses = GITHUB): SignInProvider {
  const { clientId, clientSecret, issuer, name } = settings;
  const server = { issuer, authorization_endpoint: at.authorize, token_endpoint: at.token };
  const config = new Configuration(server, clientId, clientSecret, ClientSecretPost(clientSecret));
  config[customFetch] = limitedFetch;
  if (at !== GITHUB) allowInsecureRequests(config);
  return {
    issuer,
    name,
    begin: async ({ again, redirectUri, state, verifier }) =>
      buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: 'read:user user:email',
        state,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        // GitHub cannot be made to ask for the password again: the person at least chooses the account.
        ...(again && { prompt: 'select_account' }),
      }),
    finish: async (answer) => {
      try {
        return await identify(config, at.api, answer);
      } catch (error) {
        throw toProviderError(error);
      }
    },
  };
}

async function identify(config: Configuration, api: string, answer: Return): Promise<Identity> {
  const { query, redirectUri, state, verifier } = answer;
  const { access_token: token } = await authorizationCodeGrant(config, new URL(`${redirectUri}?${query}`), {
    expectedState: state,
    pkceCodeVerifier: verifier,
  });
  const [who, known] = await Promise.all([
    read(`${api}/user`, token, person),
    read(`${api}/user/emails`, token, addresses),
  ]);
  return {
    subject: String(who.id),
    verifiedEmail: known.find(({ primary, verified }) => primary && verified)?.email ?? null,
    name: who.name ?? who.login,
    label: who.login,
  };
}

async function read<Shape extends z.ZodType>(url: string, token: string, shape: Shape) {
  const response = await limitedFetch(url, {
    headers: {
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${token}`,
      'user-agent': 'Lectern',
      'x-github-api-version': '2022-11-28',
    },
  });
  if (!response.ok) throw new ProviderRefusal(`its API returned ${response.status}`);
  return shape.parse(await response.json());
}
