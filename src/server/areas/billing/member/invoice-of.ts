import { invoicesOf } from '#domain/billing/describe';
import { Failure } from '#server/failure';
import type { Services } from '#server/services';
import { selectFacts, selectFactsOfPayer } from '../ledger/ledger-sql.ts';
import { selectPayerOfInvoice } from '../looks/look-sql.ts';
import { asFailure } from '../payments-of.ts';
import type { Own } from './own.ts';

/** Where an invoice of an account can be read; `payerId`: one that this person paid. Fails with INVOICE_NOT_FOUND. */
export async function invoiceOf(
  { db }: Pick<Services, 'db'>,
  { accountId, payments }: Pick<Own, 'accountId' | 'payments'>,
  { id, payerId }: { id: string; payerId?: string },
): Promise<{ url: string }> {
  const facts =
    payerId === undefined
      ? await selectFacts(db.kysely, accountId)
      : await selectFactsOfPayer(db.kysely, accountId, payerId);
  // Who paid before may be another customer of the same account.
  const customer = await selectPayerOfInvoice(db.kysely, accountId, payments.name, id);
  if (!customer || !invoicesOf(facts).some((invoice) => invoice.id === id))
    throw new Failure('INVOICE_NOT_FOUND');
  const url = await payments
    .invoiceUrl({ customer: customer.customer, invoice: id })
    .catch((error: unknown) => {
      throw asFailure(error);
    });
  if (url === null) throw new Failure('INVOICE_NOT_FOUND');
  return { url };
}
