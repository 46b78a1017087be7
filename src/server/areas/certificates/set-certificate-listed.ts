import { signedIn } from '#server/areas/accounts/sessions/signed-in';
import { recordAudit } from '#server/db/audit';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { lockCertificate } from './sql.ts';

/** Lets search engines list an own certificate, or no longer. Fails with CERTIFICATE_NOT_FOUND. */
export async function setCertificateListed(
  { db }: Services,
  caller: Caller,
  { id, listed }: { id: string; listed: boolean },
): Promise<{ listed: boolean }> {
  const { userId } = signedIn(caller);
  return db.transaction(async (trx) => {
    const row = await lockCertificate(trx, id);
    if (!row || row.user_id !== userId) throw new Failure('CERTIFICATE_NOT_FOUND');
    if (row.is_listed === listed) return { listed };
    await trx.updateTable('certificates').set({ is_listed: listed }).where('id', '=', id).execute();
    await recordAudit(trx, caller, {
      action: listed ? 'certificate.list' : 'certificate.unlist',
      entity: 'certificate',
      entityId: id,
    });
    return { listed };
  });
}
