import { INTERVALS, type Interval } from '#domain/billing/facts';
import { language } from '#domain/language';
import { m } from '#web/lib/messages.ts';
import type { SoldPrice } from '#web/lib/plan-price.ts';
import classes from './interval-switch.module.css';

const WORDS: Record<Interval, () => string> = { month: m.billing_month, year: m.billing_year };

interface IntervalSwitchProps {
  offers: readonly SoldPrice[];
  value: Interval;
  onChange: (interval: Interval) => void;
}

/** Month or year, where both are sold, with what the year saves. */
export function IntervalSwitch({ offers, onChange, value }: IntervalSwitchProps) {
  const sold = INTERVALS.filter((interval) => offers.some((offer) => offer.interval === interval));
  if (sold.length < 2) return null;
  const saving = savingOf(offers);
  return (
    <fieldset className={classes.switch}>
      <legend className="sr-only">{m.billing_interval()}</legend>
      {sold.map((interval) => (
        <label key={interval} className={classes.choice}>
          <input
            type="radio"
            name="interval"
            checked={interval === value}
            onChange={() => onChange(interval)}
          />
          {WORDS[interval]()}
          {interval === 'year' && saving > 0 && (
            <span className={classes.saving}>{m.billing_saving({ percent: percent(saving) })}</span>
          )}
        </label>
      ))}
    </fieldset>
  );
}

/** The smallest part of a year's price that a yearly offer saves, so that no plan saves less than is said. */
export function savingOf(offers: readonly SoldPrice[]): number {
  const savings = offers.flatMap((yearly) => {
    const monthly = offers.find(
      ({ currency, interval, planId }) =>
        interval === 'month' && planId === yearly.planId && currency === yearly.currency,
    );
    return yearly.interval === 'year' && monthly ? [1 - yearly.amount / (monthly.amount * 12)] : [];
  });
  return savings.length === 0 ? 0 : Math.min(...savings);
}

function percent(part: number): string {
  // Rounded before: a tenth may come out as 9.999999999999998%.
  const whole = Math.floor(Number((part * 100).toFixed(6)));
  return new Intl.NumberFormat(language(), { style: 'percent' }).format(whole / 100);
}
