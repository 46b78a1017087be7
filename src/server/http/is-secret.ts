import { createHash, timingSafeEqual } from 'node:crypto';

/** Whether somebody sent the right secret; as long as it takes says nothing about it. */
export function isSecret(given: string | undefined, secret: string): boolean {
  if (given === undefined) return false;
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(secret));
}

/** The token of "Authorization: Bearer …". */
export function bearerToken(header: string | undefined): string | undefined {
  return /^bearer +(\S+)$/i.exec(header ?? '')?.[1];
}

/** The password of "Authorization: Basic …", whatever the name is. */
export function basicPassword(header: string | undefined): string | undefined {
  const [, encoded] = /^basic +([\w+/]+=*)$/i.exec(header ?? '') ?? [];
  if (encoded === undefined) return undefined;
  const [, password] = /^[^:]*:(.*)$/s.exec(Buffer.from(encoded, 'base64').toString()) ?? [];
  return password;
}
