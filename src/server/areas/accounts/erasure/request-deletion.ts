import type { User } from '#contract/accounts/accounts';
import { canDeleteOwnAccount } from '#domain/access/people/can-delete-own-account';
import { erasureTime } from '#domain/accounts/grace-period';
import { longDate } from '#domain/long-dates';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import { enqueueMail } from '#server/db/mail/mail-outbox';
import type { Caller, Services } from '#server/services';
import { countOtherAdministrators } from '../administrators-sql.ts';
import { demandFreshProof } from '../proof/demand-fresh-proof.ts';
import { securityLink } from '../registration/mail-links.ts';
import { signedIn, toUser } from '../sessions/signed-in.ts';
import { holdState } from '../sql.ts';

/**
 * Has the own account deleted in 14 days; a mail says how to keep it. Asked again, the day stays. Fails
 * with PROOF_REQUIRED, and LAST_ADMINISTRATOR.
 */
export async function requestDeletion(services: Services, caller: Caller): Promise<User> {
  const member = signedIn(caller);
  const { clock, config, db } = services;
  await demandFreshProof(services, caller);
  const erasesAt = await db.transaction(async (trx) => {
    const otherAdministrators = await countOtherAdministrators(trx, member.userId);
    const isAdmin = member.isAdmin || member.administersElsewhere === true;
    authorise(canDeleteOwnAccount(caller.viewer, { isAdmin, otherAdministrators }));
    const day = erasureTime(clock.now());
    const asked = await trx
      .updateTable('users')
      .set({ erase_at: day })
      .where('id', '=', member.userId)
      .where('erase_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!asked) return (await holdState(trx, member.userId))?.erase_at ?? null;
    await recordAudit(trx, caller, {
      action: 'account.request-deletion',
      entity: 'user',
      entityId: member.userId,
      after: { eraseAt: day.toISOString() },
    });
    await enqueueMail(trx, {
      eventKey: `deletion-requested:${member.userId}:${day.getTime()}`,
      template: 'deletion-requested',
      recipient: member.email,
      props: { name: member.name, link: securityLink(config), day: longDate(day) },
    });
    return day;
  });
  return toUser({ ...member, erasesAt });
}
