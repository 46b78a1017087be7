import { Failure } from '#server/failure';
import type { Caller } from '#server/services';

/** The signed-in person behind an administrator's request. Fails with SIGN_IN_REQUIRED. */
export function administratorOf({ viewer }: Caller): { readonly userId: string; readonly email: string } {
  if (viewer.kind === 'visitor') throw new Failure('SIGN_IN_REQUIRED');
  return { userId: viewer.userId, email: viewer.email };
}
