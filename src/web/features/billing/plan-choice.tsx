import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { User } from '#contract/accounts/accounts';
import type { Plan } from '#contract/administration/plans';
import type { Billed } from '#contract/billing';
import type { Offer } from '#contract/offers';
import type { Interval } from '#domain/billing/facts';
import { formatDate } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { formatMoney } from '#web/lib/money.ts';
import { offersQuery } from '#web/lib/plan-price.ts';
import { useApi } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Subscribe } from './buy-plan.tsx';
import { CancelDialog } from './cancel-dialog.tsx';
import { ChangeDialog } from './change-dialog.tsx';
import { useCurrency, useOwnCurrency } from './currency-switch.tsx';
import { IntervalSwitch } from './interval-switch.tsx';
import { KeepButton } from './keep-button.tsx';
import { plansQuery } from './queries.ts';
import classes from './subscription-tab.module.css';
import { PROFILE } from './way-back.ts';

/** The plans as cards, each with the one thing that can be done: upgrade, change, or cancel. */
export function PlanChoice({ billed, user }: { billed: Billed; user: User }) {
  const api = useApi();
  const plans = useQuery(plansQuery(api)).data ?? [];
  const all = useQuery(offersQuery(api)).data?.offers ?? [];
  const { currencySwitch, offers } = useCurrency(all, useOwnCurrency());
  const [chosen, setInterval] = useState<Interval>();
  const [changing, setChanging] = useState<{ plan: Plan; offer: Offer }>();
  const [cancelling, setCancelling] = useState(false);
  const interval = chosen ?? billed.subscription?.interval ?? 'month';
  const offerOf = (plan: Plan) =>
    offers.find((offer) => offer.planId === plan.id && offer.interval === interval) ??
    offers.find((offer) => offer.planId === plan.id);
  const shown = plans.filter((plan) => Number(plan.price) === 0 || offerOf(plan));
  return (
    <>
      <div>
        <IntervalSwitch offers={offers} value={interval} onChange={setInterval} />
        {currencySwitch}
      </div>
      <div className={classes.plans}>
        {shown.map((plan) => (
          <PlanCard
            key={plan.id}
            plan={plan}
            offer={offerOf(plan)}
            currency={billed.subscription?.currency ?? offers[0]?.currency ?? 'usd'}
            billed={billed}
            user={user}
            onCancel={() => setCancelling(true)}
            onChange={(offer) => setChanging({ plan, offer })}
          />
        ))}
      </div>
      {isEnding(billed) && <p>{m.billing_ending_hint()}</p>}
      <CancelDialog open={cancelling} billed={billed} onClose={() => setCancelling(false)} />
      {changing && <ChangeDialog {...changing} onClose={() => setChanging(undefined)} />}
    </>
  );
}

const isEnding = ({ subscription }: Billed) => subscription !== null && subscription.endsAt !== null;

function changeWords({ subscription, tier }: Billed, plan: Plan): string {
  if (plan.tier === tier && subscription?.tier !== tier) return m.billing_plan_keep({ plan: plan.name });
  if (plan.tier === 'premium' && subscription?.tier !== 'premium') return m.profile_upgrade();
  return m.billing_plan_switch({ plan: plan.name });
}

interface PlanCardProps {
  plan: Plan;
  offer: Offer | undefined;
  /** In which nothing is written. */
  currency: string;
  billed: Billed;
  user: User;
  onCancel: () => void;
  onChange: (offer: Offer) => void;
}

function PlanCard(props: PlanCardProps) {
  const { currency, offer, plan, user } = props;
  const isCurrent = plan.tier === user.subscriptionTier;
  return (
    <section className={classes.plan} data-current={isCurrent || undefined} aria-label={plan.name}>
      <h2>{plan.name}</h2>
      <p className={classes.price}>
        {formatMoney(offer?.amount ?? 0, offer?.currency ?? currency)}{' '}
        {offer && <small>{offer.interval === 'year' ? m.billing_per_year() : m.billing_per_month()}</small>}
      </p>
      <ul>
        {plan.features.map((feature) => (
          <li key={feature}>{feature}</li>
        ))}
      </ul>
      <PlanAction {...props} />
    </section>
  );
}

function PlanAction({ billed, offer, onCancel, onChange, plan, user }: PlanCardProps) {
  const { state, subscription } = billed;
  const isSame = subscription?.offerId != null && subscription.offerId === offer?.id;
  const scheduled = subscription?.scheduled;
  if (scheduled?.offerId != null && scheduled.offerId === offer?.id)
    return (
      <Button wide variant="secondary" disabled>
        {m.billing_plan_next({ date: formatDate(scheduled.at) })}
      </Button>
    );
  if (isSame && scheduled) return <KeepButton label={m.billing_plan_keep({ plan: plan.name })} wide />;
  if (isSame || (!subscription && plan.tier === user.subscriptionTier))
    return (
      <Button wide variant="secondary" disabled>
        {subscription?.nextChargeAt && subscription.tier !== billed.tier
          ? m.billing_plan_next({ date: formatDate(subscription.nextChargeAt) })
          : m.profile_plan_is_current()}
      </Button>
    );
  if (!offer)
    return (
      <Button wide variant="secondary" disabled={!subscription || isEnding(billed)} onClick={onCancel}>
        {m.profile_downgrade()}
      </Button>
    );
  if (!subscription) return <Subscribe offer={offer} from={PROFILE} mayTry={billed.mayTry} />;
  return (
    <Button
      wide
      variant={offer.tier === 'premium' ? 'primary' : 'secondary'}
      disabled={state === 'overdue' || isEnding(billed)}
      onClick={() => onChange(offer)}
    >
      {changeWords(billed, plan)}
    </Button>
  );
}
