import { canAdminister } from '#domain/access/can-administer';
import { certificatePath } from '#domain/certificates/certificate-path';
import { signedIn } from '#server/areas/accounts/sessions/signed-in';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import { enqueueMail } from '#server/db/mail/mail-outbox';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { lockCertificate, lockRenewed, selectHolderAccount } from './sql.ts';

/**
 * Revokes a certificate and those that it renewed, with a reason that everybody who checks them sees; its holder is notified by
 * mail. Fails with CERTIFICATE_NOT_FOUND, and with CERTIFICATE_CLOSED for one that was revoked or replaced.
 */
export async function revokeCertificate(
  { clock, config, db }: Services,
  caller: Caller,
  { id, reason }: { id: string; reason: string },
): Promise<{ id: string }> {
  authorise(canAdminister(caller.viewer));
  const { userId: by } = signedIn(caller);
  return db.transaction(async (trx) => {
    const row = await lockCertificate(trx, id);
    if (!row) throw new Failure('CERTIFICATE_NOT_FOUND');
    if (row.revoked_at !== null || row.replaced_for !== null) throw new Failure('CERTIFICATE_CLOSED');
    const renewed = await lockRenewed(trx, id);
    await trx
      .updateTable('certificates')
      .set({ revoked_at: clock.now(), revoked_reason: reason, revoked_by: by, is_listed: false })
      .where('id', 'in', [id, ...renewed])
      .execute();
    const holder = row.user_id === null ? undefined : await selectHolderAccount(trx, row.user_id);
    if (holder)
      await enqueueMail(trx, {
        eventKey: `certificate-revoked:${id}`,
        template: 'certificate-revoked',
        recipient: holder.email,
        props: {
          name: holder.name,
          title: row.title,
          reason,
          link: `${config.publicUrl}${certificatePath(id)}`,
        },
      });
    await recordAudit(trx, caller, {
      action: 'certificate.revoke',
      entity: 'certificate',
      entityId: id,
      after: { reason, ...(renewed.length > 0 && { renewed }) },
    });
    return { id };
  });
}
