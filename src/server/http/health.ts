import type { Hono } from 'hono';
import { hasTables } from '#server/db/has-tables';
import type { Services } from '#server/services';
import type { HttpEnv } from './request-scope.ts';

const ANSWER_WITHIN_MS = 2000;

/**
 * /healthz: the process answers, and is ours. /readyz: it can serve, that is the database answers and knows our migrations,
 * and it is not about to stop.
 */
export function mountHealth(
  app: Hono<HttpEnv>,
  { db }: Services,
  isStopping: () => boolean = () => false,
): void {
  const headers = { 'cache-control': 'no-store' };
  app.get('/healthz', (context) => context.json({ status: 'ok', service: 'lectern' }, 200, headers));
  app.get('/readyz', async (context) => {
    // A balancer that reads this sends its requests elsewhere, before the process takes no more.
    if (isStopping()) return context.json({ status: 'stopping' }, 503, { ...headers, connection: 'close' });
    const database = await within(ANSWER_WITHIN_MS, isMigrated(db)).catch(() => 'unreachable' as const);
    const ready = database === 'ok';
    return context.json({ status: ready ? 'ok' : 'not ready', database }, ready ? 200 : 503, {
      ...headers,
      ...(!ready && { 'retry-after': '2' }),
    });
  });
}

async function isMigrated({ kysely }: Services['db']): Promise<'ok' | 'not migrated'> {
  return (await hasTables(kysely)) ? 'ok' : 'not migrated';
}

function within<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('no answer in time')), ms);
  return Promise.race([work, promise]).finally(() => clearTimeout(timer));
}
