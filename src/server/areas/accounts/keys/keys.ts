import { createHash, randomBytes } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { KeyRow } from '#contract/accounts/keys';
import { SCOPES, type Scope } from '#domain/access/people/scopes';
import type { ApiKeys } from '#server/db/types';

/** How many keys one person may have. */
export const MAX_KEYS = 20;
/** So that scanners of leaked secrets know what it is. */
const PREFIX = 'lct_';
const SHAPE = /^lct_[\w-]{43}$/;

/** A key of 256 random bits. */
export function newKey(): string {
  return PREFIX + randomBytes(32).toString('base64url');
}

/** What is kept of a key; null for what cannot be one. */
export function hashOfKey(key: string): string | null {
  return SHAPE.test(key) ? createHash('sha256').update(key).digest('hex') : null;
}

/** A scope that there is no more opens nothing. */
export function knownScopes(scopes: readonly string[]): Scope[] {
  return SCOPES.filter((scope) => scopes.includes(scope));
}

export function toKeyRow(row: Omit<Selectable<ApiKeys>, 'secret_hash' | 'user_id'>, now: Date): KeyRow {
  return {
    id: row.id,
    name: row.name,
    start: row.start,
    scopes: knownScopes(row.scopes),
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    isExpired: row.expires_at <= now,
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    lastUsedFrom: row.last_used_ip,
  };
}
