import type { Hono } from 'hono';
import { hasTables } from '#server/db/has-tables';
import { findPending } from '#server/db/migrating/find-pending';
import type { Services } from '#server/services';
import type { HttpEnv } from './request-scope.ts';
import type { StoreState } from './store-health.ts';

const ANSWER_WITHIN_MS = 2000;

interface HealthOptions {
  readonly isDiskFull: () => boolean;
  readonly isStopping?: (() => boolean) | undefined;
  /** How the object store is; undefined: files are in a folder. */
  readonly store: () => Promise<StoreState | undefined>;
}

interface DatabaseState {
  readonly database: 'ok' | 'not migrated' | 'no free connection' | 'unreachable';
  /** Names of the migrations that are missing. */
  readonly pendingMigrations?: readonly string[];
}

/**
 * /healthz: the process answers, and is ours. /readyz: it can serve, that is the database answers and knows our migrations,
 * and it is not about to stop.
 */
export function mountHealth(
  app: Hono<HttpEnv>,
  { db, replica }: Pick<Services, 'db' | 'replica'>,
  { isDiskFull, isStopping = () => false, store }: HealthOptions,
): void {
  const headers = { 'cache-control': 'no-store' };
  app.get('/healthz', (context) => {
    context.get('scope').route = '/healthz';
    return context.json({ status: 'ok', service: 'lectern' }, 200, headers);
  });
  app.get('/readyz', async (context) => {
    context.get('scope').route = '/readyz';
    // A balancer that reads this sends its requests elsewhere, before the process takes no more.
    if (isStopping()) return context.json({ status: 'stopping' }, 503, { ...headers, connection: 'close' });
    const [state, storage] = await Promise.all([
      within(ANSWER_WITHIN_MS, stateOf(db)).catch((): DatabaseState => ({ database: faultOf(db) })),
      store(),
    ]);
    const ready = state.database === 'ok';
    const status = ready ? 'ok' : 'not ready';
    // Without room on the disk, without the store or a replica pages can still be read: balancers go on to send requests.
    const disk = isDiskFull() ? 'full' : 'ok';
    const others = { ...(storage && { storage }), ...(replica && { replica: replica.state() }) };
    return context.json({ status, ...state, disk, ...others }, ready ? 200 : 503, {
      ...headers,
      ...(!ready && { 'retry-after': '2' }),
    });
  });
}

/** Why the database did not answer in time. */
function faultOf({ pool }: Services['db']): 'no free connection' | 'unreachable' {
  const isExhausted = pool.waitingCount > 0 && pool.idleCount === 0 && pool.totalCount >= pool.options.max;
  return isExhausted ? 'no free connection' : 'unreachable';
}

async function stateOf({ kysely }: Services['db']): Promise<DatabaseState> {
  const pendingMigrations = await findPending(kysely);
  if (pendingMigrations.length > 0) return { database: 'not migrated', pendingMigrations };
  return { database: (await hasTables(kysely)) ? 'ok' : 'not migrated' };
}

function within<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('no answer in time')), ms);
  return Promise.race([work, promise]).finally(() => clearTimeout(timer));
}
