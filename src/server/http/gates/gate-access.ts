import type { ProcedureMeta } from '#contract/procedure';
import { actingViewer } from '#domain/access/acting-viewer';
import { canAdministerHere } from '#domain/access/can-administer-here';
import { canCall } from '#domain/access/can-call';
import { canCallFrom } from '#domain/access/can-call-from';
import { canChange } from '#domain/access/people/can-support';
import { canUseKey } from '#domain/access/people/can-use-key';
import type { Viewer } from '#domain/access/viewer';
import { viewerHere } from '#domain/access/viewer-here';
import { authorise } from '#server/authorise';
import type { Caller, Services } from '#server/services';
import { administrationRules } from './administration-rules.ts';

/**
 * Refuses a caller whom the declaration of the procedure, or the security settings of the school, do not admit; answers
 * the caller as the procedure is to see it: outside of administration, too, nobody has the powers of an administrator
 * where they may not administer.
 */
export async function gateAccess(
  { settings }: Pick<Services, 'settings'>,
  caller: Caller,
  { access, scope, support }: ProcedureMeta,
  isUnsafe: boolean,
): Promise<Caller> {
  if (!access || !scope) throw new Error('a procedure without declared access and scope was called');
  // What is open to everybody stays open, such as signing in again on a page whose session is somebody else's now.
  if (access !== 'public') authorise(canCallFrom(caller.pageUserId, caller.viewer));
  if (isUnsafe) authorise(canChange(caller.viewer, support));
  authorise(canUseKey(caller.viewer, scope));
  const viewer = actingViewer(caller.viewer, scope);
  authorise(canCall(viewer, access));
  if (viewer.kind === 'visitor' || !viewer.isAdmin) return seenAs(caller, viewer);
  const rules = await administrationRules({ settings }, caller.ipAddress);
  if (access === 'admin') authorise(canAdministerHere(viewer, rules));
  return seenAs(caller, viewerHere(viewer, rules));
}

function seenAs(caller: Caller, viewer: Viewer): Caller {
  return viewer === caller.viewer ? caller : { ...caller, viewer };
}
