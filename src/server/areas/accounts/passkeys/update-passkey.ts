import type { Passkey } from '#contract/accounts/passkeys';
import { recordAudit } from '#server/db/audit';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { signedIn } from '../sessions/signed-in.ts';
import { toPasskey } from './passkey-sql.ts';

/** Gives one of the own passkeys another name; somebody else's is as unknown as one that never was. */
export async function updatePasskey(
  { db }: Services,
  caller: Caller,
  { id, name }: { id: string; name: string },
): Promise<Passkey> {
  const { userId } = signedIn(caller);
  return db.transaction(async (trx) => {
    const row = await trx
      .updateTable('passkeys')
      .set({ name })
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .returning(['id', 'name', 'created_at', 'last_used_at'])
      .executeTakeFirst();
    if (!row) throw new Failure('PASSKEY_NOT_FOUND');
    await recordAudit(trx, caller, {
      action: 'account.rename-passkey',
      entity: 'user',
      entityId: userId,
      after: { passkey: id },
    });
    return toPasskey(row);
  });
}
