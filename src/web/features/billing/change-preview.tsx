import { useQuery } from '@tanstack/react-query';
import type { BillingChange } from '#contract/billing';
import type { Offer } from '#contract/offers';
import { language } from '#domain/language';
import { formatDate } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { formatMoney, priceWords } from '#web/lib/money.ts';
import { offersQuery } from '#web/lib/plan-price.ts';
import { useApi } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { DialogActions } from '#web/ui/dialogs/dialog.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { useHeld } from '#web/ui/use-held.ts';
import { OrderLines } from './legal/order-lines.tsx';

/** A change as it was shown, to be sent back. */
export type ShownChange = Pick<BillingChange, 'at' | 'dueNow' | 'offerId'> & {
  terms: string | null;
  locale: string;
};

interface ChangePreviewProps {
  /** The name of the plan that it changes to. */
  plan: string;
  /** With the price of all that is charged. */
  offer: Offer;
  /** Whose subscription it is, so that no other preview is shown for it. */
  of: 'own' | 'team';
  ask: (offer: { offerId: string }) => Promise<BillingChange>;
  make: (shown: ShownChange, change: BillingChange) => Promise<void>;
  dismiss: { label: string; run: () => void };
}

/** Shows to the cent what a change charges, and since when it counts, before it is made. */
export function ChangePreview({ ask, dismiss, make, of, offer, plan }: ChangePreviewProps) {
  const { data, error } = useQuery({
    queryKey: ['billing', 'preview', of, offer.id],
    queryFn: () => ask({ offerId: offer.id }),
    retry: false,
    // Never from the cache: what is due changes by the second.
    gcTime: 0,
  });
  if (error) return <ErrorState error={error} heading="h3" />;
  if (!data) return <p role="status">{m.billing_preview_loading()}</p>;
  return <Shown change={data} plan={plan} offer={offer} make={make} dismiss={dismiss} />;
}

function previewWords(change: BillingChange, plan: string, offer: Offer): string {
  const { currency, dueNow, endsTrial, kind, startsAt } = change;
  const words = { plan, price: priceWords(offer) };
  const amount = formatMoney(dueNow, currency);
  if (kind === 'switch') return m.billing_preview_switch(words);
  if (endsTrial) return m.billing_preview_up_trial({ ...words, amount });
  if (kind === 'upgrade') return m.billing_preview_up({ ...words, amount });
  return m.billing_preview_down({ ...words, date: formatDate(startsAt) });
}

type ShownProps = Pick<ChangePreviewProps, 'plan' | 'offer' | 'make' | 'dismiss'> & { change: BillingChange };

function Shown({ change, dismiss, make, offer, plan }: ShownProps) {
  const taxNote = useQuery(offersQuery(useApi())).data?.taxNote;
  const { at, dueNow, kind, offerId, order, startsAt } = change;
  const { busy, run } = useHeld(() =>
    make({ at, dueNow, offerId, terms: order?.terms ?? null, locale: language() }, change),
  );
  return (
    <>
      <p>{previewWords(change, plan, offer)}</p>
      {order ? <OrderLines lines={order.lines} /> : <p>{taxNote}</p>}
      <DialogActions>
        <Button variant="secondary" onClick={dismiss.run}>
          {dismiss.label}
        </Button>
        <Button busy={busy} onClick={run}>
          {order?.button}
          {kind === 'switch' && m.billing_plan_switch({ plan })}
          {kind !== 'upgrade' &&
            kind !== 'switch' &&
            m.billing_preview_confirm_down({ date: formatDate(startsAt) })}
        </Button>
      </DialogActions>
    </>
  );
}
