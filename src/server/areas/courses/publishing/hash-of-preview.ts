import { createHash } from 'node:crypto';

/** A link is found by this; its secret is kept nowhere. */
export function hashOfPreview(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
