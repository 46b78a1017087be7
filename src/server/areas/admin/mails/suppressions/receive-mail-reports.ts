import { readMailReports } from '#domain/mail/mail-reports';
import { recordAudit, systemCaller } from '#server/db/audit';
import type { Services } from '#server/services';
import { upsertSuppression } from './suppression-sql.ts';

/**
 * Keeps the bounces and complaints that a provider of mail reports; the secret was checked. Answers whether the report was one.
 * Told twice, it changes nothing.
 */
export async function receiveMailReports({ clock, db }: Services, body: unknown): Promise<boolean> {
  const reports = readMailReports(body);
  if (reports === null) return false;
  // Always in one order: two that come at once must not wait for each other.
  const sorted = [...reports].sort((a, b) => (a.address < b.address ? -1 : 1));
  if (sorted.length === 0) return true;
  await db.transaction(async (trx) => {
    let [bounces, complaints] = [0, 0];
    for (const report of sorted) {
      if (!(await upsertSuppression(trx, report, clock.now()))) continue;
      if (report.reason === 'bounce') bounces += 1;
      else complaints += 1;
    }
    if (bounces + complaints > 0)
      await recordAudit(trx, systemCaller, {
        action: 'mail.suppress',
        entity: 'mail',
        after: { bounces, complaints },
      });
  });
  return true;
}
