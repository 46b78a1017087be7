import type { RevenueRow } from '#contract/billing-reports';
import { m } from '#web/lib/messages.ts';
import { formatMoney } from '#web/lib/money.ts';
import { shortMonthName } from './month-name.ts';
import classes from './revenue.module.css';

/** Recurring revenue at the end of each month as bars; the table below says the same. */
export function RevenueChart({ rows }: { rows: readonly RevenueRow[] }) {
  const most = Math.max(...rows.map(({ end }) => end.amount), 1);
  const [first] = rows;
  if (!first) return null;
  const every = Math.ceil(rows.length / 12);
  return (
    <figure className={classes.chart} aria-hidden="true">
      <figcaption>
        <span>{m.billing_admin_chart()}</span>
        <span>{m.billing_admin_chart_most({ amount: formatMoney(most, first.currency) })}</span>
      </figcaption>
      {/* The axis of time runs from left to right in every language. */}
      <div className={classes.bars} dir="ltr">
        {rows.map(({ currency, end, month }, index) => (
          <div key={month} className={classes.bar} title={formatMoney(end.amount, currency)}>
            <span style={{ blockSize: `${(end.amount / most) * 100}%` }} />
            <small>{(rows.length - 1 - index) % every === 0 ? shortMonthName(month) : ''}</small>
          </div>
        ))}
      </div>
    </figure>
  );
}
