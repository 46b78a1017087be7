import type { Transaction } from 'kysely';
import type { MailReport } from '#domain/mail/mail-reports';
import { recordAudit, systemCaller } from '#server/db/audit';
import type { DB } from '#server/db/types';
import { upsertSuppression } from './suppression-sql.ts';

/** Sends no more notices and bulk mail to these addresses, in the transaction that learns of it. Told twice, it changes nothing. */
export async function suppressAddresses(
  trx: Transaction<DB>,
  reports: readonly MailReport[],
  now: Date,
): Promise<void> {
  // Always in one order: two that come at once must not wait for each other.
  const sorted = [...reports].sort((a, b) => (a.address < b.address ? -1 : 1));
  let [bounces, complaints] = [0, 0];
  for (const report of sorted) {
    if (!(await upsertSuppression(trx, report, now))) continue;
    if (report.reason === 'bounce') bounces += 1;
    else complaints += 1;
  }
  if (bounces + complaints > 0)
    await recordAudit(trx, systemCaller, {
      action: 'mail.suppress',
      entity: 'mail',
      after: { bounces, complaints },
    });
}
