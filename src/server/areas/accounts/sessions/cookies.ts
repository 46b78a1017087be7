import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import type { Config } from '#server/config';
import { hashOfToken } from './hash-of-token.ts';

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

/** Signatures that were checked and were ours; the oldest give way. */
const MAX_CHECKED = 8000;
const checked = new Map<string, string>();

/**
 * What the session of a cookie is known by; null for a value that we did not sign. The signature of each value is checked once:
 * what is remembered is a fingerprint of it, and no token.
 */
export function tokenHashOf(value: string, secret: string): string | null {
  const fingerprint = hash('sha256', `${secret}\n${value}`, 'base64');
  const known = checked.get(fingerprint);
  if (known !== undefined) return known;
  const token = verifiedToken(value, secret);
  if (token === null) return null;
  const hashed = hashOfToken(token);
  checked.set(fingerprint, hashed);
  const [oldest] = checked.keys();
  if (checked.size > MAX_CHECKED && oldest !== undefined) checked.delete(oldest);
  return hashed;
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
