import { readMailReports } from '#domain/mail/mail-reports';
import type { Services } from '#server/services';
import { suppressAddresses } from './suppress-addresses.ts';

/**
 * Keeps the bounces and complaints that a provider of mail reports; the secret was checked. Answers whether the report was one.
 * Told twice, it changes nothing.
 */
export async function receiveMailReports({ clock, db }: Services, body: unknown): Promise<boolean> {
  const reports = readMailReports(body);
  if (reports === null) return false;
  if (reports.length > 0) await db.transaction((trx) => suppressAddresses(trx, reports, clock.now()));
  return true;
}
