import type { Hono } from 'hono';
import { hasTables } from '#server/db/has-tables';
import type { Services } from '#server/services';
import type { HttpEnv } from './request-scope.ts';

const ANSWER_WITHIN_MS = 2000;

interface HealthOptions {
  readonly isDiskFull?: (() => boolean) | undefined;
  readonly isStopping?: (() => boolean) | undefined;
}

/**
 * /healthz: the process answers, and is ours. /readyz: it can serve, that is the database answers and knows our migrations,
 * and it is not about to stop.
 */
export function mountHealth(
  app: Hono<HttpEnv>,
  { db }: Pick<Services, 'db'>,
  { isDiskFull = () => false, isStopping = () => false }: HealthOptions = {},
): void {
  const headers = { 'cache-control': 'no-store' };
  app.get('/healthz', (context) => context.json({ status: 'ok', service: 'lectern' }, 200, headers));
  app.get('/readyz', async (context) => {
    // A balancer that reads this sends its requests elsewhere, before the process takes no more.
    if (isStopping()) return context.json({ status: 'stopping' }, 503, { ...headers, connection: 'close' });
    const database = await within(ANSWER_WITHIN_MS, isMigrated(db)).catch(() => faultOf(db));
    const ready = database === 'ok';
    const status = ready ? 'ok' : 'not ready';
    // Without room on the disk pages can still be read: balancers go on to send requests.
    const disk = isDiskFull() ? 'full' : 'ok';
    return context.json({ status, database, disk }, ready ? 200 : 503, {
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

async function isMigrated({ kysely }: Services['db']): Promise<'ok' | 'not migrated'> {
  return (await hasTables(kysely)) ? 'ok' : 'not migrated';
}

function within<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('no answer in time')), ms);
  return Promise.race([work, promise]).finally(() => clearTimeout(timer));
}
