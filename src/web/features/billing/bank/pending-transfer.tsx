import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { OwnTransfers } from '#contract/bank-transfers';
import { m } from '#web/lib/messages.ts';
import { formatMoney } from '#web/lib/money.ts';
import { useApi } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { useTierName } from '#web/ui/badges/tier-badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import classes from './bank-transfer.module.css';
import { ownTransfersQuery } from './queries.ts';
import { toastTransferFailure } from './toast-transfer-failure.ts';

/** All that the transfer must say, until the school has confirmed it. */
export function PendingTransfer({ order }: { order: NonNullable<OwnTransfers['order']> }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const tierName = useTierName();
  const [isAsking, setAsking] = useState(false);
  const amount = formatMoney(order.amount, order.currency);
  const cancel = async () => {
    try {
      const left = await api.bankTransfers.cancel({ id: order.id });
      queryClient.setQueryData(ownTransfersQuery(api).queryKey, left);
      toast({ title: m.bank_canceled() });
    } catch (error) {
      toastTransferFailure(error);
      await queryClient.invalidateQueries({ queryKey: ['billing'] });
    } finally {
      setAsking(false);
    }
  };
  const lines: [string, string][] = [
    [m.bank_reference(), order.reference],
    [m.bank_amount(), amount],
    [m.bank_holder(), order.holder],
    [m.bank_account(), order.account],
    [m.bank_code(), order.code],
    [m.bank_bank(), order.bank],
  ];
  return (
    <section className={classes.card} aria-labelledby="bank-transfer">
      <h2 id="bank-transfer">{m.bank_pending_title()}</h2>
      <p>{m.bank_pending_text({ amount, plan: tierName(order.tier) })}</p>
      <dl className={classes.lines}>
        {lines
          .filter(([, value]) => value !== '')
          .map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      {order.note && <p className={classes.note}>{order.note}</p>}
      <div>
        <Button variant="secondary" onClick={() => setAsking(true)}>
          {m.bank_cancel()}
        </Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        title={m.bank_cancel_title()}
        text={m.bank_cancel_text()}
        confirm={m.bank_cancel()}
        cancel={m.ui_close()}
        onCancel={() => setAsking(false)}
        onConfirm={cancel}
      />
    </section>
  );
}
