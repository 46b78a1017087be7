import { SUBSCRIPTION_PATH } from '#domain/accounts/profile-paths';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { invoiceOf } from './invoice-of.ts';
import { findOwn } from './own.ts';
import { portalOf } from './portal-of.ts';

/** Opens the provider's page for the caller's cards, addresses and tax numbers. Fails with NO_SUBSCRIPTION. */
export async function openPortal(
  services: Services,
  caller: Caller,
  { locale }: { locale: string },
): Promise<{ url: string }> {
  return portalOf(services, await findOwn(services, caller), { back: SUBSCRIPTION_PATH, locale });
}

/** Where one of the caller's invoices can be read. Fails with INVOICE_NOT_FOUND. */
export async function openInvoice(
  services: Services,
  caller: Caller,
  { id }: { id: string },
): Promise<{ url: string }> {
  const own = await findOwn(services, caller);
  if (!own) throw new Failure('INVOICE_NOT_FOUND');
  return invoiceOf(services, own, { id });
}
