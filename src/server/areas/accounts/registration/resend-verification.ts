import { recordAudit } from '#server/db/audit';
import type { Caller, Services } from '#server/services';
import { selectRegistrations } from '../sessions/tokens-sql.ts';
import { evenTime } from '../sign-in/even-time.ts';
import { selectPasswordHash, selectUserByEmail } from '../sql.ts';
import { askToConfirm, type Registration } from './register.ts';

/**
 * Sends the confirmation mail again, if the address waits for one. Open to everybody; the answer is always the same, after
 * the same time.
 */
export async function resendVerification(
  services: Services,
  caller: Caller,
  { email }: { email: string },
): Promise<{ done: true }> {
  const work = () =>
    services.db.transaction(async (trx) => {
      const user = await selectUserByEmail(trx, email);
      if (!user || user.email_verified) return;
      const newest = { limit: 1, now: services.clock.now() };
      const [pending] = (await selectRegistrations(trx, user.id, newest)) as Registration[];
      const passwordHash = pending?.passwordHash ?? (await selectPasswordHash(trx, user.id))?.password;
      if (!passwordHash) return;
      await recordAudit(trx, caller, {
        action: 'account.resend-confirmation',
        entity: 'user',
        entityId: user.id,
      });
      await askToConfirm(
        services,
        trx,
        { ...pending, userId: user.id, name: pending?.name ?? user.name, passwordHash },
        email,
      );
    });
  await evenTime(work);
  return { done: true };
}
