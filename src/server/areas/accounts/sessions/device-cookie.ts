import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { readAuthSecret } from '#server/platform/read-auth-secret';
import type { Services } from '#server/services';
import { ownCookie, readCookie } from './cookies.ts';

const COOKIE_SECONDS = 365 * 24 * 3600;

/** Apart from the names of the session cookies: a browser that sends this one alone is not looked up. */
function cookieName({ https }: Services['config']): string {
  return `${https ? '__Host-' : ''}lectern_device`;
}

function signature({ config }: Pick<Services, 'config'>, nonce: string, email: string): string {
  const secret = readAuthSecret(config.dataDir);
  return createHmac('sha256', secret).update(`device\n${nonce}\n${email}`).digest('base64url');
}

/** A cookie by which a device shows later that the owner of this account signed in on it; it holds no address. */
export function deviceCookie(services: Pick<Services, 'config'>, email: string): string {
  const nonce = randomBytes(18).toString('base64url');
  const value = `${nonce}.${signature(services, nonce, email)}`;
  return ownCookie(services.config, cookieName(services.config), value, COOKIE_SECONDS);
}

/** What a device is called on which the owner of this account signed in before; null for every other one. */
export function knownDevice(
  services: Pick<Services, 'config'>,
  reqHeaders: Headers,
  email: string,
): string | null {
  const value = readCookie(reqHeaders.get('cookie') ?? '', cookieName(services.config));
  if (value === null) return null;
  const [nonce = '', given = ''] = value.split('.');
  const own = Buffer.from(signature(services, nonce, email));
  const sent = Buffer.from(given);
  return own.length === sent.length && timingSafeEqual(own, sent) ? nonce : null;
}
