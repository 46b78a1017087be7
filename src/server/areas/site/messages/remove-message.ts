import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';

/** Deletes a message for good. The audit row keeps that it was there, not what it said. */
export async function removeMessage(
  { db }: Services,
  caller: Caller,
  { id }: { id: string },
): Promise<{ id: string }> {
  authorise(canAdminister(caller.viewer));
  return db.transaction(async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom('contact_messages')
      .where('id', '=', id)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw new Failure('MESSAGE_NOT_FOUND');
    await recordAudit(trx, caller, { action: 'contact.delete', entity: 'contact_message', entityId: id });
    return { id };
  });
}
