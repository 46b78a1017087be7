import { m } from '#web/lib/messages.ts';
import { formatMoney } from '#web/lib/money.ts';
import classes from './billing-page.module.css';
import type { SectionProps } from './section-props.ts';

/** What a month of all subscriptions brings in, per currency. */
export function Revenue({ overview: { monthly } }: SectionProps) {
  return (
    <section className={classes.block}>
      <h2>{m.billing_admin_mrr()}</h2>
      {monthly.length === 0 && <p>{m.billing_admin_no_revenue()}</p>}
      <dl className={classes.revenue}>
        {monthly.map(({ amount, currency, subscriptions }) => (
          <div key={currency}>
            <dt>{m.billing_admin_subscriptions({ count: subscriptions })}</dt>
            <dd>{formatMoney(amount, currency)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
