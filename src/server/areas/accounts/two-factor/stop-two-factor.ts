import { recordAudit } from '#server/db/audit';
import { enqueueMail } from '#server/db/mail/mail-outbox';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { checkPassword } from '../password/check-password.ts';
import { type FactorProof, proveSecondFactor } from '../proof/prove-second-factor.ts';
import { securityLink } from '../registration/mail-links.ts';
import { signedIn } from '../sessions/signed-in.ts';

/**
 * Turns the second factor off, with the password and the factor itself or a passkey; a mail notifies the owner. Fails with
 * TWO_FACTOR_OFF, WRONG_PASSWORD, INVALID_CODE, PASSKEY_REFUSED and ACCOUNT_LOCKED.
 */
export async function stopTwoFactor(
  services: Services,
  caller: Caller,
  { password, ...factor }: { password: string } & FactorProof,
): Promise<{ done: true }> {
  const member = signedIn(caller);
  if (!member.twoFactorEnabled) throw new Failure('TWO_FACTOR_OFF');
  await checkPassword(services, caller, password, 'password');
  await proveSecondFactor(services, caller, factor);
  await services.db.transaction(async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom('two_factor')
      .where('user_id', '=', member.userId)
      .executeTakeFirstOrThrow();
    // The same request was quicker.
    if (numDeletedRows === 0n) throw new Failure('TWO_FACTOR_OFF');
    await trx
      .updateTable('users')
      .set({ two_factor_enabled: false, updated_at: services.clock.now() })
      .where('id', '=', member.userId)
      .execute();
    await recordAudit(trx, caller, {
      action: 'account.disable-two-factor',
      entity: 'user',
      entityId: member.userId,
    });
    await enqueueMail(trx, {
      eventKey: `two-factor-disabled:${member.userId}:${caller.requestId}`,
      template: 'two-factor-disabled',
      recipient: member.email,
      props: { name: member.name, link: securityLink(services.config) },
    });
  });
  return { done: true };
}
