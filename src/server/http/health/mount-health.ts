import type { Hono } from 'hono';
import { canServe } from '#domain/health/readiness';
import { CHALLENGE, proveInstallation } from '#server/platform/health/prove-installation';
import type { Readiness } from '#server/readiness';
import type { Services } from '#server/services';
import type { HttpEnv } from '../request-scope.ts';

interface HealthOptions {
  readonly readiness: Readiness;
  readonly isStopping?: (() => boolean) | undefined;
}

/**
 * /healthz: the process answers; who sends a challenge learns whether it is the installation whose key they know. /readyz: it
 * can serve, that is the database answers and knows our migrations, and it is not about to stop. Whoever asks learns codes
 * only: details are in the log and on the page of administrators.
 */
export function mountHealth(
  app: Hono<HttpEnv>,
  { config }: Pick<Services, 'config'>,
  { isStopping = () => false, readiness }: HealthOptions,
): void {
  const headers = { 'cache-control': 'no-store' };
  app.get('/healthz', (context) => {
    context.get('scope').route = '/healthz';
    const proof = proveInstallation(config, context.req.header(CHALLENGE));
    return context.json({ status: 'ok', service: 'lectern', ...(proof && { proof }) }, 200, headers);
  });
  app.get('/readyz', async (context) => {
    context.get('scope').route = '/readyz';
    // A balancer that reads this sends its requests elsewhere, before the process takes no more.
    if (isStopping()) return context.json({ status: 'stopping' }, 503, { ...headers, connection: 'close' });
    const faults = (await readiness.look()).map(({ code }) => code);
    const isReady = canServe(faults);
    return context.json({ status: isReady ? 'ok' : 'not ready', faults }, isReady ? 200 : 503, {
      ...headers,
      ...(!isReady && { 'retry-after': '2' }),
    });
  });
}
