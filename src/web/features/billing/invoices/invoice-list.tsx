import type { Billed } from '#contract/billing';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { formatDate } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { formatMoney } from '#web/lib/money.ts';
import { Button } from '#web/ui/button.tsx';
import { ListTable } from '#web/ui/layout/list-table.tsx';
import { useHeld } from '#web/ui/use-held.ts';
import classes from '../subscription-tab.module.css';
import { leaveForProvider } from '../way-back.ts';

type Invoice = Billed['invoices'][number];

interface InvoiceListProps {
  invoices: readonly Invoice[];
  /** Where one comes back to. */
  from: string;
  /** Asks where an invoice can be read. */
  open: (id: string) => Promise<{ url: string }>;
}

/** What was paid, newest first, each with its document where the provider has one. */
export function InvoiceList({ from, invoices, open }: InvoiceListProps) {
  if (invoices.length === 0) return null;
  // A payment by bank transfer has no document.
  const hasDocuments = invoices.some((invoice) => invoice.hasDocument);
  return (
    <section className={classes.invoices}>
      <h2>{m.billing_invoices()}</h2>
      <ListTable
        caption={m.billing_invoices()}
        columns={[
          m.billing_invoice_number(),
          m.billing_invoice_date(),
          m.billing_invoice_amount(),
          ...(hasDocuments ? [m.users_column_actions()] : []),
        ]}
      >
        {invoices.map((invoice) => (
          <tr key={invoice.id}>
            <th scope="row">{invoice.number ?? '–'}</th>
            <td data-label={m.billing_invoice_date()}>{formatDate(invoice.paidAt)}</td>
            <td data-label={m.billing_invoice_amount()}>
              {formatMoney(invoice.amount, invoice.currency)}
              {invoice.refunded > 0 &&
                ` (${m.billing_invoice_refunded({ amount: formatMoney(invoice.refunded, invoice.currency) })})`}
            </td>
            {hasDocuments && (
              <td>{invoice.hasDocument && <OpenInvoice invoice={invoice} from={from} open={open} />}</td>
            )}
          </tr>
        ))}
      </ListTable>
    </section>
  );
}

function OpenInvoice({ from, invoice, open }: Omit<InvoiceListProps, 'invoices'> & { invoice: Invoice }) {
  const { busy, run } = useHeld(async () => {
    try {
      leaveForProvider((await open(invoice.id)).url, from);
    } catch (error) {
      toastFailure(error);
    }
  });
  return (
    <Button
      variant="secondary"
      size="sm"
      busy={busy}
      onClick={run}
      aria-label={m.billing_invoice_open_named({ number: invoice.number ?? formatDate(invoice.paidAt) })}
    >
      {m.billing_invoice_open()}
    </Button>
  );
}
