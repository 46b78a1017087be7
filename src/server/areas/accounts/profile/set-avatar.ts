import { createHash, randomUUID } from 'node:crypto';
import type { User } from '#contract/accounts/accounts';
import { recordAudit } from '#server/db/audit';
import type { Caller, Services } from '#server/services';
import { signedIn, toUser } from '../sessions/signed-in.ts';
import { readPicture } from './read-picture.ts';
import { dropAvatars, removeFiles } from './remove-avatar.ts';
import { touchAuthored } from './touch-authored.ts';

/** Replaces the own picture. The new file is stored first, the old ones are removed after the commit. */
export async function setAvatar(services: Services, caller: Caller, { file }: { file: File }): Promise<User> {
  const member = signedIn(caller);
  const picture = await readPicture(file);
  const id = randomUUID();
  const avatarUrl = `/media/${id}.webp`;
  await services.storage.put(`${id}.webp`, picture);
  const change = services.db.transaction(async (trx) => {
    const dropped = await dropAvatars(trx, member.userId);
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
    await removeFiles(services, [id]);
    throw error;
  });
  await removeFiles(services, old);
  return toUser({ ...member, avatarUrl });
}
