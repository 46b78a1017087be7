import type { Context } from 'hono';
import { PAGE_USER_HEADER } from '#contract/page-user';
import { canCallFrom } from '#domain/access/can-call-from';
import type { Member } from '#domain/access/viewer';
import type { HttpEnv } from '../request-scope.ts';

/**
 * Who asks for exactly this path with a session of their own; null for everybody whom the gates of the API look at more closely.
 * What an administrator may do depends on the settings, too.
 */
export async function plainMember(context: Context<HttpEnv>, path: string): Promise<Member | null> {
  const scope = context.get('scope');
  const { headers, method, url } = context.req.raw;
  if (scope.isKey || method !== 'GET' || !url.endsWith(path)) return null;
  const viewer = await scope.viewer();
  if (viewer.kind !== 'member' || viewer.isAdmin || viewer.support) return null;
  return canCallFrom(headers.get(PAGE_USER_HEADER), viewer).allowed ? viewer : null;
}
