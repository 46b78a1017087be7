import { createHash, randomBytes } from 'node:crypto';
import { cookiePrefix, ownCookie, readCookie } from '#server/areas/accounts/sessions/cookies';
import type { Services } from '#server/services';
import { ATTEMPT_SECONDS } from './attempts.ts';

const nameOf = ({ config }: Services) => `${cookiePrefix(config)}.external`;

/** A cookie that binds a sign-in to this browser, and the fingerprint of it that is kept. */
export function bindBrowser(services: Services): { cookie: string; browser: string } {
  const secret = randomBytes(32).toString('base64url');
  return { cookie: strict(services, secret, ATTEMPT_SECONDS), browser: fingerprint(secret) };
}

/** The fingerprint of the browser that calls; null when it has started nothing. */
export function boundBrowser(services: Services, headers: Headers): string | null {
  const secret = readCookie(headers.get('cookie') ?? '', nameOf(services));
  return secret ? fingerprint(secret) : null;
}

export function unbindBrowser(services: Services): string {
  return strict(services, '', 0);
}

/** Strict: only our own page sends it, and no link or form of another site. */
function strict(services: Services, value: string, seconds: number): string {
  const cookie = ownCookie(services.config, nameOf(services), value, seconds);
  return cookie.replace('SameSite=Lax', 'SameSite=Strict');
}

function fingerprint(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
