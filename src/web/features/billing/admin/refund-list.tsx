import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Invoice } from '#contract/invoices';
import { transferOfInvoice } from '#domain/billing/bank/bank-transfer';
import { failureCode } from '#web/lib/api/api-error.ts';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { formatDate } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { formatMoney } from '#web/lib/money.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import classes from './billing-page.module.css';
import { RefundDialog } from './refund-dialog.tsx';

/** What these failures mean here. */
const WORDS: Readonly<Record<string, { title: () => string; description: () => string }>> = {
  STATE_CHANGED: { title: m.billing_admin_refund_changed, description: m.billing_admin_refund_changed_text },
  PAYMENTS_AWAY: { title: m.errors_payments_away_title, description: m.billing_admin_refund_away_text },
  REFUND_RUNNING: { title: m.billing_admin_refund_running, description: m.billing_admin_refund_running_text },
};

interface RefundListProps {
  title: string;
  invoices: readonly Invoice[];
  /** `amount` null: all that is left. */
  onRefund: (order: {
    invoice: string;
    amount: number | null;
    refunded: number;
    reason: string;
  }) => Promise<unknown>;
}

interface Asked {
  readonly id: string;
  /** What was paid back when the dialog opened: a lost answer must not be taken for nothing done. Null: as shown now. */
  readonly refunded: number | null;
}

/** The invoices of a member or a team, each of which can be paid back with a reason. */
export function RefundList({ invoices, onRefund, title }: RefundListProps) {
  const queryClient = useQueryClient();
  const [asked, setAsked] = useState<Asked>();
  const left = ({ amount, refunded }: Invoice) => amount - refunded;
  const open = invoices.filter((invoice) => left(invoice) > 0);
  const asking = open.find(({ id }) => id === asked?.id);
  if (open.length === 0) return null;
  const refund = async (invoice: Invoice, order: { amount: number | null; reason: string }) => {
    // Kept with each try: after one whose answer is lost, the next is no second refund.
    const refunded = asked?.refunded ?? invoice.refunded;
    setAsked({ id: invoice.id, refunded });
    // It may have been closed meanwhile, or opened for another invoice.
    const change = (next?: Asked) => setAsked((now) => (now?.id === invoice.id ? next : now));
    try {
      await onRefund({ invoice: invoice.id, refunded, ...order });
      change();
      toast(
        transferOfInvoice(invoice.id) === null
          ? { title: m.billing_admin_refunded() }
          : { title: m.billing_admin_refund_noted(), description: m.billing_admin_refund_noted_text() },
      );
    } catch (error) {
      // Who was asked for the password and did not give it changed their mind.
      if (failureCode(error) === 'PROOF_REQUIRED') return;
      const words = WORDS[failureCode(error) ?? ''];
      toastFailure(error, words && { title: words.title(), description: words.description() });
      if (failureCode(error) === 'STATE_CHANGED') change({ id: invoice.id, refunded: null });
    } finally {
      // Also after a failure: the answer may have been lost on its way.
      await queryClient.invalidateQueries({ queryKey: ['billing'] });
    }
  };
  return (
    <>
      <h3 className={classes.subtitle}>{title}</h3>
      <ul className={classes.people}>
        {open.map((invoice) => (
          <li key={invoice.id} className={classes.invoice}>
            <span>
              {invoice.number ?? '–'} · {formatDate(invoice.paidAt)} ·{' '}
              {formatMoney(left(invoice), invoice.currency)}
            </span>
            <Button
              variant="danger"
              size="sm"
              onClick={() => setAsked(invoice)}
              aria-label={m.billing_admin_refund_named({ number: invoice.number ?? '–' })}
            >
              {m.billing_admin_refund()}
            </Button>
          </li>
        ))}
      </ul>
      {asking && (
        <RefundDialog
          invoice={asking}
          onCancel={() => setAsked(undefined)}
          onConfirm={(order) => refund(asking, order)}
        />
      )}
    </>
  );
}
