import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { limitKey } from './client-address.ts';
import type { Limits } from './limits.ts';

const MINUTE_MS = 60_000;
/** One address may try this many times more often when it names another account each time. */
const ADDRESS_FACTOR = 10;

export interface LimitedCall {
  /** The procedure: "accounts.signIn". */
  readonly name: string;
  readonly caller: Caller;
  readonly isUnsafe: boolean;
  readonly limitPerMinute: number | undefined;
  readonly input: unknown;
}

interface Rule {
  readonly key: string;
  readonly limit: number;
}

/**
 * Counts a call and refuses it over the limit. The counters are in the database, so that all processes count together;
 * what was counted in the minute before weighs in by the share of it that is still less than a minute ago.
 */
export async function gateRateLimit(
  { clock, db }: Services,
  limits: Limits,
  call: LimitedCall,
): Promise<void> {
  const rules = rulesFor(limits, call).filter(({ limit }) => Number.isFinite(limit));
  if (rules.length === 0) return;
  const now = clock.now().getTime();
  const start = Math.floor(now / MINUTE_MS) * MINUTE_MS;
  const elapsed = (now - start) / MINUTE_MS;
  // Always in one order: two calls that count the same keys must not wait for each other.
  const keys = rules.map(({ key }) => key).sort();
  const { rows } = await sql<{ key: string; hits: number; earlier: number }>`
    insert into rate_limits as counted (key, window_start, hits)
    select key, ${new Date(start)}::timestamptz, 1 from unnest(${keys}::text[]) as key
    on conflict (key, window_start) do update set hits = counted.hits + 1
    returning key, hits, coalesce((select previous.hits from rate_limits as previous
      where previous.key = counted.key and previous.window_start = ${new Date(start - MINUTE_MS)}::timestamptz), 0) as earlier
  `.execute(db.kysely);
  for (const { key, limit } of rules) {
    const row = rows.find((candidate) => candidate.key === key);
    if (!row || row.hits + row.earlier * (1 - elapsed) <= limit) continue;
    const retryAfter = Math.max(1, Math.ceil((start + MINUTE_MS - now) / 1000));
    throw new Failure('RATE_LIMITED', { data: { retryAfter } });
  }
}

/** Drops counters that no longer count. */
export async function dropOldCounters({ clock, db }: Services): Promise<void> {
  const border = new Date(clock.now().getTime() - 5 * MINUTE_MS);
  await db.kysely.deleteFrom('rate_limits').where('window_start', '<', border).execute();
}

function rulesFor(limits: Limits, { caller, input, isUnsafe, limitPerMinute, name }: LimitedCall): Rule[] {
  const address = limitKey(caller.ipAddress);
  const rules: Rule[] = [];
  if (isUnsafe) rules.push({ key: `unsafe:${address}`, limit: limits.unsafePerMinute });
  if (limitPerMinute === undefined) return rules;
  const limit = limitPerMinute * limits.procedureFactor;
  const account = accountOf(caller, name, input);
  if (account === null) return [...rules, { key: `${name}:${address}`, limit }];
  if (caller.viewer.kind === 'member') return [...rules, { key: `${name}:${account}`, limit }];
  rules.push({ key: `${name}:${address}:${account}`, limit });
  return [...rules, { key: `${name}:${address}`, limit: limit * ADDRESS_FACTOR }];
}

/** The account a call is about; its address is kept as a fingerprint only. */
function accountOf({ viewer }: Caller, name: string, input: unknown): string | null {
  if (viewer.kind === 'member') return viewer.userId;
  if (!name.startsWith('accounts.') || typeof input !== 'object' || input === null) return null;
  const email = 'email' in input && typeof input.email === 'string' ? input.email : null;
  return email && createHash('sha256').update(email.trim().toLowerCase()).digest('hex').slice(0, 24);
}
