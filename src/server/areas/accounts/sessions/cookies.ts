import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Config } from '#server/config';

/** Over HTTPS the browser itself guards the prefix: no other host and no plain connection can set such a cookie. */
export function cookiePrefix({ https }: Pick<Config, 'https'>): string {
  return https ? '__Host-lectern' : 'lectern';
}

export function sessionCookieName(config: Pick<Config, 'https'>): string {
  return `${cookiePrefix(config)}.session_token`;
}

export function readCookie(header: string, name: string): string | null {
  for (const part of header.split(';')) {
    const [key, ...value] = part.trim().split('=');
    if (key === name) return value.join('=');
  }
  return null;
}

/** The token of a session cookie that we signed; null for every other value. */
export function verifiedToken(value: string, secret: string): string | null {
  let decoded: string;
  try {
    decoded = decodeURIComponent(value);
  } catch {
    return null;
  }
  const dot = decoded.lastIndexOf('.');
  if (dot < 1) return null;
  const token = decoded.slice(0, dot);
  // As text: of the same bytes there is more than one spelling, and only ours is a signature.
  const given = Buffer.from(decoded.slice(dot + 1));
  const own = Buffer.from(createHmac('sha256', secret).update(token).digest('base64'));
  return given.length === own.length && timingSafeEqual(given, own) ? token : null;
}

/** What a cookie carries: the text with our signature, as the sign-in library writes it too. */
export function signedValue(text: string, secret: string): string {
  const signature = createHmac('sha256', secret).update(text).digest('base64');
  return encodeURIComponent(`${text}.${signature}`);
}

/** A cookie of ours: for the server only, sent from our own pages, over HTTPS where there is HTTPS. */
export function ownCookie(
  config: Pick<Config, 'https'>,
  name: string,
  value: string,
  seconds: number,
): string {
  const secure = config.https ? '; Secure' : '';
  return `${name}=${value}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${secure}`;
}

/** A session cookie with a new term; a term of 0 removes it. */
export function sessionCookie(config: Pick<Config, 'https'>, value: string, seconds: number): string {
  return ownCookie(config, sessionCookieName(config), value, seconds);
}
