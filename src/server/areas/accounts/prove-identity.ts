import { recordAudit } from '#server/db/audit';
import type { Caller, Services } from '#server/services';
import { checkPassword } from './check-password.ts';
import { signedIn } from './signed-in.ts';

/** Whoever is signed in proves to be the owner, for ten minutes. Fails with WRONG_PASSWORD, and ACCOUNT_LOCKED after too many tries. */
export async function proveIdentity(
  services: Services,
  caller: Caller,
  { password }: { password: string },
): Promise<{ done: true }> {
  const { sessionId, userId } = signedIn(caller);
  await checkPassword(services, caller, password, 'password');
  await services.db.transaction(async (trx) => {
    await trx
      .updateTable('sessions')
      .set({ proved_at: services.clock.now() })
      .where('id', '=', sessionId)
      .execute();
    await recordAudit(trx, caller, { action: 'account.prove-identity', entity: 'user', entityId: userId });
  });
  return { done: true };
}
