import { hash } from 'node:crypto';
import { z } from 'zod';
import { contract } from '#contract/contract';
import { batched } from '#server/db/batched';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { statedProcedures } from '../check-contract.ts';
import { limitKey } from '../client-address.ts';
import { FreeCalls } from './free-calls.ts';
import type { Limits } from './limits.ts';
import { type Counted, countHits } from './rate-limit-sql.ts';

const MINUTE_MS = 60_000;

export interface LimitedCall {
  /** The procedure: "accounts.signIn". */
  readonly name: string;
  readonly caller: Caller;
  readonly isUnsafe: boolean;
  readonly limitPerMinute: number | undefined;
  readonly input: unknown;
}

/** Procedures that anybody may call about an account, which `email` names. Elsewhere such a field would be a caller's invention. */
const NAMES_ACCOUNT = new Set(
  statedProcedures({ accounts: contract.accounts })
    .filter(({ inputSchema }) => takesEmail(inputSchema))
    .map(({ name }) => name),
);

interface Rule {
  readonly key: string;
  readonly limit: number;
}

/** Counts calls for each key in the minute that begins at `start`; answers how often each was counted. */
type CountCall = (call: Hit) => Promise<readonly Counted[]>;
interface Hit {
  readonly keys: readonly string[];
  /** How many calls of each key are reported: this one, and those before it that were free. */
  readonly times: readonly number[];
  readonly start: number;
}

/**
 * Counts calls and refuses those over the limit. The counters are in the database, so that all processes count together;
 * what was counted in the minute before weighs in by the share of it that is still less than a minute ago. The first calls of a
 * minute, far from any limit, are counted here and reported to the database with the first one that is not (decision 172).
 */
export function rateLimitGate({ clock, db }: Services, limits: Limits): (call: LimitedCall) => Promise<void> {
  const count: CountCall = batched((hits) => countTogether(db, hits));
  const free = new FreeCalls();
  return async (call) => {
    const rules = rulesFor(limits, call).filter(({ limit }) => Number.isFinite(limit));
    if (rules.length === 0) return;
    const now = clock.now().getTime();
    const start = Math.floor(now / MINUTE_MS) * MINUTE_MS;
    const unreported = free.take(start, rules);
    if (unreported === null) return;
    const counted = await count({ start, keys: rules.map(({ key }) => key), times: unreported });
    const elapsed = (now - start) / MINUTE_MS;
    for (const [index, { key, limit }] of rules.entries()) {
      const { earlier: shared, hits } = counted[index] ?? { earlier: 0, hits: 0 };
      const earlier = shared + free.unreported(start - MINUTE_MS, key);
      if (hits + earlier * (1 - elapsed) <= limit) continue;
      const minutes = minutesUntilFree({ earlier, elapsed, hits, limit });
      throw new Failure('RATE_LIMITED', { data: { retryAfter: Math.max(1, Math.ceil(minutes * 60)) } });
    }
  };
}

/** How long to wait until one more call is within the limit, if nothing else is asked meanwhile: what was refused counts, too. */
function minutesUntilFree({
  earlier,
  elapsed,
  hits,
  limit,
}: Counted & { readonly elapsed: number; readonly limit: number }): number {
  const here = hits + 1 > limit ? 1 : Math.max(elapsed, 1 - (limit - hits - 1) / earlier);
  if (here < 1) return here - elapsed;
  return 1 - elapsed + Math.max(0, 1 - (limit - 1) / hits);
}

/** Each call is counted after those before it, also when they share a statement. */
async function countTogether(db: Services['db'], hits: readonly Hit[]): Promise<Counted[][]> {
  const minutes = Map.groupBy(hits, ({ start }) => start);
  const reached = new Map<string, Counted>();
  for (const [start, calls] of minutes) {
    const wanted = new Map<string, number>();
    for (const call of calls)
      for (const [index, key] of call.keys.entries())
        wanted.set(key, (wanted.get(key) ?? 0) + (call.times[index] ?? 1));
    // Always in one order: two statements that count the same keys must not wait for each other.
    const keys = [...wanted.keys()].sort();
    const times = keys.map((key) => wanted.get(key) ?? 0);
    for (const { earlier, hits: all, key } of await countHits(db, { start: new Date(start), keys, times }))
      reached.set(`${start} ${key}`, { earlier, hits: all - (wanted.get(key) ?? 0) });
  }
  return hits.map(({ keys, start, times }) =>
    keys.map((key, index) => next(reached, `${start} ${key}`, times[index] ?? 1)),
  );
}

function next(reached: Map<string, Counted>, id: string, times: number): Counted {
  const { earlier, hits } = reached.get(id) ?? { earlier: 0, hits: 0 };
  const counted = { earlier, hits: hits + times };
  reached.set(id, counted);
  return counted;
}

function rulesFor(limits: Limits, { caller, input, isUnsafe, limitPerMinute, name }: LimitedCall): Rule[] {
  const address = limitKey(caller.ipAddress);
  const rules: Rule[] = [];
  // A class behind one address sits its exam in the same minutes: members are counted by account here, too.
  if (isUnsafe && caller.viewer.kind === 'member')
    rules.push({ key: `unsafe:${caller.viewer.userId}`, limit: limits.memberWritesPerMinute });
  else if (isUnsafe) rules.push({ key: `unsafe:${address}`, limit: limits.visitorWritesPerMinute });
  // What a procedure declares is counted by account: more keys are not more of it.
  const key = caller.viewer.kind === 'member' ? caller.viewer.key : undefined;
  if (key) rules.push({ key: `key:${key.id}`, limit: limits.keyPerMinute });
  if (limitPerMinute === undefined) return rules;
  const limit = limitPerMinute * limits.procedureFactor;
  const account = accountOf(caller, name, input);
  if (account === null) return [...rules, { key: `${name}:${address}`, limit }];
  if (caller.viewer.kind === 'member') return [...rules, { key: `${name}:${account}`, limit }];
  rules.push({ key: `${name}:${address}:${account}`, limit });
  return [...rules, { key: `${name}:${address}`, limit: limit * limits.addressFactor }];
}

function takesEmail(schema: unknown): boolean {
  if (schema instanceof z.ZodIntersection) return takesEmail(schema.def.left) || takesEmail(schema.def.right);
  return schema instanceof z.ZodObject && 'email' in schema.shape;
}

/** The account a call is about; its address is kept as a fingerprint only. */
function accountOf({ viewer }: Caller, name: string, input: unknown): string | null {
  if (viewer.kind === 'member') return viewer.userId;
  if (!NAMES_ACCOUNT.has(name) || typeof input !== 'object' || input === null) return null;
  const email = 'email' in input && typeof input.email === 'string' ? input.email : null;
  return email && hash('sha256', email.trim().toLowerCase(), 'hex').slice(0, 24);
}
