import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { signedIn } from './signed-in.ts';

/** Whether a user is an administrator: for oneself and for administrators only (design, section 6). */
export async function getIsAdmin(
  { db }: Services,
  caller: Caller,
  { id }: { id: string },
): Promise<{ isAdmin: boolean }> {
  const member = signedIn(caller);
  if (member.userId !== id && !member.isAdmin) throw new Failure('ADMINISTRATOR_REQUIRED');
  const role = await db.kysely
    .selectFrom('user_roles')
    .select('role')
    .where('user_id', '=', id)
    .where('role', '=', 'admin')
    .executeTakeFirst();
  return { isAdmin: role !== undefined };
}
