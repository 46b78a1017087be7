import type { AccessLevel } from '#domain/access/can-call';
import { canCall } from '#domain/access/can-call';
import type { Viewer } from '#domain/access/viewer';
import { Failure } from '#server/failure';

/** Refuses a caller whom the declaration of the procedure does not admit. */
export function gateAccess(viewer: Viewer, access: AccessLevel | undefined): void {
  if (access === undefined) throw new Error('a procedure without declared access was called');
  const decision = canCall(viewer, access);
  if (decision.allowed) return;
  throw new Failure(decision.reason === 'sign-in-required' ? 'SIGN_IN_REQUIRED' : 'ADMINISTRATOR_REQUIRED');
}
