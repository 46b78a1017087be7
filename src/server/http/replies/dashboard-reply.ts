import type { Hono } from 'hono';
import { dashboardAgain } from '#server/areas/learning/dashboard/dashboard-again';
import type { Services } from '#server/services';
import { finalHeaders, markComplete } from '../pages/final-headers.ts';
import type { HttpEnv } from '../request-scope.ts';
import { plainMember } from './plain-member.ts';

const PATH = '/api/dashboard';

/**
 * Answers a dashboard that is kept in memory. What is not kept, and whom the gates of the API look at more closely, goes on to the
 * API: it has to be registered before it.
 */
export function mountDashboardReply(
  app: Hono<HttpEnv>,
  services: Services,
  headers: Readonly<Record<string, string>>,
): void {
  app.get(PATH, async (context, next) => {
    const scope = context.get('scope');
    const member = await plainMember(context, PATH);
    const text = member && (await dashboardAgain(services, member));
    if (text === null) return next();
    scope.route = PATH;
    const own = { 'content-type': 'application/json' };
    const whole = finalHeaders(scope, headers, own);
    // A session that is renewed has its cookie added, as every other reply has.
    return whole
      ? markComplete(new Response(text, { headers: whole }))
      : new Response(text, { headers: own });
  });
}
