import type { ContactMessage } from '#contract/administration/messages';
import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { lockMessage, toMessage } from './message-sql.ts';

/** Marks a message as answered, or as open again. What it is already stays as it was. */
export async function setMessageAnswered(
  { clock, db }: Services,
  caller: Caller,
  { answered, id }: { answered: boolean; id: string },
): Promise<ContactMessage> {
  authorise(canAdminister(caller.viewer));
  return db.transaction(async (trx) => {
    const before = await lockMessage(trx, id);
    if (!before) throw new Failure('MESSAGE_NOT_FOUND');
    if ((before.answered_at !== null) === answered) return toMessage(before);
    const { viewer } = caller;
    const by = viewer.kind === 'member' ? viewer : null;
    const answered_at = answered ? clock.now() : null;
    await trx
      .updateTable('contact_messages')
      .set({ answered_at, answered_by: answered ? (by?.userId ?? null) : null })
      .where('id', '=', id)
      .execute();
    await recordAudit(trx, caller, {
      action: answered ? 'contact.answer' : 'contact.reopen',
      entity: 'contact_message',
      entityId: id,
    });
    return toMessage({ ...before, answered_at, answered_by: answered ? (by?.name ?? null) : null });
  });
}
