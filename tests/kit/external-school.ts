import type { Db } from '#server/db/client';
import { createApp } from '#server/http/app';
import { NO_LIMITS } from '#server/http/gates/limits';
import { oidcSignIn } from '#server/platform/sign-in-oidc';
import type { SignInProviders } from '#server/platform/sign-in-provider';
import { ORIGIN } from '#tests/attack/kit/school';
import { type Account, withAccount } from './accounts.ts';
import { CLIENT, type IdentityProvider, startIdentityProvider } from './identity-provider.ts';

export const RETURN = (provider: string) => `${ORIGIN}/sign-in/${provider}`;

/** A person's browser: cookies of this school, and of the service apart from them. */
export interface Browser {
  readonly jar: Map<string, string>;
  ask(method: string, path: string, body?: unknown): Promise<Answer>;
  /** Begins at the school; answers the address to go to. */
  begin(provider?: string, path?: string, body?: object): Promise<URL>;
  /** Goes to the service and says who one is; answers the address it sends the browser back to. */
  visit(address: URL, login: string): Promise<URL>;
  finish(returned: URL, provider?: string): Promise<Answer>;
  /** Begin, visit and finish. */
  enter(login: string, provider?: string): Promise<Answer>;
}
export interface Answer {
  readonly status: number;
  readonly reply: Record<string, unknown>;
}
export type ExternalSchool = Account & {
  readonly app: ReturnType<typeof createApp>;
  readonly browser: () => Browser;
};

/** A school with these services to sign in by; Ada has an account with a password. */
export async function withSignIns(
  db: Db,
  signIns: (clock: Account['services']['clock']) => SignInProviders,
  verified = true,
): Promise<ExternalSchool> {
  const account = await withAccount(db, verified);
  const services = { ...account.services, signIns: signIns(account.services.clock) };
  const { ContentVersion } = await import('#server/db/content-version');
  const app = createApp({
    services,
    content: new ContentVersion(),
    limits: NO_LIMITS,
    version: { version: 'test', build: 'test', builtAt: '2026-11-20T12:00:00.000Z' },
  });
  return { ...account, app, services, browser: () => openBrowser(app) };
}

/** A service under the name `oidc`, asked as the settings would have it. */
export function oidcAt({ issuer }: Pick<IdentityProvider, 'issuer'>, id: 'oidc' | 'google' = 'oidc') {
  const settings = { id, name: 'School ID', issuer, clientId: CLIENT.id, clientSecret: CLIENT.secret };
  return (clock: Account['services']['clock']): SignInProviders =>
    new Map([[id, oidcSignIn(settings, clock)]]);
}

export const startProvider = (provider = 'oidc', port = 0) =>
  startIdentityProvider({ redirectUri: RETURN(provider), port });

function openBrowser(app: ReturnType<typeof createApp>): Browser {
  const jar = new Map<string, string>();
  const abroad = new Map<string, string>();
  const browser: Browser = {
    jar,
    ask: async (method, path, body) => {
      const headers = new Headers({ cookie: cookiesOf(jar) });
      if (method !== 'GET') headers.set('origin', ORIGIN);
      if (body !== undefined) headers.set('content-type', 'application/json');
      const sent = body === undefined ? null : JSON.stringify(body);
      const response = await app.request(`${ORIGIN}${path}`, { method, headers, body: sent });
      keep(jar, response);
      return { status: response.status, reply: (await response.json()) as Record<string, unknown> };
    },
    begin: async (provider = 'oidc', path = `/api/sign-in/external/${provider}`, body = {}) => {
      const { reply } = await browser.ask('POST', path, body);
      if (typeof reply.url !== 'string') throw new Error(`not begun: ${String(reply.code)}`);
      return new URL(reply.url);
    },
    visit: async (address, login) => {
      let next = { url: address, form: '' };
      for (let steps = 0; steps < 8; steps += 1) {
        if (next.url.origin === ORIGIN) return next.url;
        const response = await fetch(next.url, {
          method: next.form ? 'POST' : 'GET',
          headers: {
            cookie: cookiesOf(abroad),
            ...(next.form && { 'content-type': 'application/x-www-form-urlencoded' }),
          },
          body: next.form || null,
          redirect: 'manual',
        });
        keep(abroad, response);
        const location = response.headers.get('location');
        const text = await response.text();
        if (location) next = { url: new URL(location, next.url), form: '' };
        else if (text.includes('<form')) next = filled(text, next.url, login);
        else throw new Error(`the service answered ${response.status}: ${text.slice(0, 300)}`);
      }
      throw new Error('the service sends the browser round and round');
    },
    finish: (returned, provider = 'oidc') =>
      browser.ask('POST', `/api/sign-in/external/${provider}/finish`, { query: returned.search }),
    enter: async (login, provider = 'oidc') =>
      browser.finish(await browser.visit(await browser.begin(provider), login), provider),
  };
  return browser;
}

/** The form of a page as a browser would send it: to the service itself, with what is hidden in it. */
function filled(html: string, page: URL, login: string) {
  const action = /action="([^"]*)"/.exec(html)?.[1] ?? '';
  const fields = new URLSearchParams({ login });
  for (const [input] of html.matchAll(/<input[^>]*type="hidden"[^>]*>/g)) {
    const of = (name: string) => new RegExp(`${name}="([^"]*)"`).exec(input)?.[1] ?? '';
    fields.set(of('name'), of('value'));
  }
  return { url: new URL(action, page), form: fields.toString() };
}

function cookiesOf(jar: ReadonlyMap<string, string>): string {
  return [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
}

function keep(jar: Map<string, string>, response: Response): void {
  for (const cookie of response.headers.getSetCookie()) {
    const [pair = '', ...attributes] = cookie.split(';');
    const [name = '', ...value] = pair.split('=');
    const isGone = attributes.some((one) => /^\s*(?:max-age=0|expires=thu, 01 jan 1970.*)$/i.test(one));
    if (isGone) jar.delete(name);
    else jar.set(name, value.join('='));
  }
}
