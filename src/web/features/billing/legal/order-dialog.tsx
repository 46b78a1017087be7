import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Offer } from '#contract/billing';
import type { OrderTerms } from '#contract/legal';
import { language } from '#domain/language';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { OrderText } from './order-text.tsx';

interface OrderDialogProps {
  readonly offer: Offer;
  /** The free days that it begins with, as they were shown. */
  readonly trialDays: number;
  /** The page to come back to after the payment. */
  readonly from: string;
  readonly onClose: () => void;
}

/** What is ordered, what it costs and how it ends, right before the button that orders it. */
export function OrderDialog(props: OrderDialogProps) {
  const { offer, onClose, trialDays } = props;
  const api = useApi();
  const { data, error } = useQuery({
    queryKey: ['billing', 'order', offer.id, trialDays],
    queryFn: ({ signal }) => api.legal.order({ offerId: offer.id, trialDays }, { signal }),
    retry: false,
    // What is agreed to must be what holds now.
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <Dialog open onClose={onClose} title={m.legal_order_title()}>
      {error && <ErrorState error={error} heading="h3" />}
      {!data && !error && <p role="status">{m.legal_order_loading()}</p>}
      {data && <Order {...props} terms={data} />}
    </Dialog>
  );
}

function Order({ from, offer, onClose, terms, trialDays }: OrderDialogProps & { terms: OrderTerms }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    // Who goes back from the provider's page meets this page as it was left.
    const wake = () => setBusy(false);
    window.addEventListener('pageshow', wake);
    return () => window.removeEventListener('pageshow', wake);
  }, []);
  const order = async (beginNow: boolean) => {
    setBusy(true);
    try {
      const input = { offerId: offer.id, locale: language(), terms: terms.terms, beginNow, trialDays, from };
      const { url } = await api.billing.checkout(input);
      window.location.assign(url);
    } catch (error) {
      toastFailure(error);
      setBusy(false);
      // What was shown may have changed since.
      await queryClient.invalidateQueries({ queryKey: ['billing'] });
    }
  };
  return (
    <OrderText
      terms={terms}
      busy={busy}
      busyLabel={m.billing_subscribe_busy()}
      onCancel={onClose}
      onOrder={order}
    />
  );
}
