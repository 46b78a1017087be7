import type { Hono } from 'hono';
import type { Member } from '#domain/access/viewer';
import { finalHeaders, markComplete } from '../pages/final-headers.ts';
import type { HttpEnv } from '../request-scope.ts';
import { plainMember } from './plain-member.ts';

const PATH = '/api/session';

/**
 * Answers who is signed in, which every open page asks again and again, with the text of the last answer for as long as the
 * viewer is the same. Has to be registered before the API, which makes the first answer.
 */
export function mountSessionReply(app: Hono<HttpEnv>, headers: Readonly<Record<string, string>>): void {
  // Text takes half of what bytes take, which are an object of their own each.
  const replies = new WeakMap<Member, string>();
  app.get(PATH, async (context, next) => {
    const scope = context.get('scope');
    const member = await plainMember(context, PATH);
    if (!member) return next();
    const known = replies.get(member);
    const length = Buffer.byteLength(known ?? '');
    const own = { 'content-type': 'application/json', 'content-length': String(length) };
    const whole = known && finalHeaders(scope, headers, own);
    if (known && whole) {
      scope.route = PATH;
      // As text it is one piece with its head, and goes to the system in one write.
      return markComplete(new Response(known, { headers: whole }));
    }
    await next();
    if (context.res.status === 200) replies.set(member, await context.res.clone().text());
  });
}
