import { SUBSCRIPTION_PATH } from '#domain/accounts/profile-paths';
import { invoicesOf } from '#domain/billing/describe';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { selectFacts } from '../ledger/ledger-sql.ts';
import { asFailure } from '../payments-of.ts';
import { findOwn } from './own.ts';

/** Opens the provider's page for cards, addresses and tax numbers. Fails with NO_SUBSCRIPTION. */
export async function openPortal(
  services: Services,
  caller: Caller,
  { locale }: { locale: string },
): Promise<{ url: string }> {
  const own = await findOwn(services, caller);
  if (!own) throw new Failure('NO_SUBSCRIPTION');
  const returnUrl = `${services.config.publicUrl}${SUBSCRIPTION_PATH}`;
  try {
    const { url } = await own.payments.openPortal({ customer: own.customer.customer, returnUrl, locale });
    return { url };
  } catch (error) {
    throw asFailure(error);
  }
}

/** Where one of the caller's invoices can be read. Fails with INVOICE_NOT_FOUND. */
export async function openInvoice(
  services: Services,
  caller: Caller,
  { id }: { id: string },
): Promise<{ url: string }> {
  const own = await findOwn(services, caller);
  const facts = own ? await selectFacts(services.db.kysely, own.accountId) : [];
  if (!own || !invoicesOf(facts).some((invoice) => invoice.id === id)) throw new Failure('INVOICE_NOT_FOUND');
  const url = await own.payments
    .invoiceUrl({ customer: own.customer.customer, invoice: id })
    .catch((error: unknown) => {
      throw asFailure(error);
    });
  if (url === null) throw new Failure('INVOICE_NOT_FOUND');
  return { url };
}
