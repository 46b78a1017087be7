import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Offer } from '#contract/offers';
import type { Team } from '#contract/teams';
import type { Interval } from '#domain/billing/facts';
import { m } from '#web/lib/messages.ts';
import { offersQuery } from '#web/lib/plan-price.ts';
import { useApi } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActions } from '#web/ui/dialogs/dialog.tsx';
import { Form } from '#web/ui/fields/form.tsx';
import { SelectField } from '#web/ui/fields/text-field.tsx';
import { ChangePreview, type ShownChange } from '../change-preview.tsx';
import { IntervalSwitch } from '../interval-switch.tsx';
import { plansQuery } from '../queries.ts';
import { useKeepTeam } from './queries.ts';
import { toastTeamFailure } from './toast-team-failure.ts';

interface PlanDialogProps {
  team: Team;
  subscription: NonNullable<Team['subscription']>;
  onClose: () => void;
}

/** Asks for another plan for all seats, shows to the cent what it charges, and only then changes it. */
export function PlanDialog({ onClose, subscription, team }: PlanDialogProps) {
  const api = useApi();
  const keepTeam = useKeepTeam();
  const [chosen, setChosen] = useState<Offer>();
  const make = async (shown: ShownChange) => {
    try {
      const changed = await api.teams.changePlan(shown);
      onClose();
      keepTeam(changed);
      toast({ title: m.teams_plan_changed() });
    } catch (error) {
      toastTeamFailure(error);
      setChosen(undefined);
    }
  };
  const plans = useQuery(plansQuery(api)).data ?? [];
  const name = plans.find(({ id }) => id === chosen?.planId)?.name ?? '';
  return (
    <Dialog
      open
      onClose={onClose}
      title={chosen ? m.billing_preview_title({ plan: name }) : m.teams_change_plan()}
    >
      {chosen ? (
        <ChangePreview
          plan={name}
          offer={{ ...chosen, amount: chosen.amount * subscription.seats }}
          of="team"
          ask={(input) => api.teams.previewPlan(input)}
          make={make}
          dismiss={{ label: m.teams_back(), run: () => setChosen(undefined) }}
        />
      ) : (
        <PlanFields team={team} subscription={subscription} onChoose={setChosen} onClose={onClose} />
      )}
    </Dialog>
  );
}

interface PlanFieldsProps extends PlanDialogProps {
  onChoose: (offer: Offer) => void;
}

function PlanFields({ onChoose, onClose, subscription, team }: PlanFieldsProps) {
  const api = useApi();
  const plans = useQuery(plansQuery(api)).data ?? [];
  const all = useQuery(offersQuery(api)).data?.offers ?? [];
  const [planId, setPlan] = useState<string>();
  const [interval, setInterval] = useState<Interval>(subscription.interval);
  const [fault, setFault] = useState<string>();
  // A team pays in one currency.
  const offers = all.filter(({ currency }) => currency === subscription.currency);
  const sold = plans.filter(({ id }) => offers.some((offer) => offer.planId === id));
  const current = offers.find(({ id }) => id === subscription.offerId);
  const plan = sold.find(({ id }) => id === (planId ?? current?.planId)) ?? sold[0];
  const own = offers.filter((offer) => offer.planId === plan?.id);
  const offer = own.find((one) => one.interval === interval) ?? own[0];
  if (team.seats.paid > subscription.seats) return <p>{m.teams_change_plan_wait()}</p>;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!offer) return;
    if (offer.id === subscription.offerId && !subscription.scheduled) setFault(m.teams_change_plan_same());
    else onChoose(offer);
  };
  return (
    <Form onSubmit={submit}>
      <p>{m.teams_change_plan_text()}</p>
      <SelectField
        label={m.billing_admin_plan()}
        value={plan?.id ?? ''}
        onChange={(event) => {
          setPlan(event.target.value);
          setFault(undefined);
        }}
        error={fault}
      >
        {sold.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <IntervalSwitch
        offers={own}
        value={offer?.interval ?? interval}
        onChange={(value) => {
          setInterval(value);
          setFault(undefined);
        }}
      />
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          {m.ui_cancel()}
        </Button>
        <Button type="submit" disabled={!offer}>
          {m.teams_preview()}
        </Button>
      </DialogActions>
    </Form>
  );
}
