import { invoicesOf } from '#domain/billing/describe';
import { Failure } from '#server/failure';
import type { Services } from '#server/services';
import { selectFacts } from '../ledger/ledger-sql.ts';
import { selectPayerOfInvoice } from '../looks/look-sql.ts';
import { asFailure } from '../payments-of.ts';
import type { Own } from './own.ts';

/** Where one of the invoices of a payer can be read; `onlyOwn`: not those of who paid before. Fails with INVOICE_NOT_FOUND. */
export async function invoiceOf(
  { db }: Pick<Services, 'db'>,
  own: Own | undefined,
  { id, onlyOwn }: { id: string; onlyOwn: boolean },
): Promise<{ url: string }> {
  if (!own) throw new Failure('INVOICE_NOT_FOUND');
  const { accountId, payments } = own;
  const facts = await selectFacts(db.kysely, accountId, onlyOwn ? own.customer.customer : undefined);
  // Who paid before may be another customer of the same account.
  const before = onlyOwn ? undefined : await selectPayerOfInvoice(db.kysely, accountId, payments.name, id);
  const { customer } = before ?? own.customer;
  if (!invoicesOf(facts).some((invoice) => invoice.id === id)) throw new Failure('INVOICE_NOT_FOUND');
  const url = await payments.invoiceUrl({ customer, invoice: id }).catch((error: unknown) => {
    throw asFailure(error);
  });
  if (url === null) throw new Failure('INVOICE_NOT_FOUND');
  return { url };
}
