import { canResetSecondFactor } from '#domain/access/people/can-reset-second-factor';
import { demandStillAdministrator } from '#server/areas/accounts/demand-still-administrator';
import { endKeys } from '#server/areas/accounts/keys/end-keys';
import { demandFreshProof } from '#server/areas/accounts/proof/demand-fresh-proof';
import { securityLink } from '#server/areas/accounts/registration/mail-links';
import { dropChallenges } from '#server/areas/accounts/sign-in/challenge-sql';
import { dropEmailCodes } from '#server/areas/accounts/sign-in/email-code-sql';
import { deleteSessions } from '#server/areas/accounts/sql';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import { enqueueMail } from '#server/db/mail/mail-outbox';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { lockUser } from './user-sql.ts';

/**
 * Turns the second factor of a user off who has lost app and backup codes: all sessions, API keys and the private feed
 * end, and a mail says so. Answers how many sessions ended. Fails with USER_NOT_FOUND, OWN_ACCOUNT, TWO_FACTOR_OFF, and PROOF_REQUIRED: whoever is
 * talked into this gives an account away.
 */
export async function resetSecondFactor(
  services: Services,
  caller: Caller,
  { id }: { id: string },
): Promise<{ ended: number }> {
  authorise(canResetSecondFactor(caller.viewer, { userId: id }));
  await demandFreshProof(services, caller);
  const now = services.clock.now();
  return services.db.transaction(async (trx) => {
    await demandStillAdministrator(trx, caller);
    const user = await lockUser(trx, id);
    if (!user) throw new Failure('USER_NOT_FOUND');
    const reset = await trx
      .updateTable('users')
      .set({ two_factor_enabled: false, updated_at: now })
      .where('id', '=', id)
      .where('two_factor_enabled', '=', true)
      .returning('id')
      .executeTakeFirst();
    if (!reset) throw new Failure('TWO_FACTOR_OFF');
    await trx.deleteFrom('two_factor').where('user_id', '=', id).execute();
    const ended = await deleteSessions(trx, id);
    await endKeys(trx, id);
    await dropChallenges(trx, id);
    await dropEmailCodes(trx, id, now);
    await recordAudit(trx, caller, {
      action: 'user.reset-second-factor',
      entity: 'user',
      entityId: id,
      before: { twoFactor: true },
      after: { twoFactor: false, endedSessions: ended },
    });
    await enqueueMail(trx, {
      eventKey: `two-factor-reset:${id}:${caller.requestId}`,
      template: 'two-factor-reset',
      recipient: user.email,
      props: { name: user.username, link: securityLink(services.config) },
    });
    return { ended };
  });
}
