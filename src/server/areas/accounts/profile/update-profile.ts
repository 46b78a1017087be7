import type { User } from '#contract/accounts/accounts';
import { recordAudit } from '#server/db/audit';
import type { Caller, Services } from '#server/services';
import { refuseBadName } from '../registration/refuse-bad-name.ts';
import { signedIn, toUser } from '../sessions/signed-in.ts';
import { touchAuthored } from './touch-authored.ts';

/** Changes the own name, the only field of the profile that its owner may write. */
export async function updateProfile(
  services: Services,
  caller: Caller,
  { name }: { name: string },
): Promise<User> {
  const member = signedIn(caller);
  // Who wrote such a name before the rule was there may keep it while saving something else.
  if (name !== member.name) await refuseBadName(services, name, member);
  const updated_at = services.clock.now();
  await services.db.transaction(async (trx) => {
    await trx.updateTable('users').set({ name, updated_at }).where('id', '=', member.userId).execute();
    await trx
      .updateTable('profiles')
      .set({ username: name, updated_at })
      .where('id', '=', member.userId)
      .execute();
    await touchAuthored(trx, member.userId);
    await recordAudit(trx, caller, {
      action: 'profile.update',
      entity: 'user',
      entityId: member.userId,
      before: { name: member.name },
      after: { name },
    });
  });
  return toUser({ ...member, name });
}
