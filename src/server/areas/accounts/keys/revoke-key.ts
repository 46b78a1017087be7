import { recordAudit } from '#server/db/audit';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { signedIn } from '../sessions/signed-in.ts';

/** Ends one of the own API keys, at once; a key of somebody else is as unknown as one that never was. */
export async function revokeKey(
  { db }: Services,
  caller: Caller,
  { id }: { id: string },
): Promise<{ done: true }> {
  const { userId } = signedIn(caller);
  await db.transaction(async (trx) => {
    const ended = await trx
      .deleteFrom('api_keys')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .returning(['name', 'scopes'])
      .executeTakeFirst();
    if (!ended) throw new Failure('KEY_NOT_FOUND');
    await recordAudit(trx, caller, {
      action: 'key.revoke',
      entity: 'user',
      entityId: userId,
      before: { key: id, name: ended.name, scopes: ended.scopes },
    });
  });
  return { done: true };
}
