import { useQuery } from '@tanstack/react-query';
import { m } from '#web/lib/messages.ts';
import { formatMoney } from '#web/lib/money.ts';
import { useApi } from '#web/lib/session/session.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import classes from './billing-page.module.css';
import { FailedPayments } from './failed-payments.tsx';
import { Health } from './health.tsx';
import { PersonSearch } from './person-search.tsx';
import { Prices } from './prices.tsx';
import { overviewQuery } from './queries.ts';

/** What subscriptions bring in, what needs attention, what is sold, and why a person has their plan. */
export function BillingPage() {
  const { data, error } = useQuery(overviewQuery(useApi()));
  return (
    <Page>
      <PageHeader title={m.billing_admin_title()} lead={m.billing_admin_lead()} />
      {error && !data && <ErrorState error={error} heading="h2" />}
      {!data && !error && <LoadingState inline />}
      {data && !data.takesPayments && (
        <EmptyState title={m.billing_admin_off()} text={m.billing_admin_off_text()} compact />
      )}
      {data?.takesPayments && (
        <>
          <p className={classes.mode}>
            {data.livemode ? m.billing_admin_live_mode() : m.billing_admin_test_mode()}
          </p>
          <section className={classes.block}>
            <h2>{m.billing_admin_mrr()}</h2>
            {data.monthly.length === 0 && <p>{m.billing_admin_no_revenue()}</p>}
            <dl className={classes.revenue}>
              {data.monthly.map(({ amount, currency, subscriptions }) => (
                <div key={currency}>
                  <dt>{m.billing_admin_subscriptions({ count: subscriptions })}</dt>
                  <dd>{formatMoney(amount, currency)}</dd>
                </div>
              ))}
            </dl>
          </section>
          <FailedPayments overdue={data.overdue} />
          <Health overview={data} />
          <Prices />
        </>
      )}
      {data && <PersonSearch />}
    </Page>
  );
}
