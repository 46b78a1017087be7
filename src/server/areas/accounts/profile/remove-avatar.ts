import type { Transaction } from 'kysely';
import type { User } from '#contract/accounts/accounts';
import { recordAudit } from '#server/db/audit';
import { giveUpFiles } from '#server/db/given-up/given-up-sql';
import { removeAtOnce } from '#server/db/given-up/remove-at-once';
import type { DB } from '#server/db/types';
import type { Caller, Services } from '#server/services';
import { signedIn, toUser } from '../sessions/signed-in.ts';
import { holdProfile } from '../sql.ts';
import { touchAuthored } from './touch-authored.ts';

/** Removes the own picture; the initials come back. */
export async function removeAvatar(services: Services, caller: Caller): Promise<User> {
  const member = signedIn(caller);
  const old = await services.db.transaction(async (trx) => {
    const dropped = await dropAvatars(trx, member.userId);
    await trx
      .updateTable('profiles')
      .set({ avatar_url: null, updated_at: services.clock.now() })
      .where('id', '=', member.userId)
      .execute();
    await touchAuthored(trx, member.userId);
    await recordAudit(trx, caller, {
      action: 'profile.remove-avatar',
      entity: 'user',
      entityId: member.userId,
      before: { avatar: member.avatarUrl },
    });
    return dropped;
  });
  await removeAtOnce(services, old);
  return toUser({ ...member, avatarUrl: null });
}

/**
 * Forgets the pictures of a member; answers the keys of the files to remove once that is committed. Until then another
 * change of the picture waits, or it would not see this one and leave its picture over.
 */
export async function dropAvatars(trx: Transaction<DB>, userId: string): Promise<string[]> {
  await holdProfile(trx, userId);
  const rows = await trx
    .deleteFrom('media')
    .where('owner_id', '=', userId)
    .where('kind', '=', 'avatar')
    .returning('id')
    .execute();
  const keys = rows.map(({ id }) => avatarKey(id));
  await giveUpFiles(trx, keys);
  return keys;
}

/** Where the picture with this id is in the store. */
export const avatarKey = (id: string): string => `${id}.webp`;
