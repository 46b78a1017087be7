import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type Configuration } from 'oidc-provider';
import { identityStore } from './identity-store.ts';

export const CLIENT = { id: 'lectern', secret: 'a-secret-between-the-two' };

/** Somebody with an account at the service outside. */
export interface Person {
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly name?: string;
}

export interface IdentityProvider {
  readonly issuer: string;
  /** Who has an account there, by what is typed into its form. */
  readonly people: Map<string, Person>;
  stop(): Promise<void>;
}

interface Options {
  readonly redirectUri: string;
  /** 0 stands for one that is free. */
  readonly port?: number;
  readonly more?: Configuration;
}

/** A real OpenID Connect service on this machine. Its form asks for a name and no password. */
export async function startIdentityProvider(options: Options): Promise<IdentityProvider> {
  let handle: RequestListener = (_, response) => response.writeHead(503).end();
  const server = createServer((request, response) => handle(request, response));
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const people = new Map<string, Person>();
  const provider = new Provider(issuer, configuration(people, options));
  const callback = provider.callback();
  handle = (request, response) => {
    const isForm = request.url?.startsWith('/interaction/') === true;
    Promise.resolve(isForm ? askWho(provider, request, response) : callback(request, response)).catch(() =>
      response.writeHead(500).end(),
    );
  };
  return {
    issuer,
    people,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function configuration(people: Map<string, Person>, { more, redirectUri }: Options): Configuration {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return {
    adapter: identityStore(),
    clients: [{ client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: [redirectUri] }],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'one' }] },
    cookies: { keys: [randomBytes(16).toString('hex')] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id, ...people.get(id) }) }),
    // Nobody is asked whether Lectern may know the address.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId ?? '',
        accountId: oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      Grant: 600,
      IdToken: 600,
      Interaction: 600,
      Session: 600,
    },
    ...more,
  };
}

async function askWho(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method !== 'POST') {
    response.writeHead(200, { 'content-type': 'text/html' }).end(FORM);
    return;
  }
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const accountId = new URLSearchParams(Buffer.concat(parts).toString()).get('login') ?? '';
  await provider.interactionFinished(request, response, { login: { accountId } });
}

const FORM = `<!doctype html><html lang="en"><title>School ID</title><h1>School ID</h1>
<form method="post"><label>Your name <input name="login"></label> <button>Log in here</button></form></html>`;
