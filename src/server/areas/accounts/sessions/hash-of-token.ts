import { hash } from 'node:crypto';

/** What is kept of a session token: of 256 random bits, so that one round of SHA-256 gives nothing to guess. */
export function hashOfToken(token: string): string {
  return hash('sha256', token, 'hex');
}
