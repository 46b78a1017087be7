import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { OrderTerms } from '#contract/legal';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { OrderText } from './order-text.tsx';

/** What was agreed to, to be sent with the order. */
export interface Agreement {
  readonly terms: string;
  readonly beginNow: boolean;
}

interface OrderDialogProps {
  readonly offerId: string;
  /** The free days that it begins with, as they were shown. */
  readonly trialDays?: number;
  /** How many seats of a team; left out: it is the member's own plan. */
  readonly seats?: number;
  /** Orders it and leaves for the provider's page; it shows what fails. Answers whether it left. */
  readonly order: (agreement: Agreement) => Promise<boolean>;
  readonly onClose: () => void;
}

/** What is ordered, what it costs and how it ends, right before the button that orders it. */
export function OrderDialog(props: OrderDialogProps) {
  const { offerId, onClose, seats, trialDays = 0 } = props;
  const api = useApi();
  const { data, error } = useQuery({
    queryKey: ['billing', 'order', offerId, trialDays, seats ?? null],
    queryFn: ({ signal }) => api.legal.order({ offerId, trialDays, ...(seats && { seats }) }, { signal }),
    retry: false,
    // What is agreed to must be what holds now.
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <Dialog open onClose={onClose} title={m.legal_order_title()}>
      {error && <ErrorState error={error} heading="h3" />}
      {!data && !error && <p role="status">{m.legal_order_loading()}</p>}
      {data && <Order {...props} shown={data} />}
    </Dialog>
  );
}

function Order({ onClose, order, shown }: OrderDialogProps & { shown: OrderTerms }) {
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    // Who goes back from the provider's page meets this page as it was left.
    const wake = () => setBusy(false);
    window.addEventListener('pageshow', wake);
    return () => window.removeEventListener('pageshow', wake);
  }, []);
  const send = async (beginNow: boolean) => {
    setBusy(true);
    if (await order({ terms: shown.terms, beginNow })) return;
    setBusy(false);
    // What was shown may have changed since.
    await queryClient.invalidateQueries({ queryKey: ['billing'] });
  };
  return (
    <OrderText
      terms={shown}
      busy={busy}
      busyLabel={m.billing_subscribe_busy()}
      onCancel={onClose}
      onOrder={send}
    />
  );
}
