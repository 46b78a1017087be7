import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { TransferOffer } from '#contract/bank-transfers';
import type { OrderTerms } from '#contract/legal';
import { language } from '#domain/language';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { OrderText } from '../legal/order-text.tsx';
import { ownTransfersQuery } from './queries.ts';
import { toastTransferFailure } from './toast-transfer-failure.ts';

interface TransferDialogProps {
  readonly offer: TransferOffer;
  readonly onClose: () => void;
}

/** What is ordered, what it costs and how it ends, right before the button that orders it. */
export function TransferDialog(props: TransferDialogProps) {
  const { interval, planId } = props.offer;
  const api = useApi();
  const { data, error } = useQuery({
    queryKey: ['billing', 'transfers', 'terms', planId, interval],
    queryFn: ({ signal }) => api.bankTransfers.terms({ planId, interval }, { signal }),
    retry: false,
    // What is agreed to must be what holds now.
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <Dialog open onClose={props.onClose} title={m.bank_order_title()}>
      {error && <ErrorState error={error} heading="h3" />}
      {!data && !error && <p role="status">{m.bank_order_loading()}</p>}
      {data && <Order {...props} terms={data} />}
    </Dialog>
  );
}

function Order({ offer, onClose, terms }: TransferDialogProps & { terms: OrderTerms }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState(false);
  const order = async (beginNow: boolean) => {
    setBusy(true);
    try {
      const { interval, planId } = offer;
      const input = { planId, interval, terms: terms.terms, beginNow, locale: language() };
      const own = await api.bankTransfers.order(input);
      toast({ title: m.bank_ordered(), description: m.bank_ordered_text() });
      onClose();
      queryClient.setQueryData(ownTransfersQuery(api).queryKey, own);
    } catch (error) {
      toastTransferFailure(error);
      setBusy(false);
      // What was shown may have changed since.
      await queryClient.invalidateQueries({ queryKey: ['billing', 'transfers'] });
    }
  };
  return (
    <OrderText terms={terms} busy={busy} busyLabel={m.bank_order_busy()} onCancel={onClose} onOrder={order} />
  );
}
