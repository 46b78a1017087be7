import { Failure } from '#server/failure';
import type { Caller } from '#server/services';

/** The id of the signed-in caller: everything in an inbox is one's own. Fails with SIGN_IN_REQUIRED. */
export function memberOf({ viewer }: Caller): string {
  if (viewer.kind === 'visitor') throw new Failure('SIGN_IN_REQUIRED');
  return viewer.userId;
}
