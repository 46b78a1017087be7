import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { selectUser } from '../sql.ts';
import { signedIn } from './signed-in.ts';

/** Whether a user is an administrator: for oneself and for administrators only (design, section 6). */
export async function getIsAdmin(
  { db }: Services,
  caller: Caller,
  { id }: { id: string },
): Promise<{ isAdmin: boolean }> {
  const member = signedIn(caller);
  if (member.userId !== id && !member.isAdmin) throw new Failure('ADMINISTRATOR_REQUIRED');
  return { isAdmin: (await selectUser(db.kysely, id))?.is_admin ?? false };
}
