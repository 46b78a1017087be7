import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Offer } from '#contract/offers';
import { language } from '#domain/language';
import { failureCode } from '#web/lib/api/api-error.ts';
import { m } from '#web/lib/messages.ts';
import { priceWords } from '#web/lib/money.ts';
import { offersQuery } from '#web/lib/plan-price.ts';
import { useApi } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { ownTransfersQuery } from './bank/queries.ts';
import { toastTransferFailure } from './bank/toast-transfer-failure.ts';
import classes from './buy-plan.module.css';
import { type Agreement, OrderDialog } from './legal/order-dialog.tsx';
import { useBilled } from './queries.ts';

/** For a member: to the checkout of an offer, or to the own subscription where one runs already. */
export function BuyPlan({ from, offer }: { offer: Offer | undefined; from: string }) {
  const { data } = useBilled();
  if (data?.subscription)
    return (
      <LinkButton to="/profile" search={{ tab: 'subscription' }} wide variant="secondary">
        {m.billing_change_plan()}
      </LinkButton>
    );
  if (!offer) return <p className={classes.terms}>{m.billing_not_sold()}</p>;
  return <Subscribe offer={offer} from={from} mayTry={data?.mayTry ?? false} />;
}

/** The way to the order: what it costs and how it renews stands before the button. */
export function Subscribe({ from, mayTry, offer }: { offer: Offer; from: string; mayTry: boolean }) {
  const api = useApi();
  const taxNote = useQuery(offersQuery(api)).data?.taxNote;
  const [isOrdering, setOrdering] = useState(false);
  const [isRefused, setRefused] = useState(false);
  // Asked for only once it stands in the way; the profile knows it already.
  const waiting = useQuery({ ...ownTransfersQuery(api), enabled: isRefused }).data?.order;
  if (waiting) return <WaitingTransfer />;
  const trialDays = mayTry ? offer.trialDays : 0;
  const price = priceWords(offer);
  const order = async (agreement: Agreement): Promise<boolean> => {
    try {
      const input = { offerId: offer.id, locale: language(), trialDays, from, ...agreement };
      const { url } = await api.billing.checkout(input);
      window.location.assign(url);
      return true;
    } catch (error) {
      toastTransferFailure(error);
      setRefused(failureCode(error) === 'TRANSFER_PENDING');
      return false;
    }
  };
  return (
    <div className={classes.order}>
      <p className={classes.terms}>
        {trialDays > 0 && `${m.billing_trial_terms({ days: trialDays, price })} `}
        {taxNote} {offer.interval === 'year' ? m.billing_terms_year() : m.billing_terms_month()}
      </p>
      <Button
        wide
        variant={offer.tier === 'premium' ? 'primary' : 'secondary'}
        onClick={() => setOrdering(true)}
      >
        {trialDays > 0 ? m.billing_try({ days: trialDays }) : m.billing_subscribe({ price })}
      </Button>
      {isOrdering && (
        <OrderDialog
          offerId={offer.id}
          trialDays={trialDays}
          order={order}
          onClose={() => setOrdering(false)}
        />
      )}
    </div>
  );
}

/** Whoever paid twice would have to be paid back. */
function WaitingTransfer() {
  return (
    <div className={classes.order}>
      <p className={classes.terms}>{m.bank_pending_first()}</p>
      <LinkButton
        to="/profile"
        search={{ tab: 'subscription' }}
        hash="bank-transfer"
        wide
        variant="secondary"
      >
        {m.bank_pending_show()}
      </LinkButton>
    </div>
  );
}
