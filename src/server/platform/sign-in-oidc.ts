import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
} from 'openid-client';
import { isThisMachine, type SignInSettings } from '#server/sign-in-settings';
import type { Clock } from './clock.ts';
import { limitedFetch } from './limited-fetch.ts';
import { patiently } from './patiently.ts';
import {
  type Begin,
  type Identity,
  ProviderAway,
  ProviderRefusal,
  type Return,
  type SignInProvider,
} from './sign-in-provider.ts';

/** How far the clocks of two machines may differ, in seconds. */
const SKEW_SECONDS = 60;

/** Sign-in by OpenID Connect: code flow with PKCE, state and nonce, signatures checked. What it publishes about itself is asked late. */
export function oidcSignIn(settings: SignInSettings, clock: Clock): SignInProvider {
  const configured = patiently(() => discover(settings), clock);
  const asksAgain = settings.id !== 'google';
  return {
    issuer: settings.issuer,
    name: settings.name,
    begin: async (request) => address(await configured(), request, asksAgain),
    finish: async (answer) => {
      const config = await configured();
      try {
        return await identify(config, answer, asksAgain);
      } catch (error) {
        throw toProviderError(error);
      }
    },
  };
}

async function discover({ clientId, clientSecret, issuer }: SignInSettings): Promise<Configuration> {
  const server = new URL(issuer);
  const isInsecure = server.protocol === 'http:' && isThisMachine(server.hostname);
  try {
    const found = await discovery(server, clientId, clientSecret, undefined, {
      [customFetch]: limitedFetch,
      execute: isInsecure ? [allowInsecureRequests] : [],
    });
    const metadata = found.serverMetadata();
    // Some services vouch for people of many organisations under one address: a subject would not be one person.
    if (new URL(metadata.issuer).href !== server.href) throw new Error(`its issuer is ${metadata.issuer}`);
    const { token_endpoint_auth_methods_supported: methods } = metadata;
    const isBasic = methods === undefined || methods.includes('client_secret_basic');
    const auth = isBasic ? ClientSecretBasic(clientSecret) : ClientSecretPost(clientSecret);
    const config = new Configuration(metadata, clientId, clientSecret, auth);
    config[customFetch] = limitedFetch;
    if (isInsecure) allowInsecureRequests(config);
    enableNonRepudiationChecks(config);
    return config;
  } catch (error) {
    throw new ProviderAway(reasonOf(error), { cause: error });
  }
}

async function address(config: Configuration, request: Begin, asksAgain: boolean): Promise<URL> {
  const { again, nonce, redirectUri, state, verifier } = request;
  return buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: 'openid email profile',
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    // Google neither asks again nor says when it did: there the person at least chooses the account.
    ...(again && (asksAgain ? { prompt: 'login', max_age: '0' } : { prompt: 'select_account' })),
  });
}

async function identify(config: Configuration, answer: Return, asksAgain: boolean): Promise<Identity> {
  const { askedSince, nonce, query, redirectUri, state, verifier } = answer;
  const tokens = await authorizationCodeGrant(config, new URL(`${redirectUri}?${query}`), {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (!claims) throw new ProviderRefusal('no ID token');
  if (askedSince && asksAgain && !(asSeconds(claims.auth_time) >= askedSince.getTime() / 1000 - SKEW_SECONDS))
    throw new ProviderRefusal("it didn't ask the user to log in again");
  const isReported = claims.email !== undefined || !config.serverMetadata().userinfo_endpoint;
  const reported = isReported ? claims : await fetchUserInfo(config, tokens.access_token, claims.sub);
  const email = asText(reported.email);
  return {
    subject: claims.sub,
    verifiedEmail: isTrue(reported.email_verified) ? email : null,
    name: asText(reported.name),
    label: email ?? asText(reported.preferred_username) ?? asText(reported.name) ?? claims.sub,
  };
}

function asText(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}

function asSeconds(value: unknown): number {
  return typeof value === 'number' ? value : Number.NaN;
}

/** Some services write it as a word. */
function isTrue(value: unknown): boolean {
  return value === true || value === 'true';
}

/** A failure of the library: the service was away, or its answer is not good. */
export function toProviderError(error: unknown): Error {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof ProviderAway || cause instanceof ProviderRefusal) return cause;
  return new ProviderRefusal(reasonOf(error), { cause: error });
}

function reasonOf(error: unknown): string {
  const words: string[] = [];
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) words.push(cause.message);
  return words.join(': ') || String(error);
}
