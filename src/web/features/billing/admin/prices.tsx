import { useQuery, useQueryClient } from '@tanstack/react-query';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';
import { priceWords } from '#web/lib/money.ts';
import { useAsked } from '#web/lib/saving/use-asked.ts';
import { useApi } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { ListTable } from '#web/ui/layout/list-table.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { plansQuery } from '../queries.ts';
import classes from './billing-page.module.css';
import { PriceForm } from './price-form.tsx';
import { pricesQuery } from './queries.ts';
import { TrialForm } from './trial-form.tsx';

/** What plans are sold at: added and withdrawn, never changed. */
export function Prices() {
  const api = useApi();
  const queryClient = useQueryClient();
  const { ask, asked, close } = useAsked<string>();
  const sold = useQuery(pricesQuery(api));
  const named = useQuery(plansQuery(api));
  const prices = sold.data ?? [];
  const plans = named.data ?? [];
  const isRead = sold.data !== undefined && named.data !== undefined;
  const error = (!sold.data && sold.error) || (!named.data && named.error);
  const nameOf = (planId: string) => plans.find(({ id }) => id === planId)?.name ?? '–';
  const withdraw = async () => {
    try {
      await api.billing.withdrawPrice({ id: asked ?? '' });
      toast({ title: m.billing_admin_price_removed() });
      // Before its row goes, so that the focus comes back there.
      close(asked);
      await queryClient.invalidateQueries({ queryKey: ['billing'] });
    } catch (error) {
      toastFailure(error);
    } finally {
      close(asked);
    }
  };
  return (
    <section className={classes.block}>
      <h2>{m.billing_admin_prices()}</h2>
      <p>
        {m.billing_admin_prices_text()}{' '}
        <TextLink to="/admin/subscriptions">{m.billing_admin_prices_plans()}</TextLink>
      </p>
      {error && <ErrorState error={error} heading="h3" />}
      {!isRead && !error && <LoadingState inline />}
      {isRead && prices.length === 0 && <p>{m.billing_admin_prices_none()}</p>}
      {isRead && prices.length > 0 && (
        <ListTable
          caption={m.billing_admin_prices()}
          columns={[
            m.billing_admin_plan(),
            m.billing_admin_price(),
            m.billing_admin_trial(),
            m.billing_admin_price_offered(),
            m.users_column_actions(),
          ]}
        >
          {prices.map((price) => (
            <tr key={price.id}>
              <th scope="row">
                {plans.some(({ id }) => id === price.planId) ? (
                  <TextLink to="/admin/subscriptions/$id" params={{ id: price.planId }}>
                    {nameOf(price.planId)}
                  </TextLink>
                ) : (
                  nameOf(price.planId)
                )}
              </th>
              <td data-label={m.billing_admin_price()}>{priceWords(price)}</td>
              <td data-label={m.billing_admin_trial()}>
                {price.trialDays > 0
                  ? m.billing_trial_days({ days: price.trialDays })
                  : m.billing_admin_trial_none()}
              </td>
              <td>{price.isOffered ? m.billing_admin_price_offered() : m.billing_admin_price_withdrawn()}</td>
              <td>
                {price.isOffered && (
                  <Button
                    variant="quiet"
                    size="sm"
                    onClick={() => ask(price.id)}
                    aria-label={m.billing_admin_price_withdraw_named({
                      plan: nameOf(price.planId),
                      price: priceWords(price),
                    })}
                  >
                    {m.billing_admin_price_withdraw()}
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </ListTable>
      )}
      {isRead && (
        <>
          <PriceForm plans={plans.filter(({ price }) => Number(price) > 0)} />
          <TrialForm
            plans={plans.filter(({ id }) => prices.some((price) => price.isOffered && price.planId === id))}
          />
        </>
      )}
      <ConfirmDialog
        open={asked !== null}
        text={m.billing_admin_price_withdraw_text()}
        confirm={m.billing_admin_price_withdraw()}
        onCancel={() => close(asked)}
        onConfirm={withdraw}
      />
    </section>
  );
}
