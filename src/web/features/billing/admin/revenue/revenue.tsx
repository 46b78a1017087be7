import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { RevenueRow } from '#contract/billing-reports';
import { TIERS, type Tier } from '#domain/tiers';
import { m } from '#web/lib/messages.ts';
import { formatMoney } from '#web/lib/money.ts';
import { useApi } from '#web/lib/session/session.ts';
import { useTierName } from '#web/ui/badges/tier-badge.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { FilterSelect } from '#web/ui/fields/filter-select.tsx';
import classes from '../billing-page.module.css';
import { revenueQuery } from '../queries.ts';
import { RevenueChart } from './revenue-chart.tsx';
import { RevenueTable } from './revenue-table.tsx';

const MONTHS = ['6', '12', '24'] as const;

/** What a month of all subscriptions brings in, per currency, and how that moved. */
export function Revenue() {
  const [months, setMonths] = useState<(typeof MONTHS)[number]>('12');
  const { data, error } = useQuery(revenueQuery(useApi(), Number(months)));
  if (error && !data) return <ErrorState error={error} heading="h2" />;
  if (!data) return <LoadingState inline />;
  const currencies = [...new Set(data.rows.map(({ currency }) => currency))];
  return (
    <section className={classes.block}>
      <div className={classes.head}>
        <h2>{m.billing_admin_mrr()}</h2>
        {currencies.length > 0 && (
          <FilterSelect
            label={m.billing_admin_months_label()}
            options={MONTHS}
            value={months}
            word={(count) => m.billing_admin_months({ count })}
            onChange={(count) => setMonths(count ?? '12')}
          />
        )}
      </div>
      {currencies.length === 0 && (
        <EmptyState title={m.billing_admin_no_revenue()} text={m.billing_admin_no_revenue_text()} compact />
      )}
      {currencies.map((currency) => (
        <Currency
          key={currency}
          currency={currency}
          rows={data.rows.filter((row) => row.currency === currency)}
        />
      ))}
      {currencies.length > 0 && <p className={classes.note}>{m.billing_admin_mrr_help()}</p>}
    </section>
  );
}

function Currency({ currency, rows }: { currency: string; rows: readonly RevenueRow[] }) {
  const [tier, setTier] = useState<Tier>();
  const tierName = useTierName();
  const tiers = TIERS.filter((one) => rows.some((row) => row.tier === one));
  const shown = rows.filter((row) => row.tier === (tier ?? null));
  const last = shown.at(-1);
  const all = tiers.length > 1;
  return (
    <div className={classes.currency}>
      <dl className={classes.revenue}>
        <div>
          <dt>{m.billing_admin_paying({ count: last?.end.accounts ?? 0 })}</dt>
          <dd>{formatMoney(last?.end.amount ?? 0, currency)}</dd>
        </div>
        {all && (
          <div className={classes.filter}>
            <FilterSelect
              label={m.billing_admin_plan()}
              all={m.billing_admin_all_plans()}
              options={tiers}
              value={tier}
              word={tierName}
              onChange={setTier}
            />
          </div>
        )}
      </dl>
      <RevenueChart rows={shown} />
      <RevenueTable rows={shown} isOfOnePlan={tier !== undefined} />
    </div>
  );
}
