import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Team } from '#contract/teams';
import type { Interval } from '#domain/billing/facts';
import { MAX_SEATS } from '#domain/billing/seats';
import { language } from '#domain/language';
import { m } from '#web/lib/messages.ts';
import { priceWords } from '#web/lib/money.ts';
import { offersQuery } from '#web/lib/plan-price.ts';
import { useApi } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Form } from '#web/ui/fields/form.tsx';
import { SelectField, TextField } from '#web/ui/fields/text-field.tsx';
import { useCurrency } from '../currency-switch.tsx';
import { IntervalSwitch } from '../interval-switch.tsx';
import { type Agreement, OrderDialog } from '../legal/order-dialog.tsx';
import { plansQuery } from '../queries.ts';
import { leaveForProvider } from '../way-back.ts';
import { fieldFaults } from './field-faults.ts';
import { TEAM_PAGE, useKeepTeam } from './queries.ts';
import classes from './team.module.css';
import { toastTeamFailure } from './toast-team-failure.ts';

/** Seats of a plan for others: how many, of which, at what price in all, before one goes on to pay. */
export function BuySeats({ team }: { team: Team | null }) {
  const api = useApi();
  const plans = useQuery(plansQuery(api)).data ?? [];
  const { data } = useQuery(offersQuery(api));
  const keepTeam = useKeepTeam();
  // The team is a customer of its own, whatever its owner pays in.
  const { currencySwitch, offers } = useCurrency(data?.offers ?? [], {
    currency: team?.currency ?? null,
    ask: async () => keepTeam(await api.teams.refresh()),
  });
  const [interval, setInterval] = useState<Interval>('month');
  const [planId, setPlan] = useState<string>();
  const [seats, setSeats] = useState('5');
  const [ordered, setOrdered] = useState<{ readonly name: string }>();
  const [faults, setFaults] = useState<{ name?: string | undefined; seats?: string | undefined }>({});
  const sold = plans.filter(({ id }) => offers.some((offer) => offer.planId === id));
  const plan = sold.find(({ id }) => id === planId) ?? sold.at(-1);
  // Who paid before may have been the owner as well, as a customer whom the provider knows no more.
  const isTakenOver = team !== null && !team.isPayer && team.seats.paid > 0 && team.invoices.length === 0;
  const own = offers.filter((offer) => offer.planId === plan?.id);
  const offer = own.find((one) => one.interval === interval) ?? own[0];
  if (data && (!data.takesPayments || !offer))
    return <EmptyState title={m.teams_not_sold()} text={m.teams_not_sold_text()} compact />;
  const count = Number(seats);
  const isCount = Number.isInteger(count) && count >= 1 && count <= MAX_SEATS;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = team?.name ?? String(new FormData(event.currentTarget).get('name') ?? '').trim();
    const found = {
      name: name.length < 2 ? m.teams_name_missing() : undefined,
      seats: isCount ? undefined : m.teams_seats_wrong({ most: MAX_SEATS }),
    };
    setFaults(found);
    if (!offer || found.name || found.seats) return;
    setOrdered({ name });
  };
  const order = async (agreement: Agreement): Promise<boolean> => {
    if (!offer || !ordered) return false;
    try {
      const input = { ...ordered, ...agreement, offerId: offer.id, seats: count, locale: language() };
      const { url } = await api.teams.checkout(input);
      leaveForProvider(url, TEAM_PAGE);
      return true;
    } catch (error) {
      const said = fieldFaults(error);
      if (said?.name || said?.seats) {
        setFaults({ name: said.name, seats: said.seats });
        setOrdered(undefined);
      } else toastTeamFailure(error);
      return false;
    }
  };
  return (
    <section className={classes.buy}>
      <h2>{isTakenOver ? m.teams_take_over() : m.teams_buy()}</h2>
      {isTakenOver && <p>{m.teams_take_over_text()}</p>}
      <Form onSubmit={submit}>
        {!team && (
          <TextField
            label={m.teams_name()}
            help={m.teams_name_help()}
            name="name"
            maxLength={60}
            autoComplete="organization"
            error={faults.name}
          />
        )}
        <SelectField
          label={m.billing_admin_plan()}
          value={plan?.id ?? ''}
          onChange={(event) => setPlan(event.target.value)}
        >
          {sold.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <div className={classes.switch}>
          <IntervalSwitch offers={own} value={offer?.interval ?? interval} onChange={setInterval} />
          {currencySwitch}
        </div>
        <TextField
          label={m.teams_seats()}
          help={offer && m.teams_seats_help({ price: priceWords(offer) })}
          type="number"
          inputMode="numeric"
          min={1}
          max={MAX_SEATS}
          value={seats}
          onChange={(event) => setSeats(event.target.value)}
          error={faults.seats}
        />
        <p className={classes.soft}>
          {offer?.interval === 'year' ? m.teams_terms_year() : m.teams_terms_month()}
        </p>
        <div>
          <Button type="submit" disabled={!offer}>
            {!offer || !isCount
              ? m.teams_subscribe()
              : m.billing_subscribe({ price: priceWords({ ...offer, amount: offer.amount * count }) })}
          </Button>
        </div>
      </Form>
      {ordered && offer && (
        <OrderDialog offerId={offer.id} seats={count} order={order} onClose={() => setOrdered(undefined)} />
      )}
    </section>
  );
}
