import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Offer } from '#contract/billing';
import { language } from '#domain/language';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';
import { priceWords } from '#web/lib/money.ts';
import { useApi } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import classes from './buy-plan.module.css';
import { billedQuery } from './queries.ts';

/** For a member: to the checkout of an offer, or to the own subscription where one runs already. */
export function BuyPlan({ from, offer }: { offer: Offer | undefined; from: string }) {
  const { data } = useQuery(billedQuery(useApi()));
  if (data?.subscription)
    return (
      <LinkButton to="/profile" search={{ tab: 'subscription' }} wide variant="secondary">
        {m.billing_change_plan()}
      </LinkButton>
    );
  if (!offer) return <p className={classes.terms}>{m.billing_not_sold()}</p>;
  return <Subscribe offer={offer} from={from} mayTry={data?.mayTry ?? false} />;
}

/** The order: its button names the price, and what one agrees to stands before it. */
export function Subscribe({ from, mayTry, offer }: { offer: Offer; from: string; mayTry: boolean }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const trialDays = mayTry ? offer.trialDays : 0;
  const price = priceWords(offer);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    // Who goes back from the provider's page meets this page as it was left.
    const wake = () => setBusy(false);
    window.addEventListener('pageshow', wake);
    return () => window.removeEventListener('pageshow', wake);
  }, []);
  const order = async () => {
    setBusy(true);
    try {
      const wanted = { offerId: offer.id, locale: language(), trialDays, from };
      const { url } = await api.billing.checkout(wanted);
      window.location.assign(url);
    } catch (error) {
      toastFailure(error);
      setBusy(false);
      // What was shown may have changed since.
      await queryClient.invalidateQueries({ queryKey: ['billing'] });
    }
  };
  return (
    <div className={classes.order}>
      <p className={classes.terms}>
        {trialDays > 0 && `${m.billing_trial_terms({ days: trialDays, price })} `}
        {offer.interval === 'year' ? m.billing_terms_year() : m.billing_terms_month()}
      </p>
      <Button wide variant={offer.tier === 'premium' ? 'primary' : 'secondary'} busy={busy} onClick={order}>
        {busy && m.billing_subscribe_busy()}
        {!busy && (trialDays > 0 ? m.billing_try({ days: trialDays }) : m.billing_subscribe({ price }))}
      </Button>
    </div>
  );
}
