import type { User } from '#contract/accounts/accounts';
import { recordAudit } from '#server/db/audit';
import { enqueueMail } from '#server/db/mail/mail-outbox';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { countOtherAdministrators } from '../administrators-sql.ts';
import { signedIn, toUser } from '../sessions/signed-in.ts';
import { holdUser } from '../sql.ts';
import { securityLink } from './mail-links.ts';

/**
 * Takes back that the own account is to be deleted. Without such a wish nothing happens. Fails with DELETION_PENDING once the
 * day has come: what was paid for is ended from then on (end-payments.ts). The last administrator is not deleted, and may
 * still stay.
 */
export async function keepAccount({ clock, config, db }: Services, caller: Caller): Promise<User> {
  const member = signedIn(caller);
  await db.transaction(async (trx) => {
    const isAdmin = member.isAdmin || member.administersElsewhere === true;
    // Counted for an administrator only: all who change rights take turns with it.
    const isLast = isAdmin && (await countOtherAdministrators(trx, member.userId)) === 0;
    const before = await holdUser(trx, member.userId);
    if (!before?.erase_at) return;
    if (before.erase_at <= clock.now() && !isLast) throw new Failure('DELETION_PENDING');
    await trx.updateTable('users').set({ erase_at: null }).where('id', '=', member.userId).execute();
    await recordAudit(trx, caller, {
      action: 'account.keep',
      entity: 'user',
      entityId: member.userId,
      before: { eraseAt: before.erase_at.toISOString() },
    });
    await enqueueMail(trx, {
      eventKey: `account-kept:${member.userId}:${before.erase_at.getTime()}`,
      template: 'account-kept',
      recipient: member.email,
      props: { name: member.name, link: securityLink(config) },
    });
  });
  return toUser({ ...member, erasesAt: null });
}
