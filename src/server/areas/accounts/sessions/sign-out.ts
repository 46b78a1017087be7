import { recordAudit } from '#server/db/audit';
import type { Caller, Services } from '#server/services';
import { sessionCookie } from './cookies.ts';

/** Ends this session. Without one nothing happens but the removal of the cookie. Open to everybody. */
export async function signOut(
  { config, db }: Services,
  caller: Caller,
  resHeaders: Headers,
): Promise<{ done: true }> {
  const { viewer } = caller;
  if (viewer.kind === 'member') {
    await db.transaction(async (trx) => {
      await trx.deleteFrom('sessions').where('id', '=', viewer.sessionId).execute();
      await recordAudit(trx, caller, { action: 'account.sign-out', entity: 'user', entityId: viewer.userId });
    });
  }
  resHeaders.append('set-cookie', sessionCookie(config, '', 0));
  return { done: true };
}
