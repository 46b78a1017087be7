import type { Hono } from 'hono';
import type { Viewer } from '#domain/access/viewer';
import { finalHeaders, markComplete } from '../pages/final-headers.ts';
import type { HttpEnv } from '../request-scope.ts';

const PATH = '/api/session';

/**
 * Answers who is signed in, which every open page asks again and again, with the text of the last answer for as long as the
 * viewer is the same. Has to be registered before the API, which makes the first answer.
 */
export function mountSessionReply(app: Hono<HttpEnv>, headers: Readonly<Record<string, string>>): void {
  // Text takes half of what bytes take, which are an object of their own each.
  const replies = new WeakMap<Viewer, string>();
  app.get(PATH, async (context, next) => {
    const scope = context.get('scope');
    const { method, url } = context.req.raw;
    if (scope.isKey || method !== 'GET' || !url.endsWith(PATH)) return next();
    const viewer = await scope.viewer();
    // What an administrator may do depends on the settings, too.
    if (viewer.kind !== 'member' || viewer.isAdmin || viewer.support) return next();
    const known = replies.get(viewer);
    const length = Buffer.byteLength(known ?? '');
    const own = { 'content-type': 'application/json', 'content-length': String(length) };
    const whole = known && finalHeaders(scope, headers, own);
    if (known && whole) {
      scope.route = PATH;
      // As text it is one piece with its head, and goes to the system in one write.
      return markComplete(new Response(known, { headers: whole }));
    }
    await next();
    if (context.res.status === 200) replies.set(viewer, await context.res.clone().text());
  });
}
