import type { Hono } from 'hono';
import type { HttpEnv } from '../request-scope.ts';

const MAX = 8000;

/**
 * Where a service outside sends the browser back to. Nothing is changed here: what the service says goes on to our page,
 * behind the #, where it reaches no log and no other site, and the page sends it by POST (decision 8).
 */
export function mountSignInReturn(app: Hono<HttpEnv>): void {
  app.get('/sign-in/:provider{[a-z]{1,20}}', (context) => {
    context.get('scope').route = '/sign-in/{provider}';
    const { search } = new URL(context.req.url);
    const passedOn = search.length <= MAX ? search : '';
    return context.redirect(`/sign-in#${context.req.param('provider')}${passedOn}`, 303);
  });
}
