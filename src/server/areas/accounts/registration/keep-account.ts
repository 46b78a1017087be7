import type { User } from '#contract/accounts/accounts';
import { recordAudit } from '#server/db/audit';
import { enqueueMail } from '#server/db/mail/mail-outbox';
import type { Caller, Services } from '#server/services';
import { signedIn, toUser } from '../sessions/signed-in.ts';
import { holdUser } from '../sql.ts';
import { securityLink } from './mail-links.ts';

/** Takes back that the own account is to be deleted. Without such a wish nothing happens. */
export async function keepAccount({ config, db }: Services, caller: Caller): Promise<User> {
  const member = signedIn(caller);
  await db.transaction(async (trx) => {
    const before = await holdUser(trx, member.userId);
    if (!before?.erase_at) return;
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
