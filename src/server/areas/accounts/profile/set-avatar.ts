import { createHash, randomUUID } from 'node:crypto';
import type { User } from '#contract/accounts/accounts';
import { recordAudit } from '#server/db/audit';
import { keepFiles } from '#server/db/given-up/given-up-sql';
import { putForNow } from '#server/db/given-up/put-for-now';
import { removeAtOnce } from '#server/db/given-up/remove-at-once';
import type { Caller, Services } from '#server/services';
import { signedIn, toUser } from '../sessions/signed-in.ts';
import { readPicture } from './read-picture.ts';
import { avatarKey, dropAvatars } from './remove-avatar.ts';
import { touchAuthored } from './touch-authored.ts';

/** Replaces the own picture. The new file is stored first, the old ones are removed after the commit. */
export async function setAvatar(services: Services, caller: Caller, { file }: { file: File }): Promise<User> {
  const member = signedIn(caller);
  const picture = await readPicture(file);
  const id = randomUUID();
  const avatarUrl = `/media/${id}.webp`;
  const key = avatarKey(id);
  await putForNow(services, key, picture);
  const change = services.db.transaction(async (trx) => {
    const dropped = await dropAvatars(trx, member.userId);
    await keepFiles(trx, [key], services.clock.now());
    const sha256 = createHash('sha256').update(picture).digest('hex');
    await trx
      .insertInto('media')
      .values({
        id,
        owner_id: member.userId,
        kind: 'avatar',
        mime: 'image/webp',
        bytes: picture.length,
        sha256,
      })
      .execute();
    await trx
      .updateTable('profiles')
      .set({ avatar_url: avatarUrl, updated_at: services.clock.now() })
      .where('id', '=', member.userId)
      .execute();
    await touchAuthored(trx, member.userId);
    await recordAudit(trx, caller, {
      action: 'profile.set-avatar',
      entity: 'user',
      entityId: member.userId,
      before: { avatar: member.avatarUrl },
      after: { avatar: avatarUrl },
    });
    return dropped;
  });
  const old = await change.catch(async (error: unknown) => {
    await removeAtOnce(services, [key]);
    throw error;
  });
  await removeAtOnce(services, old);
  return toUser({ ...member, avatarUrl });
}
